/**
 * Lines of configuration files and commands that put certificates to use. File names come from `portableName`,
 * so they need no quoting in a shell, a configuration file, PowerShell, XML or YAML.
 */
import { withoutEnd } from "../kernel/formatting.ts";

/** The files of a download. Paths are relative to the folder into which it was unpacked. */
export interface CertificateFiles {
  /** The base of the file names, and the name of the folder on the server. */
  base: string;
  /** The certificate, then those above it, PEM. */
  chain: string;
  /** The private key, PEM. */
  key: string;
  /** The name of a PFX file with both. */
  pfx: string;
}

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The entries of /etc/ssl in Debian and Fedora. `install -d` would open the folder of the private keys to all users. */
const IN_ETC_SSL = /^(?:certs|private|openssl\.cnf|ct_log_list\.cnf|misc|engines?|cert\.pem)$/;

/** The folder of the files on a server. */
const folderOf = ({ base }: { base: string }): string =>
  `/etc/ssl/${IN_ETC_SSL.test(base) ? `${base}_tls` : base}`;

export const installed = (files: { base: string }, path: string): string =>
  `${folderOf(files)}/${fileName(path)}`;

/** Copies files to their folder on a server. `group` may read the private key, as root may. */
export function copyCommands(
  files: { base: string },
  open: readonly string[],
  secret: readonly string[],
  group?: string,
): string {
  const folder = folderOf(files);
  const access = group ? `-g ${group} -m 640` : "-m 600";
  return [
    `sudo install -d ${folder}`,
    ...open.map((path) => `sudo install -m 644 ${path} ${folder}/`),
    ...secret.map((path) => `sudo install ${access} ${path} ${folder}/`),
  ].join("\n");
}

export const nginxLines = (files: CertificateFiles): string =>
  `ssl_certificate ${installed(files, files.chain)};
ssl_certificate_key ${installed(files, files.key)};`;

export const apacheLines = (files: CertificateFiles): string =>
  `SSLEngine on
SSLCertificateFile ${installed(files, files.chain)}
SSLCertificateKeyFile ${installed(files, files.key)}`;

export const caddyLines = (files: CertificateFiles): string =>
  `tls ${installed(files, files.chain)} ${installed(files, files.key)}`;

const haproxyFile = (files: { base: string }): string => `/etc/haproxy/${files.base}.pem`;

/** HAProxy reads chain and key from one file. */
export const haproxyCommand = (files: CertificateFiles): string =>
  `cat ${files.chain} ${files.key} | sudo install -m 600 /dev/stdin ${haproxyFile(files)}`;

export const haproxyLines = (files: CertificateFiles): string =>
  `bind :443 ssl crt ${haproxyFile(files)}`;

export const nodeLines = ({ chain, key }: Pick<CertificateFiles, "chain" | "key">): string =>
  `import { createServer } from "node:https"; import { readFileSync } from "node:fs";
createServer({ cert: readFileSync("${chain}"), key: readFileSync("${key}") }, (_, answer) => answer.end("It works")).listen(8443);`;

export const traefikLines = (files: CertificateFiles): string =>
  `tls:
  certificates:
    - certFile: ${installed(files, files.chain)}
      keyFile: ${installed(files, files.key)}`;

/** RFC 1123: the name of an object in Kubernetes. */
export const objectName = (base: string): string =>
  withoutEnd(base.toLowerCase().replace(/[^a-z0-9.-]/g, "-").replace(/^[.-]+/, ""), ".-")
    .replace(/[.-]+/g, (row) => row.includes(".") ? "." : row) || "certificate";

export const kubernetesCommand = ({ base, chain, key }: CertificateFiles): string =>
  `kubectl create secret tls ${objectName(base)} --cert=${chain} --key=${key}`;

export const iisCommands = ({ pfx }: CertificateFiles): string =>
  `$c = Import-PfxCertificate -FilePath ${pfx} -CertStoreLocation Cert:\\LocalMachine\\My -Password (Read-Host -AsSecureString "Password of the PFX file")
if (-not (Get-WebBinding -Name "Default Web Site" -Protocol https)) { New-WebBinding -Name "Default Web Site" -Protocol https -Port 443 }
(Get-WebBinding -Name "Default Web Site" -Protocol https).AddSslCertificate($c.Thumbprint, "My")`;

export const tomcatLines = (files: CertificateFiles): string =>
  `<Connector port="8443" protocol="org.apache.coyote.http11.Http11NioProtocol" SSLEnabled="true">
  <SSLHostConfig>
    <Certificate certificateKeystoreFile="${
    installed(files, files.pfx)
  }" certificateKeystoreType="PKCS12" certificateKeystorePassword="YOUR PASSWORD" />
  </SSLHostConfig>
</Connector>`;
