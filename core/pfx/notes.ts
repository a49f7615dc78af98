/**
 * What programs that read a PFX file will stumble over: pairs that its localKeyIDs get wrong, certificates
 * that Java ignores, and a password in an unusual encoding. Notes have a code and facts, and `noteText`
 * turns them into a sentence.
 */
import { counted } from "../kernel/formatting.ts";
import type { Deviation } from "../x509/cms/password-readings.ts";

/** A key of the file, and the place of the certificate that fits it. */
interface NotedKey {
  readonly localKeyId: string | null;
  readonly certificate: number | null;
}

interface NotedCertificate {
  readonly localKeyId: string | null;
  readonly isTrusted: boolean;
  readonly isCa: boolean;
}

interface NotedFile {
  readonly mac: { readonly name: string } | null;
  readonly deviation: Deviation;
  readonly keys: readonly NotedKey[];
  readonly certificates: readonly NotedCertificate[];
  readonly others: number;
}

export type PfxNote =
  | { code: "empty" }
  | { code: "mac_missing" }
  | { code: "mac_md5" }
  | { code: "password_encoding"; deviation: NonNullable<Deviation> }
  /** The number of keys in these three. */
  | { code: "pairs_crossed"; count: number }
  | { code: "pairs_unmarked"; count: number }
  | { code: "keys_alone"; count: number }
  | { code: "id_on_ca" }
  | { code: "java_mark_missing"; count: number };

/** The notes on an open file, the most important first. */
export function pfxNotes(file: NotedFile): PfxNote[] {
  const { mac, deviation, keys, certificates, others } = file;
  const notes: PfxNote[] = [];
  if (keys.length + certificates.length + others === 0) notes.push({ code: "empty" });
  if (mac === null) notes.push({ code: "mac_missing" });
  else if (mac.name === "HMAC-MD5") notes.push({ code: "mac_md5" });
  if (deviation) notes.push({ code: "password_encoding", deviation });
  notes.push(...pairNotes(keys, certificates));
  const unmarked = certificates.filter(({ isTrusted }) => !isTrusted).length;
  if (keys.length === 0 && unmarked > 0) {
    notes.push({ code: "java_mark_missing", count: unmarked });
  }
  return notes;
}

/** Notes on the localKeyIDs, by which Windows and Java find the certificate of a key. */
function pairNotes(
  keys: readonly NotedKey[],
  certificates: readonly NotedCertificate[],
): PfxNote[] {
  const ids = new Set<string>();
  const idsOfCas = new Set<string>();
  for (const { localKeyId, isCa } of certificates) {
    if (localKeyId === null) continue;
    ids.add(localKeyId);
    if (isCa) idsOfCas.add(localKeyId);
  }
  let [crossed, unmarked, alone] = [0, 0, 0];
  let isOnCa = false;
  for (const { localKeyId, certificate } of keys) {
    if (certificate === null) alone++;
    else if (localKeyId === null || certificates[certificate].localKeyId !== localKeyId) {
      if (localKeyId !== null && ids.has(localKeyId)) crossed++;
      else unmarked++;
    } else if (!certificates[certificate].isCa && idsOfCas.has(localKeyId)) isOnCa = true;
  }
  const notes: PfxNote[] = [];
  if (crossed > 0) notes.push({ code: "pairs_crossed", count: crossed });
  // A key finds the only certificate of a file without an ID.
  const used = new Set(keys.map(({ certificate }) => certificate).filter((at) => at !== null));
  if (unmarked > 0 && used.size > 1) notes.push({ code: "pairs_unmarked", count: unmarked });
  if (alone > 0 && certificates.length > 0) notes.push({ code: "keys_alone", count: alone });
  if (isOnCa) notes.push({ code: "id_on_ca" });
  return notes;
}

const ENCODINGS: Readonly<Record<NonNullable<Deviation>, string>> = {
  utf8_as_latin1: "as UTF-8 read as ISO 8859-1",
  low_octets: "with one octet for each character",
  utf16: "as UTF-16",
};

/** The sentences of a note. */
export function noteText(note: PfxNote): string {
  switch (note.code) {
    case "empty":
      return "The PFX file opened, but it is empty: it holds no key and no certificate";
    case "mac_missing":
      return "The PFX file has no MAC, so changes to it cannot be detected";
    case "mac_md5":
      return "The MAC of the PFX file uses MD5, which is broken, so changes to it may go unnoticed";
    case "password_encoding":
      return `The program that wrote the PFX file encoded the password ${
        ENCODINGS[note.deviation]
      }, which no standard allows. Other programs say that the password is wrong. Write the file again`;
    case "pairs_crossed":
      return `${
        counted(note.count, "key has", "keys have")
      } the localKeyID of a certificate that does not fit. Windows and Java pair keys and certificates ` +
        "by this ID, so they use the wrong ones. We paired them by their public keys. Write the file again";
    case "pairs_unmarked":
      return `${
        counted(note.count, "key and its certificate have", "keys and their certificates have")
      } no localKeyID in common, so Windows and Java may not find the certificate of a key. ` +
        "We paired them by their public keys";
    case "keys_alone":
      return `${
        counted(note.count, "key fits", "keys fit")
      } none of the certificates in the PFX file, so no server can use the two together`;
    case "id_on_ca":
      return "CA certificates have the same localKeyID as a key. Apple's programs refuse such a file";
    case "java_mark_missing":
      return `Java ignores ${
        counted(note.count, "certificate")
      } of this PFX file, because Oracle's mark of a trusted certificate is missing. ` +
        "Use keytool -importcert to make a truststore";
  }
}
