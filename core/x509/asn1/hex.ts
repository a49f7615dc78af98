/** Bytes as upper-case hexadecimal, as openssl prints them. */

const PAIRS: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => octet.toString(16).toUpperCase().padStart(2, "0"),
);

const DIGITS = Uint8Array.from("0123456789ABCDEF", (digit) => digit.charCodeAt(0));
const ascii = new TextDecoder("latin1");
/** From here on one call for all digits is faster than joining pairs. */
const LONG = 16;
/** Uint8Array.prototype.toHex: engines have it since 2025. */
const isNative = "toHex" in Uint8Array.prototype;

/** Pairs without separators. */
export function toHex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start >= LONG) {
    return isNative ? bytes.subarray(start, end).toHex().toUpperCase() : longHex(bytes, start, end);
  }
  let hex = "";
  for (let i = start; i < end; i++) hex += PAIRS[bytes[i]];
  return hex;
}

function longHex(bytes: Uint8Array, start: number, end: number): string {
  const digits = new Uint8Array(2 * (end - start));
  for (let i = start, j = 0; i < end; i++) {
    digits[j++] = DIGITS[bytes[i] >> 4];
    digits[j++] = DIGITS[bytes[i] & 15];
  }
  return ascii.decode(digits);
}

/** Pairs joined by ":", the form of fingerprints. */
export function toColonHex(bytes: Uint8Array): string {
  if (bytes.length === 0) return "";
  let hex = PAIRS[bytes[0]];
  for (let i = 1; i < bytes.length; i++) hex += ":" + PAIRS[bytes[i]];
  return hex;
}
