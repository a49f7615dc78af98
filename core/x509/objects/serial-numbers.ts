/** Serial numbers: their text, as OpenSSL prints it, and the requirements of RFC 5280, 4.1.2.2. */
import { toHex } from "../asn1/hex.ts";

const MAX_SERIAL_OCTETS = 20;

/** Returns upper-case hex without leading zero octets; for a negative number "-" and its magnitude. */
export function formatSerialNumber(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] >= 0x80) return "-" + toHex(magnitude(bytes.subarray(start, end)));
  let first = start;
  while (first < end - 1 && bytes[first] === 0) first++;
  return toHex(bytes, first, end);
}

/** Returns the absolute value of a negative two's complement number, without leading zero octets. */
function magnitude(octets: Uint8Array): Uint8Array {
  const out = octets.map((octet) => ~octet);
  // Add one with carry. Compare the stored octet: the value of `++` itself is not cut to 8 bits.
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
 * Returns the faults of a serial number, given the content octets of its INTEGER. A zero octet that only
 * keeps the number positive belongs to the encoding and is not counted in the length.
 */
export function serialFaults(octets: Uint8Array): SerialFault[] {
  const faults: SerialFault[] = [];
  if (octets[0] >= 0x80) faults.push("negative");
  else if (octets.every((octet) => octet === 0)) faults.push("zero");
  if (serialLength(octets) > MAX_SERIAL_OCTETS) faults.push("too_long");
  return faults;
}

/** Returns the length of the number in octets, without the zero octet that keeps it positive. */
export function serialLength(octets: Uint8Array): number {
  const isSign = octets.length > 1 && octets[0] === 0 && octets[1] >= 0x80;
  return octets.length - (isSign ? 1 : 0);
}
