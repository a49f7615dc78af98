/** Writes all objects to one zip file (fflate), with a folder for each set and a README. */
import { authorityName } from "../names/certificate-name.ts";
import { abridged, counted, namedFile, quoted } from "../kernel/formatting.ts";
import { strToU8 } from "fflate";
import { portableName } from "../file-names.ts";
import { writeZip, type ZipFile } from "../zip.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { Collection } from "./collection.ts";
import { KINDS } from "../verdict/text/kind-words.ts";
import { type InspectedObject, isUnreadable, type LockedObject, nameOf } from "./objects.ts";
import type { MatchedSet, Sets } from "./sets.ts";

/** The folder for objects that belong to no set, or to several. */
const OTHER = "other";

/**
 * Writes a folder for each certificate with a key, a CSR or a chain, so that no key lies next to a certificate that it
 * does not belong to. Private keys are written as unencrypted PKCS#8, except those that were not opened. `now` is the
 * date of the entries in milliseconds since the epoch.
 */
export function writeArchive(
  collection: Collection,
  sets: Sets,
  now: number,
): Uint8Array<ArrayBuffer> {
  const archive = new Archive();
  const saved = new Set<number>();
  const containers = containersOf(collection);
  for (const set of sets.all) {
    const { certificate, privateKeys, requests, chain } = set;
    if (privateKeys.length + requests.length === 0 && chain.length < 2) continue;
    const add = (id: number, what: string) => {
      const object = collection.get(id)!;
      const { ending, bytes } = fileOf(object)!;
      saved.add(id);
      archive.add(set.label, set.base, ending, bytes, `${what} ${originOf(object)}`);
    };
    if (certificate !== null) add(certificate, certificateWords(collection.get(certificate)!));
    for (const id of privateKeys) add(id, keyWords(set));
    for (const id of requests) add(id, "A CSR with the same key.");
    const sent = sets.withoutRoot(chain);
    if (sent.length > 1) {
      const above = sent.length - 1;
      const issuers = counted(above, "intermediate certificate");
      const addChain = (ending: string, ids: readonly number[], what: string) =>
        archive.add(set.label, set.base, ending, strToU8(sets.pem(ids)), what);
      addChain("_chain.pem", sent.slice(1), `Only the chain: ${issuers}, without the root.`);
      addChain(
        "_fullchain.pem",
        sent,
        `The full chain: the certificate, then ${issuers}. This is what a web server sends.`,
      );
    }
    for (const id of containers.get(certificate ?? -1) ?? []) {
      add(id, "A PFX file that contains this certificate.");
    }
  }
  const left: string[] = [];
  for (const object of collection.objects) {
    if (saved.has(object.id)) continue;
    const file = isUnreadable(object) ? null : fileOf(object);
    if (file === null) left.push(`${KINDS[object.kind]}. ${originOf(object)}`);
    else {
      const base = portableName(otherName(collection, object), object.kind);
      const what = `${otherWords(object)} ${originOf(object)}`;
      archive.add(OTHER, base, file.ending, file.bytes, what);
    }
  }
  for (const { file, message, id } of collection.skipped) {
    if (id === null) left.push(`${namedFile(file)}: ${message}`);
  }
  return archive.zip(now, left);
}

/** PFX files by their end entity; a file with none or several belongs to no set. */
function containersOf(collection: Collection): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { id, kind } of collection.objects) {
    if (kind !== "pkcs12") continue;
    const leaves = [...collection.contentsOf(id)].filter((member) => {
      const object = collection.get(member);
      return object?.kind === "certificate" && object.candidate?.isCa === false;
    });
    if (leaves.length !== 1) continue;
    const [leaf] = leaves;
    found.set(leaf, [...found.get(leaf) ?? [], id]);
  }
  return found;
}

interface SavedFile {
  ending: string;
  bytes: Uint8Array;
}

/** The file of an object; null if it has none of its own. */
function fileOf(object: InspectedObject): SavedFile | null {
  const { bytes } = object;
  switch (object.kind) {
    case "certificate":
      return { ending: ".crt", bytes: strToU8(writePem("CERTIFICATE", bytes)) };
    case "request":
      return { ending: ".csr", bytes: strToU8(writePem("CERTIFICATE REQUEST", bytes)) };
    case "private-key":
      return object.privateKey === null ? null : {
        ending: ".key",
        bytes: strToU8(writePem("PRIVATE KEY", object.privateKey.pkcs8)),
      };
    case "encrypted-private-key":
      if (object.block?.notation === "PuTTY") return { ending: ".ppk", bytes };
      return { ending: ".key", bytes: strToU8(encryptedPem(object)) };
    case "public-key":
      return { ending: ".pub.der", bytes };
    case "pkcs12":
      return { ending: ".pfx", bytes };
    case "jks":
      return { ending: ".jks", bytes };
    case "pkcs7":
      return { ending: ".p7b", bytes };
    case "crl":
      return { ending: ".crl", bytes };
    case "caa-record":
      return { ending: ".zone", bytes: strToU8(`${object.text}\n`) };
    default:
      return null;
  }
}

/** The PEM as it was found, because the headers describe the encryption of a traditional key (RFC 1421, 4.6). */
function encryptedPem({ block, bytes }: LockedObject): string {
  if (block === null || block.label === "") return writePem("ENCRYPTED PRIVATE KEY", bytes);
  const [begin, ...lines] = writePem(block.label, bytes).split("\n");
  const headers = [["Proc-Type", "proc-type"], ["DEK-Info", "dek-info"]].flatMap(([name, key]) => {
    const value = block.headers.get(key);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return [begin, ...headers, ...(headers.length > 0 ? [""] : []), ...lines].join("\n");
}

/** The name for the file of an object in no set. A PFX file is named after its first certificate. */
function otherName(collection: Collection, object: InspectedObject): string {
  if (object.kind === "caa-record") return object.record?.owner ?? "";
  if (object.kind !== "pkcs12") return nameOf(object);
  const first = [...collection.contentsOf(object.id)].map((id) => collection.get(id)!)
    .find(({ kind }) => kind === "certificate");
  return first ? nameOf(first) : "";
}

function certificateWords(object: InspectedObject): string {
  if (object.kind !== "certificate" || object.certificate === null) return "A certificate.";
  const { serialNumber, issuer, publicKey: { key }, notAfter } = object.certificate;
  const issuedBy = quoted(authorityName(issuer));
  const keyName = [key.algorithm, key.curve ?? key.bits].filter((part) => part !== null).join(" ");
  const until = new Date(notAfter).toISOString().slice(0, 10);
  return `A certificate, ${keyName}, issued by ${issuedBy}, serial number ${serialNumber}, ` +
    `until ${until}.`;
}

function keyWords({ certificate, unverified }: MatchedSet): string {
  const what = certificate === null ? "CSR" : "certificate";
  const match = unverified === null
    ? `The private key of this ${what}.`
    : `A private key that may belong to this ${what}: this tool cannot verify that.`;
  return `${match} It is not encrypted: keep it secret.`;
}

function otherWords(object: InspectedObject): string {
  switch (object.kind) {
    case "certificate":
      return certificateWords(object);
    case "request":
      return "A CSR. Its key and its certificate are not in these files.";
    case "private-key":
      return "A private key without a certificate or CSR. " +
        "It is not encrypted: keep it secret.";
    case "encrypted-private-key":
      return "An encrypted private key. It was not opened, so its certificate is not known.";
    case "pkcs12":
      return object.opened
        ? "A PFX file, as it was found."
        : "A PFX file. It was not opened, so its content is not known.";
    default:
      return `${KINDS[object.kind]}.`;
  }
}

const MAX_ORIGINS = 3;

/** "Found in: download, download (1) and 4 more." */
function originOf({ places }: InspectedObject): string {
  const files = [...new Set(places.map(({ file }) => file))];
  return `Found in: ${abridged(files, MAX_ORIGINS, namedFile)}.`;
}

/** The endings of files with private keys. */
const SECRET: ReadonlySet<string> = new Set([".key", ".pfx"]);

/** Collects files by folder, each with its line in the README. */
class Archive {
  readonly #files: ZipFile[] = [];
  readonly #names = new Set<string>();
  readonly #lines = new Map<string, string[]>();

  /** Adds a file under a name that differs from the others even if case is ignored. */
  add(folder: string, base: string, ending: string, bytes: Uint8Array, what: string): void {
    for (let count = 1;; count++) {
      const name = count === 1 ? `${base}${ending}` : `${base}_${count}${ending}`;
      const path = `${folder}/${name}`;
      if (this.#names.has(path.toLowerCase())) continue;
      this.#names.add(path.toLowerCase());
      this.#files.push({ path, content: bytes, secret: SECRET.has(ending) });
      const lines = this.#lines.get(folder);
      const line = `  ${name}\n    ${what}`;
      if (lines) lines.push(line);
      else this.#lines.set(folder, [line]);
      return;
    }
  }

  zip(now: number, left: readonly string[]): Uint8Array<ArrayBuffer> {
    const parts = [
      "Each folder contains one certificate with its private key, CSR and chain.\n" +
      `All other files, and those that several certificates share, are in "${OTHER}".\n` +
      "Private keys are not encrypted unless their line below says so. Keep this zip secret.\n",
    ];
    for (const [folder, lines] of this.#lines) parts.push(`${folder}/\n${lines.join("\n")}\n`);
    if (left.length > 0) {
      parts.push(`Not in this zip:\n${left.map((line) => `  ${line}`).join("\n")}\n`);
    }
    return writeZip([...this.#files, { path: "README.txt", content: parts.join("\n") }], now);
  }
}
