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

interface BundleParts {
  made: GeneratedCertificate;
  /** The private key of the certificate; null if it was not made here. */
  privateKey: string | null;
  /** The private key of the CA above it, if it is to be kept. */
  caKey: string | null;
  /** A PFX file and its name. It has a password. */
  pfx: { name: string; bytes: Uint8Array } | null;
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

export const bundleHeading = (made: GeneratedCertificate): string =>
  `Certificate for ${filesOf(made).base} (${WORDS[made.kind].kind}), valid until ${
    day(made.notAfter)
  }.`;

/** The zip of one result. */
export const bundleOf = (parts: BundleParts, now: number): Archive =>
  archiveOf(filesOf(parts.made).base, bundleHeading(parts.made), entriesOf(parts), now);

/** The certificates that are on the page, each with the keys that belong to it. */
export type Bundled = Omit<BundleParts, "pfx">;

/** Saves results and CAs as one zip: the usual one for a single result. */
export const saveEverything = (
  results: readonly Bundled[],
  cas: Parameters<typeof everythingOf>[1],
  now: number,
): Promise<SaveOutcome> =>
  saveArchive(
    results.length === 1 && cas.length === 0
      ? bundleOf({ ...results[0], pfx: null }, now)
      : everythingOf(results, cas, now),
  );

/** The zip of several results: a folder for each, and the keys of the CAs of this page above them. */
function everythingOf(
  results: readonly Bundled[],
  cas: readonly Pick<HeldCa, "name" | "certificates" | "privateKey">[],
  now: number,
): Archive {
  const used = new Set([README, SECRET].map((name) => name.toLowerCase()));
  const entries = [
    ...cas.flatMap(({ name, certificates, privateKey }) => {
      const own = ownName(name, used);
      return [
        { path: `${own}.crt`, content: certificates, what: "A CA. Trust it on your devices." },
        {
          path: `${SECRET}/${own}.key`,
          content: privateKey,
          what: "The private key of the CA, not encrypted. Keep it offline.",
          secret: true,
        },
      ];
    }),
    ...results.flatMap((parts) =>
      entriesOf({ ...parts, pfx: null }, `${ownName(filesOf(parts.made).base, used)}/`)
    ),
  ];
  const heading = results.map(({ made }) => bundleHeading(made)).join("\n") ||
    "CAs that were made on this page.";
  return archiveOf("certificates", heading, entries, now);
}

/** A name for a folder or a CA's files that no other has, in either case of letters. Adds it to `used`. */
export function ownName(wanted: string, used: Set<string>): string {
  // Windows drops dots at the end of a folder's name.
  const base = withoutEnd(wanted, ".") || "certificate";
  let name = base;
  for (let count = 2; used.has(name.toLowerCase()); count++) name = `${base}_${count}`;
  used.add(name.toLowerCase());
  return name;
}
