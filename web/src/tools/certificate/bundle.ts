/** The files of a result in one zip, with a README that says what goes where. */
import type { GeneratedCertificate, Kind } from "../../../../core/certificate/contract.ts";
import { withoutEnd } from "../../../../core/kernel/formatting.ts";
import { day } from "../../../../core/kernel/dates.ts";
import {
  type Archive,
  type ArchiveEntry,
  archiveOf,
  README,
  saveArchive,
  SECRET,
} from "../../page/archive.ts";
import type { SaveOutcome } from "../../ui/feedback/questions.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import { certificatesIn, type HeldCa } from "./held-cas.ts";
import type { KeyFile } from "./made-certificates.ts";

/** A certificate of the page with the keys that belong to it. */
export interface BundleParts {
  made: GeneratedCertificate;
  /** The private key of the certificate; null if it was not made here. */
  privateKey: string | null;
  /** The private key of the CA above it, if it is to be kept. */
  caKey: string | null;
  keyFiles: readonly KeyFile[];
}

/** A CA of the page. */
export type BundledCa = Pick<HeldCa, "name" | "certificates" | "privateKey" | "crl">;

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
    key: "For the server: the private key",
  },
  "tls-client": {
    kind: "TLS client",
    chain: "For the client: the certificate, then its CA.",
    ca: "For the side that checks the client: the CA.",
    key: "For the client: the private key",
  },
  "smime": {
    kind: "S/MIME",
    chain: "The certificate, then its CA.",
    ca: "For your recipients: the CA.",
    key: "For OpenSSL and other programs without a key store: the private key",
  },
  "intermediate-ca": {
    kind: "intermediate CA",
    chain:
      "The intermediate CA, then the CA above it. Send it with each certificate that it signs.",
    ca: "For your devices: the root CA. Trust it on each device.",
    key: "Keep it offline: the private key of the intermediate CA",
  },
  "root-ca": {
    kind: "root CA",
    chain: "The root CA, as a chain.",
    ca: "For your devices: the root CA. Trust it on each device.",
    key: "Keep it offline: the private key of the root CA",
  },
};

const CA_KEY = "Keep it offline: the private key of the CA";

/** The line about a private key: also whether it is encrypted. */
const aboutKey = (key: string, what: string): string =>
  `${what}, ${isEncrypted(key) ? "encrypted with your password" : "not encrypted"}.`;

const isEncrypted = (key: string): boolean => key.startsWith("-----BEGIN ENCRYPTED PRIVATE KEY");
const isKey = (content: string | Uint8Array): content is string =>
  typeof content === "string" && /^-----BEGIN (?:ENCRYPTED )?PRIVATE KEY/.test(content);

const OPEN = "The private keys in this ZIP are not encrypted.";
const UNDER_PASSWORD =
  "The private keys in this ZIP are encrypted with the password that you chose. " +
  "Most servers need them without it:\n  openssl pkey -in KEY_FILE -out NEW_FILE";

/** The files, each with its line for the README. Paths begin with `folder`. */
function entriesOf(
  { made, privateKey, caKey, keyFiles }: BundleParts,
  folder = "",
): ArchiveEntry[] {
  const files = filesOf(made);
  const words = WORDS[made.kind];
  const above = certificatesIn(made.chain).slice(1);
  const entries: ArchiveEntry[] = [];
  const add = (path: string, content: string | Uint8Array, what: string, secret = false) =>
    entries.push({ path: `${folder}${path}`, content, what, secret });
  if (made.kind === "root-ca") add(files.certificate, made.certificate, words.ca);
  else {
    add(files.chain, made.chain, above.length > 0 ? words.chain : "The certificate.");
    add(files.certificate, made.certificate, "The certificate only.");
    if (made.ca) add(files.ca, made.ca.certificate, words.ca);
    if (above.length > 1) {
      add(files.cas, above.join(""), "All CAs, up to the root, in one file.");
      add(files.root, above.at(-1)!, "For your devices: the root. Trust it on each device.");
    }
  }
  if (privateKey !== null) {
    add(`${SECRET}/${files.key}`, privateKey, aboutKey(privateKey, words.key), true);
  }
  if (caKey !== null) add(`${SECRET}/${files.caKey}`, caKey, aboutKey(caKey, CA_KEY), true);
  for (const { name, content, what } of keyFiles) add(`${SECRET}/${name}`, content, what, true);
  return entries;
}

const bundleHeading = (made: GeneratedCertificate): string =>
  `Certificate for ${filesOf(made).base} (${WORDS[made.kind].kind}), valid until ${
    day(made.notAfter)
  }.`;

/** The zip of one result. */
export const bundleOf = (parts: BundleParts, now: number): Archive =>
  archiveOf(filesOf(parts.made).base, bundleHeading(parts.made), entriesOf(parts), now);

/** Saves certificates and CAs as one zip: the usual one for a single certificate. */
export const saveEverything = (
  all: readonly BundleParts[],
  cas: readonly BundledCa[],
  now: number,
): Promise<SaveOutcome> =>
  saveArchive(all.length === 1 && cas.length === 0 ? bundleOf(all[0], now) : trayOf(all, cas, now));

/** The zip of the tray: a folder for each certificate, and above them the CAs of this page with their keys and CRLs. */
export function trayOf(
  all: readonly BundleParts[],
  cas: readonly BundledCa[],
  now: number,
): Archive {
  const used = new Set([README, SECRET].map((name) => name.toLowerCase()));
  const entries = [
    ...cas.flatMap(({ name, certificates, privateKey, crl }) => {
      // Its files and the folders of the certificates are in one folder.
      const own = ownName(name, used, [".crt", ".crl.pem"]);
      return [
        {
          path: `${own}.crt`,
          content: certificates,
          what: "A CA. Trust it on your devices, and where clients are checked.",
        },
        ...crl === null ? [] : [{
          path: `${own}.crl.pem`,
          content: crl,
          what: "The CRL of this CA, for servers that check clients.",
        }],
        {
          path: `${SECRET}/${own}.key`,
          content: privateKey,
          what: aboutKey(privateKey, CA_KEY),
          secret: true,
        },
      ];
    }),
    ...all.filter(({ made }) => !cas.some(({ certificates }) => certificates === made.chain))
      .flatMap((parts) =>
        // The keys of the CAs are above.
        entriesOf({ ...parts, caKey: null }, `${ownName(filesOf(parts.made).base, used)}/`)
      ),
  ];
  const keys = entries.map(({ content }) => content).filter(isKey);
  const headings = [
    ...all.map(({ made }) => bundleHeading(made)),
    ...all.length > 0 ? ["Run the commands of the page in the folder of the certificate."] : [],
    ...keys.length > 0 ? [keys.every(isEncrypted) ? UNDER_PASSWORD : OPEN] : [],
  ];
  return archiveOf("certificates", headings.join("\n"), entries, now);
}

/**
 * A name for a folder or a CA's files that no other has, in either case of letters. Adds it to `used`, with these
 * endings.
 */
function ownName(wanted: string, used: Set<string>, endings: readonly string[] = [""]): string {
  // Windows drops dots at the end of a folder's name.
  const base = withoutEnd(wanted, ".") || "certificate";
  const namesOf = (name: string) => endings.map((ending) => `${name}${ending}`.toLowerCase());
  let name = base;
  for (let count = 2; namesOf(name).some((each) => used.has(each)); count++) {
    name = `${base}_${count}`;
  }
  for (const each of namesOf(name)) used.add(each);
  return name;
}
