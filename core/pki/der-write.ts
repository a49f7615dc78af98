/** Writing DER: only what rewriting keys and signatures needs. */

/** One element: identifier octet, shortest length, and the parts of its content joined. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const octets = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
  const out = new Uint8Array(2 + octets + length);
  out[0] = tag;
  out[1] = octets === 0 ? length : 0x80 | octets;
  for (let i = 0; i < octets; i++) out[2 + i] = length >>> (8 * (octets - 1 - i));
  let at = 2 + octets;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
