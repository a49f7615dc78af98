/** The starts of mutations: every object and text of tests/fixtures, by kind. */
import { walkFixtures } from "./fixture-files.ts";
import { identify, kindOfBlock, type ObjectKind } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { prepareDonors } from "./der-mutations.ts";
import { elementsOf } from "./tlv.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Longer objects are slower and find nothing more. */
const MAX_OBJECT = 6 * 1024;
const MAX_TEXT = 16 * 1024;

const byKind = new Map<ObjectKind, Bytes[]>();
const texts: string[] = [];
const all: Bytes[] = [];

function add(kind: ObjectKind | null, bytes: Bytes): void {
  if (bytes.length > MAX_OBJECT || kind === null) return;
  const list = byKind.get(kind) ?? [];
  byKind.set(kind, list);
  list.push(bytes);
  all.push(bytes);
}

for (const { bytes } of walkFixtures()) {
  const kind = bytes[0] === 0x30 ? identify(bytes) : null;
  if (kind !== null) {
    add(kind, bytes);
    continue;
  }
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\0")) continue;
  if (text.length <= MAX_TEXT) texts.push(text);
  if (!text.includes("-----BEGIN ")) continue;
  for (const block of readPem(text)) if (block.bytes) add(kindOfBlock(block), block.bytes);
}

/** The objects of one kind. Throws if there are none. */
export function objects(kind: ObjectKind): readonly Bytes[] {
  const list = byKind.get(kind);
  if (!list) throw new Error(`the fixtures have no ${kind}`);
  return list;
}

/** The texts that contain `part`. */
export const textsWith = (part: string): readonly string[] =>
  texts.filter((text) => text.includes(part));

/** The different elements of the objects that have one of the tags. */
export function elementsWith(
  sources: readonly Bytes[],
  fits: (element: Bytes) => boolean,
): Bytes[] {
  const found = new Map<string, Bytes>();
  for (const bytes of sources) {
    const { count, start, end } = elementsOf(bytes);
    for (let i = 0; i < count; i++) {
      const element = bytes.slice(start[i], end[i]);
      if (fits(element)) found.set(element.toBase64(), element);
    }
  }
  return [...found.values()];
}

/** Objects to take elements from. */
export const donors = prepareDonors(all);
export const textDonors: readonly string[] = texts;
