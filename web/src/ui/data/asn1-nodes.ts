/**
 * Navigation in the flat list of an ASN.1 tree: up, down and by byte; and what can be copied of an
 * element.
 */
import type { Asn1Node } from "../../../../core/x509/asn1/tree.ts";

/** One element of the tree, in encoded order. */
export type Asn1Element = Omit<Asn1Node, "encapsulated">;

/** The innermost element that contains the byte; -1 if none does. */
export function innermost(nodes: readonly Asn1Element[], offset: number): number {
  // Elements begin in order, so the search starts at the last that begins before the byte.
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle].offset <= offset) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= 0; index--) {
    const { offset: start, headerLength, length } = nodes[index];
    if (offset < start + headerLength + length) return index;
  }
  return -1;
}

/** The element around this one; -1 at the top. */
export function parentOf(nodes: readonly Asn1Element[], index: number): number {
  const { depth } = nodes[index];
  for (let at = index - 1; at >= 0; at--) if (nodes[at].depth < depth) return at;
  return -1;
}

/** The first element inside this one; -1 where it has none. */
export function childOf(nodes: readonly Asn1Element[], index: number): number {
  const next = nodes[index + 1];
  return next !== undefined && next.depth > nodes[index].depth ? index + 1 : -1;
}

/**
 * The path of an element, counted from 1: "1.1.7.2". Elements at the top are "1", "2" and so on.
 */
export function pathOf(nodes: readonly Asn1Element[], index: number): string {
  const steps: number[] = [];
  for (let at = index, count = 0, { depth } = nodes[index]; at >= 0; at--) {
    if (nodes[at].depth > depth) continue;
    if (nodes[at].depth === depth) count++;
    else {
      steps.unshift(count);
      depth = nodes[at].depth;
      count = 1;
    }
    if (at === 0) steps.unshift(count);
  }
  return steps.join(".");
}

/** A field by its name, and its first byte. */
export interface FieldPlace {
  field: string;
  offset: number;
}

/** The field that the element is or belongs to; null for elements around the fields. */
export function fieldAt(
  nodes: readonly Asn1Element[],
  fields: readonly FieldPlace[],
  index: number,
): string | null {
  if (fields.length === 0) return null;
  for (let at = index; at !== -1; at = parentOf(nodes, at)) {
    const known = fields.find(({ offset }) => offset === nodes[at].offset);
    if (known) return known.field;
  }
  return null;
}

/** Upper-case pairs without separators. */
export function hexOf(bytes: Uint8Array, start: number, end: number): string {
  const pairs: string[] = [];
  for (const octet of bytes.subarray(start, end)) pairs.push(octet.toString(16).padStart(2, "0"));
  return pairs.join("").toUpperCase();
}

/** The whole value: for shortened values and constructed elements the hex of the content. */
export function wholeValue(bytes: Uint8Array, element: Asn1Element): string {
  const { offset, headerLength, length, value } = element;
  if (value !== "" && !value.includes("…")) return value;
  const body = offset + headerLength;
  return hexOf(bytes, body, body + length);
}
