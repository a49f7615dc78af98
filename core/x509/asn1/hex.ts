/** Bytes as upper-case hexadecimal, as openssl prints them. */

const DIGITS = Uint8Array.from("0123456789ABCDEF", (digit) => digit.charCodeAt(0));
const ascii = new TextDecoder();
/** Engines have Uint8Array.prototype.toHex since 2025. */
const isNative = "toHex" in Uint8Array.prototype;

/** Returns two digits for each byte from `start` to `end`, without separators. */
export function toHex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (isNative) return bytes.subarray(start, end).toHex().toUpperCase();
  const digits = new Uint8Array(2 * (end - start));
  for (let i = start, j = 0; i < end; i++) {
    digits[j++] = DIGITS[bytes[i] >> 4];
    digits[j++] = DIGITS[bytes[i] & 15];
  }
  return ascii.decode(digits);
}

/** Returns the pairs of digits joined by ":", as fingerprints are written. */
export const toColonHex = (bytes: Uint8Array): string => inPairs(toHex(bytes));

/** The same for digits. Their case stays. */
export function inPairs(hex: string): string {
  const pairs: string[] = [];
  for (let i = 0; i < hex.length; i += 2) pairs.push(hex.slice(i, i + 2));
  return pairs.join(":");
}
