/**
 * Lists the ASN.1 elements of any DER or BER object in encoded order. Each has its depth and its byte
 * offsets, so that a page can link a tree and the bytes. Octet and bit strings that contain ASN.1 are
 * decoded too, as dumpasn1 does.
 */
import { counted, withCommas } from "../../kernel/formatting.ts";
import { ascii } from "../../kernel/octets.ts";
import { byteCount, TAG, tagName } from "./der.ts";
import { type Header, readHeader } from "./header.ts";
import { toHex } from "./hex.ts";
import { showOid } from "./oids.ts";
import { readString } from "./strings.ts";

export interface Asn1Node {
  depth: number;
  /** Offset of the identifier octet. */
  offset: number;
  /** Octets of the identifier and the length. */
  headerLength: number;
  /** Octets of the content; in the indefinite form up to its end. */
  length: number;
  /** "SEQUENCE", "[0]", "OBJECT IDENTIFIER". */
  tag: string;
  /** The content as text, shortened; "" if the elements inside are listed instead. */
  value: string;
  /** Whether the element is directly inside an OCTET STRING or BIT STRING. */
  encapsulated: boolean;
}

interface Asn1Tree {
  nodes: Asn1Node[];
  /** Why the list is incomplete; null if it is complete. */
  problem: string | null;
}

/** The maximum number of elements. A longer list does not help a reader. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 64;
/** The most characters of a value, and the most octets that are shown in hex. */
const MAX_VALUE = 200;
const MAX_HEX = 32;

/** Reads as far as possible. `nameOf` returns the name of an object identifier, or null. */
export function asn1Tree(
  bytes: Uint8Array<ArrayBuffer>,
  nameOf: (oid: string) => string | null,
): Asn1Tree {
  const nodes: Asn1Node[] = [];
  const walk = new Walk(bytes, nodes, nameOf);
  const end = walk.elements(0, bytes.length, 0, false);
  let problem = walk.problem;
  if (problem === null && end < bytes.length) {
    problem = `Nothing after byte ${withCommas(end)} can be read`;
  }
  return { nodes, problem };
}

class Walk {
  problem: string | null = null;

  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly nodes: Asn1Node[],
    private readonly nameOf: (oid: string) => string | null,
  ) {}

  /** Reads elements up to `limit` and returns the offset after the last one that it could read. */
  elements(start: number, limit: number, depth: number, encapsulated: boolean): number {
    let at = start;
    while (at < limit) {
      if (this.problem !== null) return at;
      if (this.nodes.length >= MAX_NODES) {
        this.problem = `Only the first ${withCommas(MAX_NODES)} elements are listed`;
        return at;
      }
      const header = readHeader(this.bytes, at, limit);
      if (header === null || isIndefinitePrimitive(header)) {
        this.problem = `The element at byte ${withCommas(at)} cannot be read`;
        return at;
      }
      const missing = header.length === null ? 0 : header.body + header.length - limit;
      if (missing > 0) {
        this.problem = `The element at byte ${withCommas(at)} is cut off: ` +
          `${byteCount(missing)} missing`;
      }
      at = this.#element(header, depth, encapsulated);
      // End of contents of the indefinite form.
      if (header.tag === 0 && header.length === 0) return at;
    }
    return at;
  }

  #element(header: Header, depth: number, encapsulated: boolean): number {
    const { bytes } = this;
    const { tag, start: offset, body, end } = header;
    const node: Asn1Node = {
      depth,
      offset,
      headerLength: body - offset,
      length: end - body,
      tag: tagName(tag),
      value: "",
      encapsulated,
    };
    this.nodes.push(node);
    if (isConstructed(tag)) {
      if (depth >= MAX_DEPTH) {
        node.value = toHex(bytes, body, Math.min(end, body + MAX_HEX));
        return end;
      }
      const reached = this.elements(body, end, depth + 1, false);
      if (header.length === null) {
        node.length = reached - body;
        return reached;
      }
      return end;
    }
    const inner = innerStart(bytes, tag, body, end);
    if (inner !== null && depth < MAX_DEPTH && isAsn1(bytes, inner, end)) {
      this.elements(inner, end, depth + 1, true);
    } else node.value = valueOf(bytes, tag, body, end, this.nameOf);
    return end;
  }
}

const isConstructed = (tag: number): boolean => (tag & 0x20) !== 0;

const isIndefinitePrimitive = ({ tag, length }: Header): boolean =>
  length === null && !isConstructed(tag);

/** Returns where ASN.1 may begin inside an octet or bit string; null for other types. */
function innerStart(bytes: Uint8Array, tag: number, body: number, end: number): number | null {
  if (tag === TAG.OCTET_STRING) return body;
  return tag === TAG.BIT_STRING && end - body > 1 && bytes[body] === 0 ? body + 1 : null;
}

/** Returns whether the range is exactly whole elements, the first of a type that strings often wrap. */
function isAsn1(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2) return false;
  const first = bytes[start];
  // Random octets often look like one short element, so only types that are wrapped in practice count.
  const isLikely = first === TAG.SEQUENCE || first === TAG.SET || first === TAG.INTEGER ||
    first === TAG.OCTET_STRING || first === TAG.BIT_STRING || first === TAG.OID ||
    first === TAG.IA5_STRING || first === TAG.UTF8_STRING || first === TAG.ENUMERATED;
  if (!isLikely) return false;
  let at = start;
  for (let elements = 0; at < end; elements++) {
    const header = readHeader(bytes, at, end);
    if (header === null || header.length === null || elements > 1000) return false;
    at = header.body + header.length;
  }
  return at === end;
}

function valueOf(
  bytes: Uint8Array<ArrayBuffer>,
  tag: number,
  body: number,
  end: number,
  nameOf: (oid: string) => string | null,
): string {
  switch (tag) {
    case TAG.BOOLEAN:
      return end - body === 1 ? (bytes[body] === 0 ? "FALSE" : "TRUE") : hexOf(bytes, body, end);
    case TAG.INTEGER:
    case TAG.ENUMERATED:
      return integerOf(bytes, body, end);
    case TAG.OID: {
      const oid = showOid(bytes, body, end);
      const name = nameOf(oid);
      return name === null ? oid : `${name} (${oid})`;
    }
    case TAG.BIT_STRING: {
      const bits = Math.max(0, (end - body - 1) * 8 - (bytes[body] & 7));
      return `${counted(bits, "bit")} ${hexOf(bytes, body + 1, end)}`;
    }
    case TAG.NULL:
      return "";
    case TAG.UTC_TIME:
    case TAG.GENERALIZED_TIME:
      return cut(ascii(bytes.subarray(body, Math.min(end, body + MAX_VALUE))));
    default: {
      const string = readString(bytes, tag, body, Math.min(end, body + 4 * MAX_VALUE));
      if (string) return cut(string.text);
      return printable(bytes, tag, body, end) ?? hexOf(bytes, body, end);
    }
  }
}

/** Returns the text of a context-specific element, which is often a string, as in general names. */
function printable(bytes: Uint8Array, tag: number, body: number, end: number): string | null {
  if ((tag & 0xc0) !== 0x80 || end === body || end - body > 4 * MAX_VALUE) return null;
  let text = "";
  for (let at = body; at < end; at++) {
    if (bytes[at] < 0x20 || bytes[at] > 0x7e) return null;
    text += String.fromCharCode(bytes[at]);
  }
  return cut(text);
}

function integerOf(bytes: Uint8Array, body: number, end: number): string {
  if (end - body > 6 || end === body) return hexOf(bytes, body, end);
  let value = bytes[body] >= 0x80 ? -1 : 0;
  for (let at = body; at < end; at++) value = value * 256 + bytes[at];
  return String(value);
}

function hexOf(bytes: Uint8Array, start: number, end: number): string {
  const hex = toHex(bytes, start, Math.min(end, start + MAX_HEX));
  return end - start > MAX_HEX ? `${hex}… (${end - start} bytes)` : hex;
}

const cut = (text: string): string =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
