/**
 * Whether a text is ready to be read by itself: whole PEM or DER, or clearly something else. What may
 * be a beginning is left alone, so that nobody is told of a fault while typing or pasting in parts.
 */

import { firstOctets } from "../lib/first-octets.ts";

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const DASHES = "-----";
const SEQUENCE = 0x30;
/** Base64 that begins no DER is some other text from this length on. */
const CLEARLY = 64;
/** Digits that are enough for the tag and the length of what DER begins with. */
const HEAD = 12;

/** True for whole PEM, JSON, DER in base64, and for what is clearly none of these. */
export function isFinished(text: string): boolean {
  const begun = text.lastIndexOf(BEGIN);
  if (begun !== -1) {
    const end = text.indexOf(END, begun);
    return end !== -1 && text.indexOf(DASHES, end + END.length) !== -1;
  }
  const rest = text.trimStart();
  if (rest === "" || BEGIN.startsWith(rest)) return false;
  if (rest.startsWith("{")) return text.trimEnd().endsWith("}");
  if (/[^A-Za-z0-9+/=\s]/.test(rest)) return true;
  return isWholeBase64(rest.replace(/\s/g, ""));
}

/** Whether DER in base64 has come to its end, by the length that it begins with (X.690, 8.1.3). */
function isWholeBase64(digits: string): boolean {
  if (digits.length < HEAD) return false;
  const [tag, first, ...more] = firstOctets(digits, HEAD);
  if (tag !== SEQUENCE) return digits.length >= CLEARLY;
  const octets = Math.floor(digits.replace(/=+$/, "").length * 3 / 4);
  if (first < 0x80) return octets >= 2 + first;
  const count = first & 0x7f;
  // Without a length, as some programs write PFX files, it cannot be told.
  if (count === 0 || count > 4) return true;
  const length = more.slice(0, count).reduce((sum, octet) => sum * 256 + octet, 0);
  return octets >= 2 + count + length;
}
