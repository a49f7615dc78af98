/**
 * Reads the header of an element of BER or DER (X.690, 8.1): identifier octets and length octets. It
 * accepts any form of both, so that broken input can be shown; the cursor in der.ts adds the
 * requirements of DER.
 */

/** Identifier octets of the universal types, constructed where DER requires it. */
export const TAG = {
  BOOLEAN: 0x01,
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  NULL: 0x05,
  OID: 0x06,
  ENUMERATED: 0x0a,
  UTF8_STRING: 0x0c,
  NUMERIC_STRING: 0x12,
  PRINTABLE_STRING: 0x13,
  T61_STRING: 0x14,
  IA5_STRING: 0x16,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  VISIBLE_STRING: 0x1a,
  UNIVERSAL_STRING: 0x1c,
  BMP_STRING: 0x1e,
  SEQUENCE: 0x30,
  SET: 0x31,
} as const;

/** The length octet of the indefinite form (X.690, 8.1.3.6). */
export const INDEFINITE = 0x80;

/** Why a header cannot be read: the data ends first, or a tag number or a length is out of range. */
type HeaderFault = "ends" | "tag" | "length";

/** A length of more octets is longer than any input. */
const MAX_LENGTH_OCTETS = 8;
/** None of the formats that the project reads has a tag number above this. */
const MAX_TAG_NUMBER = 0xffff;
const MAX_TAG_OCTETS = 8;

/** One header. `read` overwrites its fields, so that reading a tree allocates nothing. */
export class Header {
  /** Identifier octet; in the long form the tag number times 256 plus the first octet. */
  tag = 0;
  tagNumber = 0;
  isShortestTag = true;
  /** Offset of the identifier octet. */
  start = 0;
  /** Offset of the first content octet; after a fault in the length, the offset after its first octet. */
  body = 0;
  /** Octets of the content, which may reach beyond the bytes; null in the indefinite form. */
  length: number | null = null;
  isShortestLength = true;
  /** Offset after the content, at most `limit`; in the indefinite form `limit`. */
  end = 0;

  /** Reads the header at `at`, which must end before `limit`. Returns its fault, or null. */
  read(bytes: Uint8Array, at: number, limit: number): HeaderFault | null {
    this.start = at;
    this.isShortestTag = true;
    this.isShortestLength = true;
    if (at + 2 > limit) return "ends";
    const first = bytes[at];
    let next = at + 1;
    this.tag = first;
    this.tagNumber = first & 0x1f;
    if (this.tagNumber === 0x1f) {
      let number = 0;
      for (;;) {
        if (next >= limit) return "ends";
        const octet = bytes[next++];
        number = number * 128 + (octet & 0x7f);
        if (number > MAX_TAG_NUMBER) return "tag";
        if (octet < 0x80) break;
        if (next - at > MAX_TAG_OCTETS) return "tag";
      }
      this.tag = number * 256 + first;
      this.tagNumber = number;
      this.isShortestTag = number >= 31 && bytes[at + 1] !== 0x80;
      if (next >= limit) return "ends";
    }
    let length = bytes[next++];
    this.body = next;
    if (length === 0x80) {
      this.length = null;
      this.end = limit;
      return null;
    }
    if (length > 0x80) {
      const octets = length & 0x7f;
      if (octets > MAX_LENGTH_OCTETS) return "length";
      if (next + octets > limit) return "ends";
      const isPadded = bytes[next] === 0;
      length = 0;
      for (let i = 0; i < octets; i++) length = length * 256 + bytes[next++];
      this.isShortestLength = !isPadded && length >= 0x80;
      this.body = next;
    }
    this.length = length;
    this.end = Math.min(next + length, limit);
    return null;
  }

  /** The tag as its shortest form would give it. */
  get shortestTag(): number {
    return this.isShortestTag || this.tagNumber >= 31
      ? this.tag
      : (this.tag & 0xe0) | this.tagNumber;
  }
}

/** Returns the header at `at`, or null if it cannot be read from the bytes up to `limit`. */
export function readHeader(bytes: Uint8Array, at: number, limit: number): Header | null {
  const header = new Header();
  return header.read(bytes, at, limit) === null ? header : null;
}
