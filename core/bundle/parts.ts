/** The files and steps that several targets share. */
import { readIpAddress } from "../names/ip-address.ts";
import { copyCommands } from "./lines.ts";
import type { BundleFile, BundleStep, Material } from "./target.ts";

/** The files of the folder, by their use. */
const chainName = ({ name }: Material): string => `${name}_fullchain.pem`;
const keyName = ({ name }: Material): string => `${name}.key`;
export const rootName = ({ name }: Material): string => `${name}_root.pem`;

const pem = (path: string, content: string, what: string, secret = false): BundleFile => ({
  path,
  content,
  encoding: "utf-8",
  secret,
  what,
});

/** A file that anyone may read. */
export const openFile = (path: string, content: string, what: string): BundleFile =>
  pem(path, content, what);

/** A file with the private key. */
export const secretFile = (path: string, content: string, what: string): BundleFile =>
  pem(path, content, what, true);

/** The full chain and the key, as most servers read them. */
export function chainAndKey(material: Material): BundleFile[] {
  const { certificate, issuers, key } = material;
  const what = issuers === ""
    ? "The certificate. It needs no other."
    : "The certificate, then the certificates above it, without the root.";
  return [
    openFile(chainName(material), certificate + issuers, what),
    secretFile(keyName(material), key, "The private key, not encrypted."),
    ...rootFile(material),
  ];
}

/**
 * Certificate and chain in files of their own, and the key unless the target gets none. `endsInRoot`: the target wants
 * a root that is not public at the end of the chain.
 */
export const apart = (material: Material, { endsInRoot = false } = {}) => {
  const { name, certificate, issuers, key, root } = material;
  const last = endsInRoot && root !== null && root !== certificate ? root : "";
  const chain = issuers + last;
  const what = `The certificates above it, ${last === "" ? "without" : "with"} the root.`;
  return {
    files: [
      openFile(`${name}.crt`, certificate, "The certificate."),
      ...chain === "" ? [] : [openFile(`${name}_chain.pem`, chain, what)],
      ...key === "" ? [] : [secretFile(`${name}.key`, key, "The private key, not encrypted.")],
      ...rootFile(material),
    ],
    hasChain: chain !== "",
  };
};

/** The root that clients need, if it is not public. The server does not send it. */
export const rootFile = (material: Material): BundleFile[] =>
  material.root === null ? [] : [
    openFile(
      rootName(material),
      material.root,
      "The root, for the clients. It is not public, and the server does not send it.",
    ),
  ];

/** The PFX file. */
export const pfxFile = (path: string, { pfx }: Material, what: string): BundleFile => ({
  path,
  content: pfx!,
  encoding: "base64",
  secret: true,
  what,
});

/** The names for the lines of core/bundle/lines.ts. */
export const pathsOf = (material: Material, pfx = "") => ({
  base: material.base,
  chain: chainName(material),
  key: keyName(material),
  pfx,
});

/** Keeps a copy of a folder of /etc, which `undoFolder` brings back. */
const backup = (folder: string, { base }: Material): string =>
  `sudo tar -C /etc -czf /root/${folder}-before-${base}.tgz ${folder}`;

/** The first step on a server: a copy of its configuration, then the files. */
export function copyStep(folder: string, material: Material, group?: string): BundleStep {
  const { chain, key } = pathsOf(material);
  return copyFiles(folder, material, copyCommands(material, [chain], [key], group));
}

/** `copyStep` with other commands for the files. */
export const copyFiles = (folder: string, material: Material, commands: string): BundleStep => ({
  text: `In the unpacked folder. It keeps a copy of /etc/${folder}, then puts the files in place:`,
  code: `${backup(folder, material)}\n${commands}`,
});

/** Brings the copy of the configuration back. `load`: the command that checks and loads it. */
export const undoFolder = (folder: string, { base }: Material, load: string): BundleStep => ({
  text: "Brings the configuration before back, and loads it:",
  code: `sudo tar -C /etc -xzf /root/${folder}-before-${base}.tgz && ${load}`,
});

export const loadStep = (load: string): BundleStep => ({
  text: "Check it, then load it:",
  code: load,
});

/** A handshake that fails unless the chain and the name hold. `startTls`: the protocol before it. */
export function handshake(
  material: Material,
  port: number,
  startTls: string | null = null,
): BundleStep {
  const { host, root } = material;
  const isAddress = readIpAddress(host) !== null;
  const name = isAddress ? `-verify_ip ${host}` : `-servername ${host} -verify_hostname ${host}`;
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const words = [
    `openssl s_client -connect ${address} ${name} -verify_return_error -showcerts`,
    ...startTls === null ? [] : [`-starttls ${startTls}`],
    ...root === null ? [] : [`-CAfile ${rootName(material)}`],
    "</dev/null",
  ];
  return {
    text: 'In the unpacked folder. It ends with "Verify return code: 0 (ok)":',
    code: words.join(" "),
  };
}
