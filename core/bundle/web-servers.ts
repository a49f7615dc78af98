/** The folders for web servers that read PEM files. */
import { apacheLines, nginxLines } from "./lines.ts";
import { chainAndKey, copyStep, handshake, loadStep, pathsOf, undoFolder } from "./parts.ts";
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
