/** Writes DER, for keys, signatures, certificates and PKCS#12 files. */
import { concatenate } from "../../kernel/octets.ts";
import { TAG } from "./der.ts";
import { encodeOid } from "./oids.ts";

/** Returns an element: identifier octet, shortest length, and the joined parts of its content. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const octets = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
  const header = new Uint8Array(2 + octets);
  header[0] = tag;
  header[1] = octets === 0 ? length : 0x80 | octets;
  for (let i = 0; i < octets; i++) header[2 + i] = length >>> (8 * (octets - 1 - i));
  return concatenate([header, ...parts]);
}

/** Returns an OBJECT IDENTIFIER from its dotted form. */
export const objectIdentifier = (oid: string): Uint8Array<ArrayBuffer> =>
  element(TAG.OID, encodeOid(oid));

/** Returns a non-negative INTEGER below 2^31. */
export function integer(value: number): Uint8Array<ArrayBuffer> {
  const octets = [value & 0xff];
  for (let rest = value >>> 8; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  if (octets[0] >= 0x80) octets.unshift(0);
  return element(TAG.INTEGER, Uint8Array.from(octets));
}

/** Returns an INTEGER from a non-negative big-endian number, which may have leading zeros. */
export function unsignedInteger(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  let first = 0;
  while (first < octets.length - 1 && octets[first] === 0) first++;
  const number = octets.subarray(first);
  return number.length === 0 || number[0] >= 0x80
    ? element(TAG.INTEGER, Uint8Array.of(0), number)
    : element(TAG.INTEGER, number);
}

/** Returns a SET OF with its members in the order of DER (X.690, 11.6). */
export function setOf(...members: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return element(TAG.SET, ...members.toSorted(compareOctets));
}

function compareOctets(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
