/** Bytes: comparing them, and as text of one character an octet. */

/** Whether both have the same bytes. Not in constant time. */
export function equalOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, i) => octet === b[i]);
}

/** One character an octet; what is not ASCII then fails every syntax check. */
export function ascii(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
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
