/** Hostile texts that grow with a number of octets, by what they pretend to be. */
import { type Bytes, pem } from "../../support/hostile-der.ts";

/** The kind of object that a text pretends to be. `text` is any other. */
export type Kind = "certificate" | "request" | "key" | "container" | "crl" | "zone" | "text";

export interface Content {
  /** A short description, unique among contents. */
  readonly name: string;
  readonly kind: Kind;
  /** A text that takes about this many octets in JSON. */
  make(octets: number): string;
}

/** Octets of DER that fit into a text of this length, with base64, its line breaks and JSON. */
export const derRoom = (octets: number): number => Math.max(64, Math.floor((octets - 200) * 0.72));

/** Pieces by number until `room` octets are used; at least one piece. */
export function pieces<Piece extends { readonly length: number }>(
  room: number,
  one: (index: number) => Piece,
): Piece[] {
  const made: Piece[] = [];
  for (let left = room; made.length === 0 || left > 0;) {
    const piece = one(made.length);
    left -= Math.max(piece.length, 1);
    if (left < 0 && made.length > 0) break;
    made.push(piece);
  }
  return made;
}

/** The octets that a text takes in JSON. */
const written = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2;

/** One text as often as it fits. */
export const repeated = (part: string, octets: number): string =>
  part.repeat(Math.max(1, Math.floor(octets / written(part))));

/** Texts by number as often as they fit. */
export function joined(octets: number, one: (index: number) => string): string {
  let text = "";
  for (let index = 0, left = octets;; index++) {
    const part = one(index);
    left -= written(part);
    if (left < 0 && index > 0) return text;
    text += part;
  }
}

/** Contents from a table of their names. */
export const contentsOf = (
  kind: Kind,
  table: Readonly<Record<string, (octets: number) => string>>,
): Content[] => Object.entries(table).map(([name, make]) => ({ name, kind, make }));

/** Contents of one DER object under a PEM label. */
export const objectsOf = (
  kind: Kind,
  label: string,
  table: Readonly<Record<string, (room: number) => Bytes>>,
): Content[] =>
  Object.entries(table).map(([name, make]) => ({
    name,
    kind,
    make: (octets) => pem(label, make(derRoom(octets))),
  }));
