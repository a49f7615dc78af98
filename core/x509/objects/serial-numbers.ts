/** Serial numbers: as OpenSSL prints them, and what RFC 5280, 4.1.2.2 asks of them. */
import { toHex } from "../asn1/hex.ts";

/** RFC 5280, 4.1.2.2. */
const MAX_SERIAL_OCTETS = 20;

/** Upper-case hex pairs without leading zero octets; "-" and the magnitude when negative. */
export function formatSerialNumber(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] >= 0x80) return "-" + toHex(magnitude(bytes.subarray(start, end)));
  let first = start;
  while (first < end - 1 && bytes[first] === 0) first++;
  return toHex(bytes, first, end);
}

/** The absolute value of a negative two's complement number, without leading zero octets. */
function magnitude(octets: Uint8Array): Uint8Array {
  const out = octets.map((octet) => ~octet);
  // Plus one, with its carry; what `++` itself gives is not yet cut to an octet.
  for (let i = out.length - 1; i >= 0; i--) {
    out[i]++;
    if (out[i] !== 0) break;
  }
  let first = 0;
  while (first < out.length - 1 && out[first] === 0) first++;
  return out.subarray(first);
}

export type SerialFault = "negative" | "zero" | "too_long";

/**
 * What is wrong with a serial number, given the content octets of its INTEGER. The octet of zeros
 * before a value whose first bit is set is the encoding's, not the value's, and does not count.
 */
export function serialFaults(octets: Uint8Array): SerialFault[] {
  const faults: SerialFault[] = [];
  if (octets[0] >= 0x80) faults.push("negative");
  else if (octets.every((octet) => octet === 0)) faults.push("zero");
  if (serialLength(octets) > MAX_SERIAL_OCTETS) faults.push("too_long");
  return faults;
}

/** The octets of the value. */
export function serialLength(octets: Uint8Array): number {
  const isSign = octets.length > 1 && octets[0] === 0 && octets[1] >= 0x80;
  return octets.length - (isSign ? 1 : 0);
}
