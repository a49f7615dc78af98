/**
 * Reading DER (ITU-T X.690) in place: a cursor over the input, offsets instead of copies.
 *
 * Rules: nothing outside the given limits is ever read; every header counts against the budget; every
 * fault carries the offset of the byte at which it was found. Lengths and tags that are not in their
 * shortest form, and booleans other than 00 and FF, are findings, because the object is still readable.
 * The indefinite form is a fault: DER does not allow it, and all signed objects must be DER.
 *
 * A Der holds the header that it read last (`tag`, `start`, `body`, `end`) in its own fields, so that
 * reading a tree allocates nothing. Copy `body` and `end` before you read on:
 *
 *     der.expect(at, limit, TAG.SEQUENCE, "Subject");
 *     for (let at = der.body, end = der.end; at < end; at = der.end) der.next(at, end);
 *
 * The cursor does not recurse: a reader goes as deep as its grammar does.
 */
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { counted, withCommas } from "../../kernel/formatting.ts";
import { Findings } from "./findings.ts";
import { Header, TAG } from "./header.ts";

export { TAG };

/** Identifier octet of the context-specific tag [n], primitive (IMPLICIT over a primitive type). */
export const primitive = (n: number): number => 0x80 | n;
/** Identifier octet of the context-specific tag [n], constructed (EXPLICIT, or over SEQUENCE). */
export const constructed = (n: number): number => 0xa0 | n;

const UNIVERSAL_NAMES = new Map<number, string>([
  [0x00, "end of contents"],
  [0x01, "BOOLEAN"],
  [0x02, "INTEGER"],
  [0x03, "BIT STRING"],
  [0x04, "OCTET STRING"],
  [0x05, "NULL"],
  [0x06, "OBJECT IDENTIFIER"],
  [0x0a, "ENUMERATED"],
  [0x0c, "UTF8String"],
  [0x10, "SEQUENCE"],
  [0x11, "SET"],
  [0x12, "NumericString"],
  [0x13, "PrintableString"],
  [0x14, "T61String"],
  [0x16, "IA5String"],
  [0x17, "UTCTime"],
  [0x18, "GeneralizedTime"],
  [0x1a, "VisibleString"],
  [0x1c, "UniversalString"],
  [0x1e, "BMPString"],
]);
const CLASS_NAMES = ["universal", "application", "context", "private"];

/** Returns a tag in words: "SEQUENCE", "[0]", "application tag 5". */
export function tagName(tag: number): string {
  const number = tag > 0xff ? tag >>> 8 : tag & 0x1f;
  const form = (tag & 0xc0) >>> 6;
  if (form === 2) return `[${number}]`;
  const name = form === 0 ? UNIVERSAL_NAMES.get(number) : undefined;
  if (!name) return `${CLASS_NAMES[form]} tag ${number}`;
  const wantsConstructed = number === 0x10 || number === 0x11;
  const isConstructed = (tag & 0x20) !== 0;
  if (wantsConstructed === isConstructed) return name;
  return `${isConstructed ? "constructed" : "primitive"} ${name}`;
}

/** Returns "1 byte", "2 bytes"; above the exact integers of a double "more than 2^53 bytes". */
export function byteCount(count: number): string {
  if (count > Number.MAX_SAFE_INTEGER) return "more than 2^53 bytes";
  return counted(count, "byte");
}

/** The error for DER that cannot be read. `offset` is the byte at which reading stopped. */
export class DerError extends OperationError {
  constructor(readonly reason: string, readonly offset: number) {
    super("unreadable", `${reason} (byte ${withCommas(offset)})`);
  }
}

/** The result of `read`; null if the bytes cannot be read. Other errors go on. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return null;
  }
}

function wrongTag(what: string, wanted: number, found: number, at: number): DerError {
  return new DerError(
    `${what}: expected ${tagName(wanted)}, found ${tagName(found)}`,
    at,
  );
}

/**
 * A cursor over DER (X.690, 10). It holds the offsets of the element whose header it read last and
 * copies nothing. Each method that reads throws DerError if the bytes are not what it expects, and
 * `too_complex` when the budget's nodes are used up.
 */
export class Der {
  /** Identifier octet; for tag numbers above 30 the number times 256 plus the first octet. */
  tag = 0;
  /** Offset of the identifier octet. */
  start = 0;
  /** Offset of the first content octet. */
  body = 0;
  /** Offset after the last content octet. */
  end = 0;
  readonly #header = new Header();

  /**
   * @param bytes the whole input; all offsets count from its first byte.
   * @param findings receives the faults that are tolerated.
   */
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly budget: Budget,
    readonly findings: Findings = new Findings(),
  ) {}

  /** Reads the header at `at`; the element must end at or before `limit`. */
  next(at: number, limit: number): void {
    this.budget.spendNode();
    const header = this.#header;
    const fault = header.read(this.bytes, at, limit);
    if (!header.isShortestTag) {
      this.findings.add("tag_not_minimal", at);
    }
    if (fault === "tag") throw new DerError("A tag number is too large", at);
    if (fault === "length") throw new DerError("A length is too large", header.body - 1);
    if (fault !== null) {
      const isAbsent = at >= limit;
      throw new DerError(
        isAbsent ? "The data ends where an element is expected" : "The data ends inside a header",
        at,
      );
    }
    const { body, length } = header;
    if (length === null) throw new DerError("DER does not allow an indefinite length", body - 1);
    if (!header.isShortestLength) {
      this.findings.add("length_not_minimal", at);
    }
    const tag = header.shortestTag;
    const end = body + length;
    if (end > limit) {
      const beyond = end - limit;
      throw new DerError(
        limit === this.bytes.length
          ? `The data is cut off: ${byteCount(beyond)} missing`
          : `The ${tagName(tag)} of ${byteCount(length)} goes ${
            byteCount(beyond)
          } beyond its parent`,
        at,
      );
    }
    this.tag = tag;
    this.start = at;
    this.body = body;
    this.end = end;
  }

  /** Reads the header at `at` and requires its tag. `what` is named in the fault. */
  expect(at: number, limit: number, tag: number, what: string): void {
    if (at >= limit) {
      throw new DerError(`${what} is missing: expected ${tagName(tag)}`, at);
    }
    const first = this.bytes[at];
    // Check the tag before the length: the length of another element means nothing. A tag in the long
    // form may still be the wanted one.
    if (first !== tag && (first & 0x1f) !== 0x1f) throw wrongTag(what, tag, first, at);
    this.next(at, limit);
    this.require(tag, what);
  }

  /** Requires the tag of the element read last. `what` is named in the fault. */
  require(tag: number, what: string): void {
    if (this.tag !== tag) throw wrongTag(what, tag, this.tag, this.start);
  }

  /** Returns whether the element at `at` has `tag`, and if so reads its header. */
  optional(at: number, limit: number, tag: number): boolean {
    if (at >= limit || this.bytes[at] !== tag) return false;
    this.next(at, limit);
    return true;
  }

  /** Requires that `at` is the end. */
  finish(at: number, limit: number, what: string): void {
    if (at < limit) {
      throw new DerError(`${what}: ${byteCount(limit - at)} too many`, at);
    }
  }

  /** Returns the content of the element read last, without copying it. */
  content(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.body, this.end);
  }

  /** Returns the element read last with its header, without copying it. */
  element(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.start, this.end);
  }

  /** Returns the value of the BOOLEAN read last. */
  boolean(): boolean {
    if (this.end - this.body !== 1) throw new DerError("BOOLEAN is not one byte long", this.start);
    const octet = this.bytes[this.body];
    if (octet !== 0 && octet !== 0xff) {
      this.findings.add("boolean_not_der", this.start);
    }
    return octet !== 0;
  }

  /** Adds a finding if the INTEGER or ENUMERATED read last has redundant octets. Throws if it is empty. */
  checkInteger(): void {
    const { bytes, body, end } = this;
    if (body === end) throw new DerError("INTEGER is empty", this.start);
    if (end - body > 1) {
      const first = bytes[body];
      const high = bytes[body + 1] >= 0x80;
      if ((first === 0 && !high) || (first === 0xff && high)) {
        this.findings.add("integer_not_minimal", this.start);
      }
    }
  }

  /** Returns the INTEGER or ENUMERATED read last; null if it is longer than six bytes. */
  smallInteger(): number | null {
    this.checkInteger();
    const { bytes, body, end } = this;
    if (end - body > 6) return null;
    let value = bytes[body] >= 0x80 ? -1 : 0;
    for (let i = body; i < end; i++) value = value * 256 + bytes[i];
    return value;
  }

  /** Returns the size in bits of the non-negative INTEGER read last. */
  integerBits(): number {
    this.checkInteger();
    const { bytes, end } = this;
    let at = this.body;
    while (at < end && bytes[at] === 0) at++;
    return at === end ? 0 : (end - at) * 8 - (Math.clz32(bytes[at]) - 24);
  }

  /** Checks the BIT STRING read last and returns its unused bits. Its bits start at `body + 1`. */
  bitString(): number {
    const { bytes, body, end } = this;
    if (body === end) throw new DerError("BIT STRING is empty", this.start);
    const unused = bytes[body];
    if (unused > 7 || (unused > 0 && end - body === 1)) {
      throw new DerError("BIT STRING has a wrong number of unused bits", body);
    }
    if (unused > 0 && (bytes[end - 1] & ((1 << unused) - 1)) !== 0) {
      this.findings.add("unused_bits_not_zero", body);
    }
    return unused;
  }
}

/**
 * Returns the names of the bits that are set in the BIT STRING read last, whatever its tag (X.680, 22).
 * Throws DerError if a bit without a name is set.
 */
export function readNamedBits(der: Der, names: readonly string[], what: string): string[] {
  const unused = der.bitString();
  const { bytes, start, body, end } = der;
  const bits = (end - body - 1) * 8 - unused;
  const set: string[] = [];
  for (let i = 0; i < bits; i++) {
    if ((bytes[body + 1 + (i >> 3)] & (0x80 >> (i & 7))) === 0) continue;
    if (i >= names.length) {
      throw new DerError(`${what}: a bit is set that has no meaning`, body);
    }
    set.push(names[i]);
  }
  // X.690, 11.2.2: the trailing zero bits of a BIT STRING with named bits are left out.
  if (bits > 0 && (bytes[end - 1] & (1 << unused)) === 0) {
    der.findings.add("trailing_zero_bits", start, what);
  }
  return set;
}

/**
 * Walks the SEQUENCE OF at `start`, which must end at `limit`. Calls `visit` after reading the header of
 * each element; `visit` may read on inside the element.
 */
export function eachOf(
  der: Der,
  start: number,
  limit: number,
  what: string,
  visit: () => void,
): void {
  der.expect(start, limit, TAG.SEQUENCE, what);
  const { body, end } = der;
  der.finish(end, limit, what);
  // RFC 5280 requires at least one element in each of its lists.
  if (body === end) der.findings.add("list_empty", start, what);
  eachIn(der, body, end, visit);
}

/** Walks the elements between two offsets as `eachOf` does. */
export function eachIn(der: Der, start: number, end: number, visit: () => void): void {
  for (let at = start; at < end;) {
    der.next(at, end);
    at = der.end;
    visit();
  }
}
