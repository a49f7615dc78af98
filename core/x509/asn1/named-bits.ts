/** BIT STRING with named bits (X.680, 22). */
import { type Der, DerError } from "./der.ts";

/**
 * The names of the bits that are set in the BIT STRING, under whatever tag, read last. Throws
 * DerError where a bit without a name is set.
 */
export function readNamedBits(der: Der, names: readonly string[], what: string): string[] {
  const unused = der.bitString();
  const { bytes, start, body, end } = der;
  const bits = (end - body - 1) * 8 - unused;
  const set: string[] = [];
  for (let i = 0; i < bits; i++) {
    if ((bytes[body + 1 + (i >> 3)] & (0x80 >> (i & 7))) === 0) continue;
    if (i >= names.length) throw new DerError(`${what}: A BIT WITHOUT MEANING IS SET`, body);
    set.push(names[i]);
  }
  // X.690, 11.2.2: a BIT STRING with named bits leaves its trailing zero bits out.
  if (bits > 0 && (bytes[end - 1] & (1 << unused)) === 0) {
    der.findings.add("bit_string_not_der", `${what} HAS TRAILING ZERO BITS`, start);
  }
  return set;
}
