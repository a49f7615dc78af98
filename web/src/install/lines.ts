/** How programs get a certificate, in steps. */
import {
  apacheLines,
  caddyLines,
  type CertificateFiles,
  copyCommands,
  haproxyCommand,
  haproxyLines,
  iisCommands,
  installed,
  kubernetesCommand,
  nginxLines,
  nodeLines,
  tomcatLines,
  traefikLines,
} from "../../../core/bundle/lines.ts";

/** The files that a page has saved, by their names. */
export interface SavedFiles {
  /** The base of the file names. */
  base: string;
  /** The name of the file with the certificate and its chain; "" if there is only a PFX file. */
  chain: string;
  /** The name of the file with the private key. `isGuess`: it was not saved here, so this name is a guess. */
  keyFile: string;
  isGuess?: boolean;
  /** The name of the PFX file; null without one. */
  pfx: string | null;
}

/** The files with which a server checks its clients. Paths as in `CertificateFiles`. */
interface ClientCheckFiles {
  base: string;
  /** The CAs, PEM. */
  cas: string;
  /** Their CRL, PEM; null without one. */
  crl: string | null;
}

interface Step {
  /** The purpose of the code, or a step without code. */
  text: string;
  code?: string;
  /** The name of the copied text: "lines for nginx". */
  copies?: string;
}

export interface Program {
  id: string;
  name: string;
  /** It reads the PFX file. */
  needsPfx?: boolean;
  /** The lines were not run: they were written from the program's documentation. */
  untested?: boolean;
  steps: readonly Step[];
}

/** Copies files to their folder on a server. `group` may read the private key, as root may. */
const copying = (
  files: { base: string },
  open: readonly string[],
  secret: readonly string[],
  group?: string,
): Step => ({
  text: "On the server, in the folder with the files:",
  code: copyCommands(files, open, secret, group),
  copies: "commands for the files",
});

const reload = (check: string, service: string): Step => ({
  text: "Check it, then load it:",
  code: `${check} && sudo systemctl reload ${service}`,
  copies: `reload command for ${service}`,
});

/** Runs in the folder with the files. */
export const nodeProgram = (files: Pick<CertificateFiles, "chain" | "key">): Program => ({
  id: "node",
  name: "Node.js",
  steps: [{
    text: "Serves https://localhost:8443. Save it in the folder with the files, as server.mjs:",
    code: nodeLines(files),
    copies: "lines for Node.js",
  }],
});

/** How each server gets a certificate with its key. */
export function serverPrograms(files: CertificateFiles): readonly Program[] {
  const { chain, key, pfx } = files;
  const copy = copying(files, [chain], [key]);
  return [
    {
      id: "nginx",
      name: "nginx",
      steps: [
        copy,
        { text: "In the server block:", code: nginxLines(files), copies: "lines for nginx" },
        reload("sudo nginx -t", "nginx"),
      ],
    },
    {
      id: "apache",
      name: "Apache",
      steps: [
        copy,
        {
          text: "In the <VirtualHost *:443> block. If mod_ssl is off, run sudo a2enmod ssl first:",
          code: apacheLines(files),
          copies: "lines for Apache",
        },
        reload("sudo apachectl configtest", "apache2"),
      ],
    },
    {
      id: "caddy",
      name: "Caddy",
      steps: [
        copying(files, [chain], [key], "caddy"),
        { text: "In the site's block:", code: caddyLines(files), copies: "lines for Caddy" },
        reload("caddy validate --config /etc/caddy/Caddyfile", "caddy"),
      ],
    },
    {
      id: "haproxy",
      name: "HAProxy",
      steps: [
        {
          text: "On the server, in the folder with the files. HAProxy reads both from one file:",
          code: haproxyCommand(files),
          copies: "commands for the files",
        },
        { text: "In the frontend:", code: haproxyLines(files), copies: "lines for HAProxy" },
        reload("sudo haproxy -c -f /etc/haproxy/haproxy.cfg", "haproxy"),
      ],
    },
    nodeProgram(files),
    {
      id: "traefik",
      name: "Traefik",
      untested: true,
      steps: [
        copy,
        {
          text: "In a file of the dynamic configuration:",
          code: traefikLines(files),
          copies: "lines for Traefik",
        },
      ],
    },
    {
      id: "iis",
      name: "IIS",
      untested: true,
      needsPfx: true,
      steps: [{
        text: "In PowerShell, as administrator. It asks for the file's password:",
        code: iisCommands(files),
        copies: "commands for IIS",
      }],
    },
    {
      id: "tomcat",
      name: "Tomcat",
      needsPfx: true,
      steps: [
        copying(files, [], [pfx], "tomcat"),
        {
          text: "In server.xml, with the password that you chose:",
          code: tomcatLines(files),
          copies: "lines for Tomcat",
        },
      ],
    },
    {
      id: "kubernetes",
      name: "Kubernetes",
      untested: true,
      steps: [{
        text: "Makes a TLS Secret for an Ingress or a Gateway. We show no YAML, because it would " +
          "contain the private key. In the folder with the files:",
        code: kubernetesCommand(files),
        copies: "command for Kubernetes",
      }],
    },
  ];
}

const nginxCheckLines = (files: ClientCheckFiles): string =>
  [
    `ssl_client_certificate ${installed(files, files.cas)};`,
    "ssl_verify_client on;",
    "ssl_verify_depth 3;",
    ...files.crl ? [`ssl_crl ${installed(files, files.crl)};`] : [],
  ].join("\n");

const apacheCheckLines = (files: ClientCheckFiles): string =>
  [
    `SSLCACertificateFile ${installed(files, files.cas)}`,
    "SSLVerifyClient require",
    "SSLVerifyDepth 3",
    ...files.crl
      ? [`SSLCARevocationFile ${installed(files, files.crl)}`, "SSLCARevocationCheck leaf"]
      : [],
  ].join("\n");

const caddyCheckLines = (files: ClientCheckFiles): string =>
  `client_auth {
    mode require_and_verify
    trusted_ca_cert_file ${installed(files, files.cas)}
}`;

/** The end of a "bind" line. */
const haproxyCheckWords = (files: ClientCheckFiles): string =>
  `ca-file ${installed(files, files.cas)} verify required` +
  (files.crl ? ` crl-file ${installed(files, files.crl)}` : "");

const traefikCheckLines = (files: ClientCheckFiles): string =>
  `tls:
  options:
    default:
      clientAuth:
        caFiles:
          - ${installed(files, files.cas)}
        clientAuthType: RequireAndVerifyClientCert`;

/** How each server asks its clients for a certificate of these CAs. */
export function clientCheckPrograms(files: ClientCheckFiles): readonly Program[] {
  const copy = copying(files, [files.cas, ...files.crl ? [files.crl] : []], []);
  const withoutCrl = copying(files, [files.cas], []);
  const noCrl = files.crl
    ? [{
      text:
        "It does not read CRLs: a revoked certificate is accepted until it expires. Keep lifetimes short.",
    }]
    : [];
  return [
    {
      id: "nginx",
      name: "nginx",
      steps: [
        copy,
        {
          text: "In the server block, which has its own certificate already:",
          code: nginxCheckLines(files),
          copies: "lines for nginx",
        },
        reload("sudo nginx -t", "nginx"),
      ],
    },
    {
      id: "apache",
      name: "Apache",
      steps: [
        copy,
        {
          text: "In the <VirtualHost *:443> block, which has its own certificate already:",
          code: apacheCheckLines(files),
          copies: "lines for Apache",
        },
        reload("sudo apachectl configtest", "apache2"),
      ],
    },
    {
      id: "caddy",
      name: "Caddy",
      steps: [
        withoutCrl,
        {
          text: "In the braces after the site's tls line:",
          code: caddyCheckLines(files),
          copies: "lines for Caddy",
        },
        ...noCrl,
        reload("caddy validate --config /etc/caddy/Caddyfile", "caddy"),
      ],
    },
    {
      id: "haproxy",
      name: "HAProxy",
      steps: [
        copy,
        {
          text: "At the end of the frontend's bind line:",
          code: haproxyCheckWords(files),
          copies: "words for HAProxy",
        },
        reload("sudo haproxy -c -f /etc/haproxy/haproxy.cfg", "haproxy"),
      ],
    },
    {
      id: "traefik",
      name: "Traefik",
      untested: true,
      steps: [
        withoutCrl,
        {
          text: "In a file of the dynamic configuration:",
          code: traefikCheckLines(files),
          copies: "lines for Traefik",
        },
        ...noCrl,
      ],
    },
  ];
}

/** A request with a client certificate. `ca` is a file of the CA that signed the server's; null if unknown. */
export const curlCommand = (
  { chain, key }: Pick<CertificateFiles, "chain" | "key">,
  ca: string | null = null,
): string => `curl --cert ${chain} --key ${key}${ca ? ` --cacert ${ca}` : ""} https://example.com/`;
