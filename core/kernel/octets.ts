/** Compares and joins bytes, and converts them to and from text. */

/** Whether both have the same bytes. It does not run in constant time. */
export function equalOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, i) => octet === b[i]);
}

/** The bytes of all parts in one array. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The big-endian number in the two octets at `at`; NaN beyond the end, which is unequal to every length. */
export const uint16 = (bytes: Uint8Array, at: number): number => bytes[at] * 256 + bytes[at + 1];

/** Text with one character for each octet. Octets outside ASCII then fail every syntax check. */
export function ascii(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Returns the octets of pairs of digits in either case. The caller has checked that there are only pairs. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(digits.length / 2);
  for (let i = 0; i < octets.length; i++) {
    octets[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  }
  return octets;
}

/** Whether two ranges of the same bytes are equal. */
export function equalRanges(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = start, j = otherStart; i < end; i++, j++) if (bytes[i] !== bytes[j]) return false;
  return true;
}
