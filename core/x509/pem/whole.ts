/** Whether octets are a whole object, by its outermost header. */
import { readHeader } from "../asn1/header.ts";
import { identify, isOpensshKey } from "./identify.ts";

/** The octets that an object needs by its header; null if it has no known kind. BER without a length needs those it has. */
function lengthOf(bytes: Uint8Array): number | null {
  if (identify(bytes) === null) return null;
  if (isOpensshKey(bytes)) return bytes.length;
  const header = readHeader(bytes, 0, bytes.length);
  if (header === null) return null;
  return header.length === null ? bytes.length : header.body + header.length;
}

/** Whether an object of a known kind is complete. Other octets may follow it. */
export function isWhole(bytes: Uint8Array): boolean {
  const length = lengthOf(bytes);
  return length !== null && length <= bytes.length;
}

/** The padding of base64 may add two octets. */
const MAX_SURPLUS = 2;

/** Whether an object of a known kind is complete, and nothing follows it. */
export function isExact(bytes: Uint8Array): boolean {
  const length = lengthOf(bytes);
  return length !== null && length <= bytes.length && bytes.length - length <= MAX_SURPLUS;
}
