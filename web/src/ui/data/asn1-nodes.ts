/** Navigation in the flat list of an ASN.1 tree, and the text of an element to copy. */
import type { Asn1Node } from "../../../../core/x509/asn1/tree.ts";

/** One element of the tree, in encoded order. */
export type Asn1Element = Omit<Asn1Node, "encapsulated">;

/** Returns the index of the innermost element that contains the byte, or -1. */
export function innermost(nodes: readonly Asn1Element[], offset: number): number {
  // Elements are ordered by offset: find the last one that begins at or before the byte.
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

/** Returns the index of the enclosing element, or -1 at the top. */
export function parentOf(nodes: readonly Asn1Element[], index: number): number {
  const { depth } = nodes[index];
  for (let at = index - 1; at >= 0; at--) if (nodes[at].depth < depth) return at;
  return -1;
}

/** Returns the index of the first nested element, or -1. */
export function childOf(nodes: readonly Asn1Element[], index: number): number {
  const next = nodes[index + 1];
  return next !== undefined && next.depth > nodes[index].depth ? index + 1 : -1;
}

/** Returns the path of an element, counted from 1: "1.1.7.2". */
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

/** The name of a field and the offset of its first byte. */
export interface FieldPlace {
  field: string;
  offset: number;
}

/** Returns the field that contains the element; null for elements that enclose fields. */
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

/** Returns upper-case hex without separators. */
export function hexOf(bytes: Uint8Array, start: number, end: number): string {
  const pairs: string[] = [];
  for (const octet of bytes.subarray(start, end)) pairs.push(octet.toString(16).padStart(2, "0"));
  return pairs.join("").toUpperCase();
}

/** Returns the complete value: the hex of the content if the element is constructed or its value is shortened. */
export function wholeValue(bytes: Uint8Array, element: Asn1Element): string {
  const { offset, headerLength, length, value } = element;
  if (value !== "" && !value.includes("…")) return value;
  const body = offset + headerLength;
  return hexOf(bytes, body, body + length);
}
