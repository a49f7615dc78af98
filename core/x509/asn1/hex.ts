/** Bytes as hexadecimal digits, in upper case as openssl prints them, and as numbers. */
import { fromHex } from "../../kernel/octets.ts";

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

/** Returns the big-endian number in the octets; 0 without octets. */
export const numberOf = (octets: Uint8Array): bigint => BigInt(`0x${toHex(octets) || "0"}`);

/** Returns a number that is not negative as at least `length` big-endian octets, without further zeros before it. */
export function numberOctets(number: bigint, length = 1): Uint8Array<ArrayBuffer> {
  const digits = number.toString(16).padStart(2 * length, "0");
  return fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
}

/** Returns the pairs of digits joined by ":", as fingerprints are written. */
export const toColonHex = (bytes: Uint8Array): string => inPairs(toHex(bytes));

/** The same for digits. Their case stays. */
export function inPairs(hex: string): string {
  const pairs: string[] = [];
  for (let i = 0; i < hex.length; i += 2) pairs.push(hex.slice(i, i + 2));
  return pairs.join(":");
}
