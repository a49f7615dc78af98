/**
 * The header of an element of BER or DER, read without strictness: for looking at what may be broken or
 * no ASN.1 at all. What is to be trusted is read with the cursor of der.ts.
 */

/** Offsets count from the start of the bytes. */
export interface Header {
  /** Identifier octet; for tag numbers above 30 the number times 256 plus the first octet. */
  readonly tag: number;
  readonly start: number;
  readonly body: number;
  /** Octets of the content, which may reach beyond the bytes; null for the indefinite form. */
  readonly length: number | null;
  /** Where it ends, at most `limit`; the indefinite form reaches to there. */
  readonly end: number;
}

/** As many as the cursor takes. */
const MAX_LENGTH_OCTETS = 8;

/** Reads the header at `at`; null when the bytes up to `limit` hold none. */
export function readHeader(bytes: Uint8Array, at: number, limit: number): Header | null {
  if (at + 2 > limit) return null;
  let tag = bytes[at];
  let body = at + 1;
  if ((tag & 0x1f) === 0x1f) {
    let number = 0;
    let octet = 0x80;
    while (octet >= 0x80) {
      if (body >= limit || number > 0xffff) return null;
      octet = bytes[body++];
      number = number * 128 + (octet & 0x7f);
    }
    tag += number * 256;
    if (body >= limit) return null;
  }
  let length = bytes[body++];
  if (length === 0x80) return { tag, start: at, body, length: null, end: limit };
  if (length > 0x80) {
    const octets = length & 0x7f;
    if (octets > MAX_LENGTH_OCTETS || body + octets > limit) return null;
    length = 0;
    for (let i = 0; i < octets; i++) length = length * 256 + bytes[body++];
  }
  return { tag, start: at, body, length, end: Math.min(body + length, limit) };
}
