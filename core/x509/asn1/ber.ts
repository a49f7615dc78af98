/**
 * Converts BER (ITU-T X.690) to a form that the DER reader accepts. NSS and older versions of Windows
 * and Java write PKCS#12 in pieces: elements of indefinite length, and strings in segments.
 *
 * Elements of definite length keep their bytes; only an element that contains one of indefinite length
 * is written again. Depth is bounded, and every header counts against the budget.
 */
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { concatenate } from "../../kernel/octets.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import { Der, DerError, TAG } from "./der.ts";
import { element } from "./der-write.ts";
import { INDEFINITE } from "./header.ts";

const CONSTRUCTED = 0x20;
const CONSTRUCTED_OCTET_STRING = TAG.OCTET_STRING | CONSTRUCTED;
/** The maximum depth. PKCS#12 and PKCS#7 never nest this deeply inside one OCTET STRING. */
const MAX_DEPTH = 32;

/**
 * Returns the first element of `bytes` with definite lengths only and its OCTET STRINGs in one piece.
 * Bytes after the element are dropped. `octets` joins the segments of strings under context-specific
 * tags. Throws DerError if the encoding is broken.
 */
export function toDefinite(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): Uint8Array<ArrayBuffer> {
  return new Converter(bytes, budget).convert(0, bytes.length, 0).bytes;
}

/** Returns the content of an OCTET STRING under an implicit tag whose header `der` has just read. */
export function octets(der: Der): Uint8Array<ArrayBuffer> {
  if ((der.tag & CONSTRUCTED) === 0) return der.content();
  const { end } = der;
  const segments: Uint8Array[] = [];
  for (let at = der.body; at < end; at = der.end) {
    der.expect(at, end, TAG.OCTET_STRING, "Part of a string");
    segments.push(der.content());
  }
  return concatenate(segments);
}

interface Converted {
  /** The element with its header. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Offset of its content in `bytes`. */
  body: number;
  /** Offset after it in the input. */
  end: number;
}

class Converter {
  readonly #der: Der;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>, budget: Budget) {
    this.#der = new Der(bytes, budget);
  }

  convert(at: number, limit: number, depth: number): Converted {
    if (depth > MAX_DEPTH) throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    const { bytes } = this;
    const tag = bytes[at];
    const isIndefinite = bytes[at + 1] === INDEFINITE && at + 2 <= limit && isShortTag(tag);
    if (isIndefinite && (tag & CONSTRUCTED) === 0) {
      throw new DerError("A primitive element has an indefinite length", at);
    }
    let body = at + 2;
    let end = limit;
    if (isIndefinite) this.#der.budget.spendNode();
    else {
      const der = this.#der;
      der.next(at, limit);
      ({ body, end } = der);
      if ((tag & CONSTRUCTED) === 0 || !isShortTag(tag)) {
        return { bytes: bytes.subarray(at, end), body: body - at, end };
      }
    }
    const children: Converted[] = [];
    let isChanged = isIndefinite || tag === CONSTRUCTED_OCTET_STRING;
    let next = body;
    while (isIndefinite ? !this.#isEndOfContents(next, end) : next < end) {
      const child = this.convert(next, end, depth + 1);
      isChanged ||= child.bytes.buffer !== bytes.buffer;
      children.push(child);
      next = child.end;
    }
    const after = isIndefinite ? next + 2 : end;
    if (!isChanged) return { bytes: bytes.subarray(at, end), body: body - at, end };
    const isString = tag === CONSTRUCTED_OCTET_STRING;
    if (isString && children.some((child) => child.bytes[0] !== TAG.OCTET_STRING)) {
      throw new DerError("Part of a string: expected OCTET STRING", body);
    }
    const parts = children.map((child) =>
      isString ? child.bytes.subarray(child.body) : child.bytes
    );
    // Join them first: there may be more of them than engines allow arguments in one call.
    const content = concatenate(parts);
    const written = element(isString ? TAG.OCTET_STRING : tag, content);
    return { bytes: written, body: written.length - content.length, end: after };
  }

  #isEndOfContents(at: number, limit: number): boolean {
    if (at + 2 > limit) throw new DerError("An element of indefinite length does not end", at);
    return this.bytes[at] === 0 && this.bytes[at + 1] === 0;
  }
}

/** PKCS#12 and PKCS#7 have no tags in the long form, so elements with one are not converted. */
const isShortTag = (tag: number): boolean => (tag & 0x1f) !== 0x1f;
