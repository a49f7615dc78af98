/**
 * Looks for a private key in any text, before the text leaves the device: by its PEM label, by the
 * first octets of its DER wherever base64 begins, and as a JSON Web Key. Only the kind of the find
 * is returned.
 *
 * A false alarm costs the user one question, a missed key would be sent: so whatever looks like a
 * key counts. Every pattern is bounded, so that the work is linear in the length of the text.
 */

/** Enough octets for the first element inside, in every form that is told apart here. */
const FIRST = 9;
const SNIFFED = 48;
/** How many octets of PEM inside base64 are examined: parameters may come before the key. */
const CODED = 4096;

/** What the text holds, such as "A PRIVATE KEY"; null if no key was found in it. */
export function privateKeyIn(text: string): string | null {
  if (LABEL.test(text) || isPutty(text) || isJsonWebKey(text)) return "A PRIVATE KEY";
  if (/BEGIN PKCS ?#?12-----/i.test(text)) return "A PFX (PKCS#12) FILE";
  return bareKeyIn(text);
}

/** Labels of every kind: RSA, EC, ENCRYPTED, OPENSSH, PGP. BEGIN or END may have been cut off. */
const LABEL = /(?:BEGIN|END)[^\n-]{0,64}PRIVATE[ \t]{1,4}KEY/i;

const isPutty = (text: string) => text.includes("PuTTY-User-Key-File-");

/** RFC 7517, 4.1; RFC 7518, 6: `d` is private, `k` a symmetric key, and `priv` the seed of an AKP key. */
function isJsonWebKey(text: string): boolean {
  return /["']kty\\?["']/.test(text) && /["'](?:[dk]|priv)\\?["']\s{0,40}:/.test(text);
}

/** "openssh-key-v1" and "-----BEGIN " in base64: the body of an OpenSSH key, and PEM coded again. */
const OPENSSH_BODY = "b3BlbnNzaC1rZXktdjE";
const PEM_CODED = "LS0tLS1CRUdJTi";

/** A key in base64 without its label, anywhere in the text. */
function bareKeyIn(text: string): string | null {
  if (text.includes(OPENSSH_BODY)) return "A PRIVATE KEY";
  for (let at = text.indexOf(PEM_CODED); at !== -1; at = text.indexOf(PEM_CODED, at + 1)) {
    if (LABEL.test(String.fromCharCode(...decodeAt(text, at, CODED)))) return "A PRIVATE KEY";
  }
  // The base64 of a SEQUENCE (0x30) begins with this digit.
  for (let at = text.indexOf("M"); at !== -1; at = text.indexOf("M", at + 1)) {
    if (/[A-Za-z0-9+/]/.test(text[at - 1] ?? "") && !isBreak(text, at - 2)) continue;
    if (!mayBeKey(decodeAt(text, at, FIRST))) continue;
    const kind = kindOf(decodeAt(text, at, SNIFFED));
    if (kind !== null) return kind;
  }
  return null;
}

/** Whether an escaped line break is here: \n or \r in letters. */
function isBreak(text: string, at: number): boolean {
  return text[at] === "\\" && (text[at + 1] === "n" || text[at + 1] === "r");
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/**
 * What may be between base64 digits: white space, quotes, the quoting marks of mail, escaped line
 * breaks.
 */
const BETWEEN = " \t\r\n\f\v\u00a0>\"'\\";
const SKIPPED = 64;
const NO_DIGIT = 65;
/** The value of each digit by its character, those of base64url too. */
const VALUES = new Uint8Array(256).fill(NO_DIGIT);
for (let value = 0; value < 64; value++) VALUES[DIGITS.charCodeAt(value)] = value;
for (const mark of BETWEEN) VALUES[mark.charCodeAt(0)] = SKIPPED;
VALUES["-".charCodeAt(0)] = 62;
VALUES["_".charCodeAt(0)] = 63;

/** The first octets of the base64 that begins here. */
function decodeAt(text: string, start: number, most: number): Uint8Array {
  const octets = new Uint8Array(most);
  let bits = 0;
  let digits = 0;
  let length = 0;
  for (let at = start; at < text.length && length < most; at++) {
    const code = text.charCodeAt(at);
    // Zero-width spaces and byte order marks come with copied text.
    const value = code < 256
      ? VALUES[code]
      : /[\u2000-\u200f\u2060\ufeff]/.test(text[at])
      ? SKIPPED
      : NO_DIGIT;
    if (value === NO_DIGIT) break;
    if (value === SKIPPED) {
      if (isBreak(text, at)) at++;
      continue;
    }
    bits = (bits << 6 | value) & 0xffffff;
    if (++digits % 4 !== 1) octets[length++] = bits >> (6 - 2 * ((digits - 1) % 4));
  }
  return octets.subarray(0, length);
}

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
/** 1.2.840.113549.1.5 (PKCS#5) and 1.2.840.113549.1.12.1 (PKCS#12): how keys are encrypted. */
const PKCS_5 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05];
const PKCS_12 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01];

/**
 * Looks at the first octets alone, because at most places where base64 might begin there is none.
 */
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
  return isKey ? "AN ENCRYPTED PRIVATE KEY" : null; // RFC 5958, 3
}

/** Structures that begin with a version; certificates, requests, CRLs and public keys do not. */
function ofVersion(octets: Uint8Array, at: number): string | null {
  const [version, next] = octets.subarray(at);
  if (next === SEQUENCE) {
    // The identifier of an algorithm or a content type; a request has a name here.
    if (octets[bodyOf(octets, at + 1)] !== OBJECT_IDENTIFIER) return null;
    return version === 3 ? "A PFX (PKCS#12) FILE" : "A PRIVATE KEY"; // RFC 7292, 4; RFC 5958, 2
  }
  // RFC 5915, 3; RFC 8017, A.1.2
  const isKey = next === OCTET_STRING || next === INTEGER && version <= 1;
  return isKey ? "A PRIVATE KEY" : null;
}

/** Where the content of the element begins. */
function bodyOf(octets: Uint8Array, at: number): number {
  const length = octets[at + 1];
  return at + 2 + (length > 0x80 ? length & 0x7f : 0);
}
