/** The folders for web servers that read PEM files. */
import {
  apacheLines,
  caddyLines,
  copyCommands,
  haproxyCommand,
  haproxyLines,
  nginxLines,
  nodeLines,
  traefikLines,
} from "./lines.ts";
import {
  chainAndKey,
  copyFiles,
  copyStep,
  handshake,
  loadStep,
  openFile,
  pathsOf,
  undoFolder,
} from "./parts.ts";
import type { Material, Target, Written } from "./target.ts";

const HTTPS = 443;

/** A server of Debian. `folder`: of its configuration in /etc. `load`: checks the configuration and loads it. */
function server(
  material: Material,
  { folder, lines, where, load, group }: {
    readonly folder: string;
    readonly lines: string;
    readonly where: string;
    readonly load: string;
    readonly group?: string;
  },
): Written {
  return {
    files: chainAndKey(material),
    steps: [copyStep(folder, material, group), { text: where, code: lines }, loadStep(load)],
    test: handshake(material, HTTPS),
    undo: undoFolder(folder, material, load),
  };
}

export const nginx: Target = {
  documentation: "https://nginx.org/en/docs/http/configuring_https_servers.html",
  pfx: null,
  write: (material) =>
    server(material, {
      folder: "nginx",
      lines: nginxLines(pathsOf(material)),
      where: "In the server block with listen 443 ssl, in place of the lines with the same names:",
      load: "sudo nginx -t && sudo systemctl reload nginx",
    }),
};

export const apache: Target = {
  documentation: "https://httpd.apache.org/docs/2.4/mod/mod_ssl.html",
  pfx: null,
  write: (material) =>
    server(material, {
      folder: "apache2",
      lines: apacheLines(pathsOf(material)),
      where:
        "In the <VirtualHost *:443> block, in place of the lines with the same names. If mod_ssl is off, run sudo a2enmod ssl first:",
      load: "sudo apachectl configtest && sudo systemctl reload apache2",
    }),
};

export const haproxy: Target = {
  documentation: "https://docs.haproxy.org/2.6/configuration.html#5.1-crt",
  pfx: null,
  write(material) {
    const load = "sudo haproxy -c -f /etc/haproxy/haproxy.cfg && sudo systemctl reload haproxy";
    const paths = pathsOf(material);
    return {
      files: chainAndKey(material),
      steps: [
        copyFiles("haproxy", material, haproxyCommand(paths)),
        {
          text: "In the frontend, in place of its bind line for port 443:",
          code: haproxyLines(paths),
        },
        loadStep(load),
      ],
      test: handshake(material, HTTPS),
      undo: undoFolder("haproxy", material, load),
    };
  },
};

export const caddy: Target = {
  documentation: "https://caddyserver.com/docs/caddyfile/directives/tls",
  pfx: null,
  write: (material) =>
    server(material, {
      folder: "caddy",
      lines: caddyLines(pathsOf(material)),
      where: "In the site's block, in place of its tls line:",
      load: "caddy validate --config /etc/caddy/Caddyfile && sudo systemctl reload caddy",
      group: "caddy",
    }),
};

export const traefik: Target = {
  documentation: "https://doc.traefik.io/traefik/https/tls/#user-defined",
  pfx: null,
  write(material) {
    const { base } = material;
    const { chain, key } = pathsOf(material);
    const dynamic = `${base}.yaml`;
    const place = `/etc/traefik/dynamic/${dynamic}`;
    return {
      files: [
        ...chainAndKey(material),
        openFile(
          dynamic,
          `${traefikLines(pathsOf(material))}\n`,
          "A file of the dynamic configuration.",
        ),
      ],
      steps: [
        {
          text: "In the unpacked folder. Traefik reads the folder /etc/traefik/dynamic:",
          code: [
            copyCommands(material, [chain], [key]),
            "sudo install -d /etc/traefik/dynamic",
            `sudo install -m 644 ${dynamic} ${place}`,
          ].join("\n"),
        },
        {
          text: "Once, in the static configuration. Traefik then loads every change by itself:",
          code: "providers:\n  file:\n    directory: /etc/traefik/dynamic\n    watch: true",
        },
      ],
      test: handshake(material, HTTPS),
      undo: {
        text: "Removes the file. Traefik loads the change by itself:",
        code: `sudo rm ${place}`,
      },
    };
  },
};

export const node: Target = {
  documentation: "https://nodejs.org/api/https.html#httpscreateserveroptions-requestlistener",
  pfx: null,
  write: (material) => ({
    files: [
      ...chainAndKey(material),
      openFile(
        "server.mjs",
        `${nodeLines(pathsOf(material))}\n`,
        "A server that answers on port 8443.",
      ),
    ],
    steps: [
      { text: "In the unpacked folder. It serves port 8443:", code: "node server.mjs" },
      {
        text: "In a server of your own, the options cert and key of createServer name these files:",
        code: `${pathsOf(material).chain}\n${pathsOf(material).key}`,
      },
    ],
    test: handshake(material, 8443),
    undo: { text: "Press Ctrl-C in its window, and start the server before.", code: null },
  }),
};
