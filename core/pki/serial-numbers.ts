/** Serial numbers as OpenSSL prints them. */
import { toHex } from "./hex.ts";

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
