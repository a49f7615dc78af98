/** Reads the character strings of ASN.1 in names, general names and attributes. */
import { TAG } from "./der.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Characters per call of fromCharCode. Engines limit the number of arguments. */
const RUN = 4096;

/**
 * Returns the text of a character string, or null if `tag` is of another type. `whole` is false if some
 * octets are not characters of the type: ASCII types are then read as UTF-8 or Latin-1, and in other
 * types these octets become U+FFFD.
 */
export function readString(
  bytes: Uint8Array,
  tag: number,
  start: number,
  end: number,
): { text: string; whole: boolean } | null {
  switch (tag) {
    case TAG.UTF8_STRING:
      return readUtf8(bytes, start, end);
    case TAG.PRINTABLE_STRING:
    case TAG.IA5_STRING:
    case TAG.NUMERIC_STRING:
    case TAG.VISIBLE_STRING:
      // Some issuers write Latin-1 or UTF-8 into these types. Well-formed UTF-8 is read as UTF-8.
      if (isAscii(bytes, start, end)) return { text: latin1(bytes, start, end), whole: true };
      return { text: readUtf8OrLatin1(bytes, start, end), whole: false };
    case TAG.T61_STRING:
      // In practice a T61String holds Latin-1, as OpenSSL reads it too.
      return { text: latin1(bytes, start, end), whole: true };
    case TAG.BMP_STRING:
      return readUtf16(bytes, start, end);
    case TAG.UNIVERSAL_STRING:
      return readUtf32(bytes, start, end);
    default:
      return null;
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] >= 0x80) return false;
  return true;
}

/** Returns one character for each octet (ISO 8859-1). */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i += RUN) {
    text += fromCodes(bytes.subarray(i, Math.min(end, i + RUN)));
  }
  return text;
}

function fromCodes(codes: Uint8Array | Uint16Array): string {
  // `apply` accepts any array-like value, but its type requires an array.
  return String.fromCharCode.apply(null, codes as unknown as number[]);
}

function readUtf8(bytes: Uint8Array, start: number, end: number): { text: string; whole: boolean } {
  if (isAscii(bytes, start, end)) return { text: latin1(bytes, start, end), whole: true };
  const whole = isUtf8(bytes, start, end);
  return { text: utf8.decode(bytes.subarray(start, end)), whole };
}

function readUtf8OrLatin1(bytes: Uint8Array, start: number, end: number): string {
  return isAscii(bytes, start, end) || !isUtf8(bytes, start, end)
    ? latin1(bytes, start, end)
    : utf8.decode(bytes.subarray(start, end));
}

/**
 * Returns whether the octets are well-formed UTF-8 (Unicode, table 3-7). An object may hold thousands of
 * malformed strings, and a decoder that throws takes a hundred times as long for each.
 */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end;) {
    const first = bytes[i++];
    if (first < 0x80) continue;
    if (first < 0xc2 || first > 0xf4) return false;
    // The second octet excludes overlong forms, surrogates and numbers above U+10FFFF.
    const second = i < end ? bytes[i++] : 0;
    const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return false;
    for (let more = first < 0xe0 ? 0 : first < 0xf0 ? 1 : 2; more > 0; more--) {
      if (i >= end || (bytes[i++] & 0xc0) !== 0x80) return false;
    }
  }
  return true;
}

function readUtf16(bytes: Uint8Array, start: number, end: number) {
  const units = new Uint16Array((end - start) >> 1);
  for (let i = 0, at = start; i < units.length; i++, at += 2) {
    units[i] = (bytes[at] << 8) | bytes[at + 1];
  }
  const parts: string[] = [];
  for (let i = 0; i < units.length; i += RUN) parts.push(fromCodes(units.subarray(i, i + RUN)));
  const text = parts.join("");
  const well = text.isWellFormed();
  return { text: well ? text : text.toWellFormed(), whole: well && (end - start) % 2 === 0 };
}

function readUtf32(bytes: Uint8Array, start: number, end: number) {
  const parts: string[] = [];
  let whole = (end - start) % 4 === 0;
  for (let at = start; at + 4 <= end; at += 4) {
    const code = ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) |
      bytes[at + 3]) >>> 0;
    const isScalar = code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
    if (!isScalar) whole = false;
    parts.push(isScalar ? String.fromCodePoint(code) : "\uFFFD");
  }
  return { text: parts.join(""), whole };
}
