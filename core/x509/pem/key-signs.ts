/**
 * Signs of a private key in a text: a PEM label, the first octets of its DER wherever base64 begins, or the members of a
 * JSON Web Key. They also find keys that are damaged or cut off. Pages recognize pasted text by them;
 * private-key-in.ts reads the text as well, before it leaves the device.
 *
 * Every pattern is bounded, so that the work is linear in the length of the text.
 */
import { ascii } from "../../kernel/octets.ts";
import { decodeStart, digitsIn, isEscapedBreak } from "./base64.ts";

/** Enough octets for the header of the first element inside, in every form that is recognised. */
const FIRST = 9;
const SNIFFED = 48;

export const A_KEY = "a private key";
export const A_PFX = "a PFX (PKCS#12) file";
const AN_ENCRYPTED_KEY = "an encrypted private key";

/** The kind of key that the text seems to have, such as "a private key"; null without a sign of one. */
export function keySign(text: string): string | null {
  return mayBeJsonWebKey(text) ? A_KEY : plainKeySign(text);
}

/** `keySign` without JSON Web Keys. */
export function plainKeySign(text: string): string | null {
  if (LABEL.test(text) || TRADITIONAL.test(text) || isPutty(text) || XML.test(text)) return A_KEY;
  if (/BEGIN[ +]PKCS ?#?12-----/i.test(text)) return A_PFX;
  return bareKeyIn(text);
}

/** Labels of every kind: RSA, EC, ENCRYPTED, OPENSSH, PGP. BEGIN or END may be missing; forms write a space as "+". */
export const LABEL = /(?:BEGIN|END)[^\n-]{0,64}PRIVATE[ \t+\u00a0]{1,4}KEY/i;
/** The header of a key in traditional encryption (RFC 1421, 4.6.1.1), whatever its label says. */
const TRADITIONAL = /Proc-Type:\s{0,8}4,\s{0,8}ENCRYPTED/i;
/** The private exponent of a key in the XML of .NET. */
const XML = /<D>[A-Za-z0-9+/\s]{40}/;

const isPutty = (text: string) => text.includes("PuTTY-User-Key-File-");

/** RFC 7517, 4.1; RFC 7518, 6: `d` is private, `k` a symmetric key, and `priv` the seed of an AKP key. */
export function mayBeJsonWebKey(text: string): boolean {
  return /\bkty\\{0,8}["']?\s{0,40}[:=]/.test(text) &&
    /(?:^|[\s{,"'])(?:[dk]|priv)\\{0,8}["']?\s{0,40}[:=]\s{0,40}\\{0,8}["']?[\w-]{6}/.test(text);
}

/** "openssh-key-v1" and "-----BEGIN " in base64: an OpenSSH key, and PEM that was encoded again. */
const OPENSSH_BODY = "b3BlbnNzaC1rZXktdjE";
const PEM_CODED = "LS0tLS1CRUdJTi";

/** Finds a key in base64 without its label, anywhere in the text. */
function bareKeyIn(text: string): string | null {
  if (text.includes(OPENSSH_BODY) || hasCodedLabel(text)) return A_KEY;
  // The base64 of a SEQUENCE (0x30) starts with "M".
  for (let at = text.indexOf("M"); at !== -1; at = text.indexOf("M", at + 1)) {
    if (/[A-Za-z0-9+/]/.test(text[at - 1] ?? "") && !isEscapedBreak(text, at - 2)) continue;
    if (!mayBeKey(decodeStart(text, at, FIRST))) continue;
    const kind = kindOf(decodeStart(text, at, SNIFFED));
    if (kind !== null) return kind;
  }
  return null;
}

/**
 * Whether PEM that was encoded again has the label of a key. Beginnings of PEM may follow one another without an
 * end, so each digit is decoded once for each of the four places that it can have in its group.
 */
function hasCodedLabel(text: string): boolean {
  // How far the text is decoded, by the place in its group of the digit at which that began.
  const decoded = [0, 0, 0, 0];
  let digits = 0;
  let counted = 0;
  for (let at = text.indexOf(PEM_CODED); at !== -1; at = text.indexOf(PEM_CODED, at + 1)) {
    digits += digitsIn(text, counted, at).count;
    counted = at;
    if (at < decoded[digits % 4]) continue;
    const { count, end } = digitsIn(text, at);
    if (LABEL.test(ascii(decodeStart(text, at, Math.ceil(count * 3 / 4))))) return true;
    decoded[digits % 4] = end;
  }
  return false;
}

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
/** 1.2.840.113549.1.5 (PKCS#5) and 1.2.840.113549.1.12.1 (PKCS#12): how keys are encrypted. */
const PKCS_5 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05];
const PKCS_12 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01];

/** A fast check of the first octets, because most letters M in a text do not start a key. */
export function mayBeKey(octets: Uint8Array): boolean {
  const inner = octets[bodyOf(octets, 0)];
  return octets[0] === SEQUENCE && (inner === INTEGER || inner === SEQUENCE);
}

export function kindOf(octets: Uint8Array): string | null {
  if (octets[0] !== SEQUENCE) return null;
  const at = bodyOf(octets, 0);
  if (octets[at] === INTEGER && octets[at + 1] === 1) return ofVersion(octets, at + 2);
  if (octets[at] !== SEQUENCE) return null;
  const oid = bodyOf(octets, at);
  const isKey = octets[oid] === OBJECT_IDENTIFIER &&
    [PKCS_5, PKCS_12].some((prefix) =>
      prefix.every((octet, index) => octets[oid + 2 + index] === octet)
    );
  return isKey ? AN_ENCRYPTED_KEY : null; // RFC 5958, 3
}

/** The kind of a structure that begins with a version: a private key, a PFX file, or neither. */
function ofVersion(octets: Uint8Array, at: number): string | null {
  const [version, next] = octets.subarray(at);
  if (next === SEQUENCE) {
    // The identifier of an algorithm or a content type; a request has a name here.
    if (octets[bodyOf(octets, at + 1)] !== OBJECT_IDENTIFIER) return null;
    return version === 3 ? A_PFX : A_KEY; // RFC 7292, 4; RFC 5958, 2
  }
  // RFC 5915, 3; RFC 8017, A.1.2
  const isKey = next === OCTET_STRING || next === INTEGER && version <= 1;
  return isKey ? A_KEY : null;
}

/** Where the content of the element begins. */
function bodyOf(octets: Uint8Array, at: number): number {
  const length = octets[at + 1];
  return at + 2 + (length > 0x80 ? length & 0x7f : 0);
}
