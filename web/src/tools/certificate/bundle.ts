/** The files of a result in one zip, with a README that says what goes where. */
import type { GeneratedCertificate, Kind } from "../../../../core/certificate/contract.ts";
import { writeZip, type ZipFile } from "../../../../core/zip.ts";
import { day } from "../../lib/dates.ts";
import { filesOf } from "./files.ts";
import { certificatesIn } from "./held-cas.ts";

/** The folder of keys and PFX files. */
export const SECRET = "secret";
export const README = "README.txt";

interface BundleParts {
  made: GeneratedCertificate;
  /** The private key of the certificate; null if it was not made here. */
  privateKey: string | null;
  /** The private key of the CA above it, if it is to be kept. */
  caKey: string | null;
  /** A PFX file and its name. It has a password. */
  pfx: { name: string; bytes: Uint8Array } | null;
}

interface Entry extends ZipFile {
  what: string;
}

interface Words {
  kind: string;
  chain: string;
  ca: string;
  key: string;
}

const WORDS: Readonly<Record<Kind, Words>> = {
  "tls-server": {
    kind: "TLS server",
    chain: "For the server: the certificate, then its CA.",
    ca: "For your devices: the CA. Trust it on each device that connects.",
    key: "For the server: the private key, not encrypted.",
  },
  "tls-client": {
    kind: "TLS client",
    chain: "For the client: the certificate, then its CA.",
    ca: "For the side that checks the client: the CA.",
    key: "For the client: the private key, not encrypted.",
  },
  "smime": {
    kind: "S/MIME",
    chain: "The certificate, then its CA.",
    ca: "For your recipients: the CA.",
    key: "The private key, not encrypted. Mail programs want the .p12 file.",
  },
  "intermediate-ca": {
    kind: "intermediate CA",
    chain:
      "The intermediate CA, then the CA above it. Send it with each certificate that it signs.",
    ca: "For your devices: the root CA. Trust it on each device.",
    key: "The private key of the intermediate CA, not encrypted. Keep it offline.",
  },
  "root-ca": {
    kind: "root CA",
    chain: "The root CA, as a chain.",
    ca: "For your devices: the root CA. Trust it on each device.",
    key: "The private key of the root CA, not encrypted. Keep it offline.",
  },
};

/** The files, each with its line for the README. Paths begin with `folder`. */
export function entriesOf(
  { made, privateKey, caKey, pfx }: BundleParts,
  folder = "",
  withCa = true,
): Entry[] {
  const files = filesOf(made);
  const words = WORDS[made.kind];
  const above = certificatesIn(made.chain).slice(1);
  const entries: Entry[] = [];
  const add = (path: string, content: string | Uint8Array, what: string, secret = false) =>
    entries.push({ path: `${folder}${path}`, content, what, secret });
  if (made.kind === "root-ca") add(files.certificate, made.certificate, words.ca);
  else {
    add(files.chain, made.chain, above.length > 0 ? words.chain : "The certificate.");
    add(files.certificate, made.certificate, "The certificate only.");
    if (withCa && made.ca) add(files.ca, made.ca.certificate, words.ca);
    if (withCa && above.length > 1) {
      add(files.cas, above.join(""), "All CAs, up to the root, in one file.");
      add(files.root, above.at(-1)!, "For your devices: the root. Trust it on each device.");
    }
  }
  if (privateKey !== null) add(`${SECRET}/${files.key}`, privateKey, words.key, true);
  if (caKey !== null) {
    add(`${SECRET}/${files.caKey}`, caKey, "The private key of the CA. Keep it offline.", true);
  }
  if (pfx) {
    add(
      `${SECRET}/${pfx.name}`,
      pfx.bytes,
      "Certificate, CA and private key, protected by your password.",
      true,
    );
  }
  return entries;
}

/** Writes the README. It never contains a key or a password. */
export function readmeOf(heading: string, entries: readonly Entry[]): string {
  const list = (secret: boolean) =>
    entries.filter((entry) => Boolean(entry.secret) === secret)
      .map(({ path, what }) => `  ${path}\n    ${what}\n`).join("");
  const secrets = list(true);
  return `${heading}\n\n${list(false)}` +
    (secrets === ""
      ? ""
      : `\nKeep these secret. Do not mail them, and delete copies you don't need:\n\n${secrets}`);
}

export const bundleHeading = (made: GeneratedCertificate): string =>
  `Certificate for ${filesOf(made).base} (${WORDS[made.kind].kind}), valid until ${
    day(made.notAfter)
  }.`;

/** The zip of one result, and its name. */
export function bundleOf(
  parts: BundleParts,
  now: number,
): { name: string; bytes: Uint8Array<ArrayBuffer> } {
  const entries = entriesOf(parts);
  const readme = readmeOf(bundleHeading(parts.made), entries);
  return {
    name: `${filesOf(parts.made).base}.zip`,
    bytes: writeZip([...entries, { path: README, content: readme }], now),
  };
}
