/**
 * Looks for a private key in any text, before the text leaves the device: by its PEM label, by the
 * first octets of its DER wherever base64 begins, as a JSON Web Key, and in everything that the
 * inspector finds in base64 (embedded.ts). Returns only the kind of the key.
 *
 * Any text that looks like a key counts: a false alarm costs the user one question, but a missed key
 * would be sent. Every pattern is bounded, so that the work is linear in the length of the text.
 */
import { unescapeNewlines } from "./blocks.ts";
import { embeddedIn } from "./embedded.ts";
import { decodeStart, isEscapedBreak } from "./base64.ts";

/** Enough octets for the header of the first element inside, in every form that is recognised. */
const FIRST = 9;
const SNIFFED = 48;
/** Octets of PEM inside base64 that are searched for a label: parameters may precede the key. */
const CODED = 4096;

/** The kind of key in the text, such as "a private key"; null if it contains none. */
export function privateKeyIn(text: string): string | null {
  return keyIn(text, 0);
}

function keyIn(text: string, depth: number): string | null {
  if (LABEL.test(text) || isPutty(text) || isJsonWebKey(text)) return "a private key";
  if (/BEGIN PKCS ?#?12-----/i.test(text)) return "a PFX (PKCS#12) file";
  return bareKeyIn(text) ?? keyInside(text, depth);
}

const latin1 = new TextDecoder("latin1");

/** The most times that base64 is inside base64. */
const MAX_DEPTH = 3;

/** Looks into base64 of texts and files. An archive is not unpacked, so it counts as a key. */
function keyInside(text: string, depth: number): string | null {
  if (depth === MAX_DEPTH) return null;
  for (const { bytes, kind } of embeddedIn(unescapeNewlines(text), kindOf)) {
    const found = kind ?? ofFile(bytes) ?? keyIn(latin1.decode(bytes), depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** The first octets of keystores of Java (JKS, JCEKS), zip and gzip. */
const FILES: readonly (readonly [string, readonly number[]])[] = [
  ["a Java keystore", [0xfe, 0xed, 0xfe, 0xed]],
  ["a Java keystore", [0xce, 0xce, 0xce, 0xce]],
  ["an archive, which may contain a private key", [0x50, 0x4b]],
  ["an archive, which may contain a private key", [0x1f, 0x8b]],
];

const ofFile = (bytes: Uint8Array): string | null =>
  FILES.find(([, octets]) => octets.every((octet, at) => bytes[at] === octet))?.[0] ?? null;

/** Labels of every kind: RSA, EC, ENCRYPTED, OPENSSH, PGP. BEGIN or END may be missing. */
const LABEL = /(?:BEGIN|END)[^\n-]{0,64}PRIVATE[ \t]{1,4}KEY/i;

const isPutty = (text: string) => text.includes("PuTTY-User-Key-File-");

/** RFC 7517, 4.1; RFC 7518, 6: `d` is private, `k` a symmetric key, and `priv` the seed of an AKP key. */
function isJsonWebKey(text: string): boolean {
  return /["']kty\\?["']/.test(text) && /["'](?:[dk]|priv)\\?["']\s{0,40}:/.test(text);
}

/** "openssh-key-v1" and "-----BEGIN " in base64: an OpenSSH key, and PEM that was encoded again. */
const OPENSSH_BODY = "b3BlbnNzaC1rZXktdjE";
const PEM_CODED = "LS0tLS1CRUdJTi";

/** Finds a key in base64 without its label, anywhere in the text. */
function bareKeyIn(text: string): string | null {
  if (text.includes(OPENSSH_BODY)) return "a private key";
  for (let at = text.indexOf(PEM_CODED); at !== -1; at = text.indexOf(PEM_CODED, at + 1)) {
    if (LABEL.test(String.fromCharCode(...decodeStart(text, at, CODED)))) return "a private key";
  }
  // The base64 of a SEQUENCE (0x30) starts with "M".
  for (let at = text.indexOf("M"); at !== -1; at = text.indexOf("M", at + 1)) {
    if (/[A-Za-z0-9+/]/.test(text[at - 1] ?? "") && !isEscapedBreak(text, at - 2)) continue;
    if (!mayBeKey(decodeStart(text, at, FIRST))) continue;
    const kind = kindOf(decodeStart(text, at, SNIFFED));
    if (kind !== null) return kind;
  }
  return null;
}

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
/** 1.2.840.113549.1.5 (PKCS#5) and 1.2.840.113549.1.12.1 (PKCS#12): how keys are encrypted. */
const PKCS_5 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05];
const PKCS_12 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01];

/** A fast check of the first octets, because most letters M in a text do not start a key. */
function mayBeKey(octets: Uint8Array): boolean {
  const inner = octets[bodyOf(octets, 0)];
  return octets[0] === SEQUENCE && (inner === INTEGER || inner === SEQUENCE);
}

function kindOf(octets: Uint8Array): string | null {
  if (octets[0] !== SEQUENCE) return null;
  const at = bodyOf(octets, 0);
  if (octets[at] === INTEGER && octets[at + 1] === 1) return ofVersion(octets, at + 2);
  if (octets[at] !== SEQUENCE) return null;
  const oid = bodyOf(octets, at);
  const isKey = octets[oid] === OBJECT_IDENTIFIER &&
    [PKCS_5, PKCS_12].some((prefix) =>
      prefix.every((octet, index) => octets[oid + 2 + index] === octet)
    );
  return isKey ? "an encrypted private key" : null; // RFC 5958, 3
}

/** The kind of a structure that begins with a version: a private key, a PFX file, or neither. */
function ofVersion(octets: Uint8Array, at: number): string | null {
  const [version, next] = octets.subarray(at);
  if (next === SEQUENCE) {
    // The identifier of an algorithm or a content type; a request has a name here.
    if (octets[bodyOf(octets, at + 1)] !== OBJECT_IDENTIFIER) return null;
    return version === 3 ? "a PFX (PKCS#12) file" : "a private key"; // RFC 7292, 4; RFC 5958, 2
  }
  // RFC 5915, 3; RFC 8017, A.1.2
  const isKey = next === OCTET_STRING || next === INTEGER && version <= 1;
  return isKey ? "a private key" : null;
}

/** Where the content of the element begins. */
function bodyOf(octets: Uint8Array, at: number): number {
  const length = octets[at + 1];
  return at + 2 + (length > 0x80 ? length & 0x7f : 0);
}
