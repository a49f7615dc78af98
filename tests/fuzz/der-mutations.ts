/**
 * Mutations that know DER: elements are changed, cut, doubled, moved, nested and taken from other
 * objects, with the lengths around them corrected or left as they were. All choices come from one
 * seeded source, so that a seed identifies a mutation.
 */
import { concatenate } from "../../core/kernel/octets.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import {
  CURVES,
  DIGESTS,
  encodeOid,
  PURPOSES,
  REQUEST_ATTRIBUTES,
} from "../../core/x509/asn1/oids.ts";
import type { Seeded } from "../support/seeded.ts";
import { type Elements, elementsOf } from "./tlv.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The size limit of the API's body. */
export const MAX_BYTES = 1024 * 1024;

const OCTETS = [0x00, 0x01, 0x02, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xa0, 0xfe, 0xff, 0x30, 0x20];

const TAGS = [
  ...[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18],
  ...[0x1a, 0x1c, 0x1e, 0x1f, 0x24, 0x23, 0x30, 0x31, 0x80, 0x81, 0x82, 0x84, 0x86, 0x87, 0x88],
  ...[0x9f, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xbf, 0xff],
];

/** Object identifiers that the code handles, and some unknown ones. */
const OIDS: readonly Bytes[] = [
  ...Object.values(EXTENSION),
  ...CURVES.keys(),
  ...DIGESTS.keys(),
  ...PURPOSES.keys(),
  ...REQUEST_ATTRIBUTES.keys(),
  ..."1.2.840.113549.1.1.1 1.2.840.113549.1.1.5 1.2.840.113549.1.1.8 1.2.840.113549.1.1.10".split(
    " ",
  ),
  ..."1.2.840.113549.1.1.11 1.2.840.10045.2.1 1.2.840.10040.4.1 1.3.101.110 1.3.101.112".split(" "),
  ..."1.2.840.10045.4.3.2 1.2.840.113549.1.5.12 1.2.840.113549.1.5.13 1.2.840.113549.1.7.1".split(
    " ",
  ),
  ..."1.2.840.113549.1.7.2 1.2.840.113549.1.7.6 1.2.840.113549.1.12.1.3 1.3.6.1.5.5.7.48.1".split(
    " ",
  ),
  ..."1.2.840.113549.1.12.10.1.2 1.2.840.113549.1.12.10.1.3 1.2.840.113549.1.9.1 2.5.4.3".split(
    " ",
  ),
  ..."2.5.29.32.0 1.3.6.1.5.5.7.2.1 1.3.6.1.5.5.7.2.2 1.3.6.1.4.1.11591.4.11 2.999.1".split(" "),
].map(encodeOid);

/** Contents of strings and numbers with which readers have failed. */
const CONTENTS: readonly Bytes[] = [
  "",
  "\0",
  "*",
  "*.",
  "*.example.com",
  "example.com\0.evil.example",
  ".",
  "..",
  "a@b",
  "https://",
  "://x@[::1]:99999/%00",
  "mailto:",
  "xn--",
  "500101000000Z",
  "491231235960Z",
  "99991231235959Z",
  "00000101000000+1400",
  "20240229",
  "\u00ff\u00fe",
  "\u00ed\u00a0\u0080",
  "\u00d8\0",
  ' , + = # ; \\ " < >',
  "a".repeat(256),
].map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0)));

/** The header of an element: its identifier octets and the shortest form of the length. */
function header(identifier: Uint8Array, length: number): number[] {
  const octets = [...identifier];
  if (length < 0x80) return [...octets, length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return [...octets, 0x80 | digits.length, ...digits];
}

/**
 * Replaces the bytes from `from` to `to`, which lie inside the element `parent` (-1: outside of
 * all), and corrects the lengths of the elements around them.
 */
function splice(
  bytes: Bytes,
  { start, body, end, parent: parents }: Elements,
  parent: number,
  from: number,
  to: number,
  insert: Uint8Array,
): Bytes {
  let delta = insert.length - (to - from);
  const around: { start: number; body: number; header: number[] }[] = [];
  for (let index = parent; index !== -1; index = parents[index]) {
    const first = start[index];
    let identifier = first + 1;
    if ((bytes[first] & 0x1f) === 0x1f) {
      while (identifier < body[index] - 1 && bytes[identifier] >= 0x80) identifier++;
      identifier++;
    }
    const length = end[index] - body[index] + delta;
    const renewed = header(bytes.subarray(first, identifier), length);
    around.push({ start: first, body: body[index], header: renewed });
    delta += renewed.length - (body[index] - first);
  }
  const length = bytes.length + delta;
  if (length > MAX_BYTES) return bytes;
  const out = new Uint8Array(length);
  let at = 0;
  let read = 0;
  const copy = (until: number) => {
    out.set(bytes.subarray(read, until), at);
    at += until - read;
  };
  for (let i = around.length - 1; i >= 0; i--) {
    copy(around[i].start);
    out.set(around[i].header, at);
    at += around[i].header.length;
    read = around[i].body;
  }
  copy(from);
  out.set(insert, at);
  at += insert.length;
  read = to;
  copy(bytes.length);
  return out;
}

const wrapped = (tag: number, content: Uint8Array): Bytes => {
  const head = header(Uint8Array.of(tag), content.length);
  const out = new Uint8Array(head.length + content.length);
  out.set(head);
  out.set(content, head.length);
  return out;
};

const joined = (...parts: readonly Uint8Array[]): Bytes => concatenate(parts);

function repeated(part: Uint8Array, times: number): Bytes {
  const out = new Uint8Array(part.length * times);
  for (let i = 0; i < times; i++) out.set(part, i * part.length);
  return out;
}

/** One in this many repetitions goes up to the size limit. */
let oddsOfLarge = 4096;

/** Makes every tenth repetition produce an input of about half a MiB. */
export function preferLarge(): void {
  oddsOfLarge = 10;
}

/** Whether this repetition goes up to the size limit. */
export const isLarge = (random: Seeded): boolean => random.below(oddsOfLarge) === 0;

/** The number of copies or levels: mostly a few, rarely as many as fit. */
function times(random: Seeded, size: number): number {
  const most = Math.max(1, Math.floor(MAX_BYTES / 2 / Math.max(1, size)));
  if (isLarge(random)) return most;
  return Math.min(most, 1 + random.below(random.below(2048) === 0 ? 2_000 : 8));
}

/** One mutation of `bytes`, which stay as they are. `donors` are objects to take elements from. */
export function mutateDer(bytes: Bytes, random: Seeded, donors: readonly Bytes[]): Bytes {
  if (bytes.length === 0) return random.bytes(1 + random.below(16));
  const choice = random.below(100);
  if (choice < 14) return flip(bytes, random);
  if (choice < 18) return cut(bytes, random);
  const elements = elementsOf(bytes);
  if (elements.count === 0) return flip(bytes, random);
  const at = random.below(elements.count);
  const start = elements.start[at];
  const body = elements.body[at];
  const end = elements.end[at];
  const parent = elements.parent[at];
  const put = (insert: Uint8Array, from = start, to = end, within = parent) =>
    splice(bytes, elements, within, from, to, insert);
  if (choice < 26) return overwritten(bytes, start, random.pick(TAGS));
  if (choice < 34) return wrongLength(bytes, start, body, random);
  if (choice < 38) return put(paddedLength(bytes, start, body, end, random));
  if (choice < 45) return put(new Uint8Array());
  if (choice < 50) return put(repeated(bytes.subarray(start, end), 1 + times(random, end - start)));
  if (choice < 54) {
    const other = random.below(elements.count);
    const copy = bytes.slice(elements.start[other], elements.end[other]);
    return put(copy);
  }
  if (choice < 64) {
    const donor = random.pick(donors);
    return put(taken(donor, random, elements.tag[at]) ?? new Uint8Array());
  }
  if (choice < 68) {
    const donor = random.pick(donors);
    const insert = taken(donor, random, null) ?? Uint8Array.of(0x05, 0x00);
    return put(insert, random.below(2) ? start : end, random.below(2) ? start : end);
  }
  if (choice < 72) return put(nested(bytes.subarray(start, end), random));
  if (choice < 75) return put(indefinite(bytes, start, body, end));
  if (choice < 79) return put(segmented(bytes, elements.tag[at], body, end, random));
  // Only the content.
  const isOid = elements.tag[at] === 0x06;
  if (isOid && choice < 95) return put(random.pick(OIDS), body, end, at);
  if (choice < 86) return put(random.pick(CONTENTS), body, end, at);
  if (choice < 92) return put(number(random), body, end, at);
  if (choice < 96) return put(random.bytes(random.below(40)), body, end, at);
  const [from, to] = [body + random.below(end - body + 1), body + random.below(end - body + 1)];
  return put(bytes.slice(Math.min(from, to), Math.max(from, to)), body, end, at);
}

function overwritten(bytes: Bytes, at: number, octet: number): Bytes {
  const out = bytes.slice();
  out[at] = octet;
  return out;
}

function flip(bytes: Bytes, random: Seeded): Bytes {
  const at = random.below(bytes.length);
  switch (random.below(3)) {
    case 0:
      return overwritten(bytes, at, bytes[at] ^ (1 << random.below(8)));
    case 1:
      return overwritten(bytes, at, random.pick(OCTETS));
    default:
      return overwritten(bytes, at, bytes[at] + random.below(9) - 4);
  }
}

function cut(bytes: Bytes, random: Seeded): Bytes {
  const at = random.below(bytes.length);
  switch (random.below(3)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return bytes.slice(at);
    default:
      return joined(bytes, random.bytes(1 + random.below(16)));
  }
}

/** Overwrites the length octets and leaves all other lengths wrong. */
function wrongLength(bytes: Bytes, start: number, body: number, random: Seeded): Bytes {
  const out = bytes.slice();
  const last = body - 1;
  switch (random.below(5)) {
    case 0:
      out[last] += 1;
      break;
    case 1:
      out[last] -= 1;
      break;
    case 2:
      out[Math.min(start + 1, last)] = random.pick([
        0x00,
        0x7f,
        0x80,
        0x81,
        0x84,
        0x88,
        0x89,
        0xff,
      ]);
      break;
    case 3:
      out[last] = random.below(256);
      break;
    default:
      for (let i = start + 1; i <= last; i++) out[i] = 0xff;
  }
  return out;
}

/** The same content under a length with needless octets. */
function paddedLength(
  bytes: Bytes,
  start: number,
  body: number,
  end: number,
  random: Seeded,
): Bytes {
  const octets = 1 + random.below(9);
  const length = end - body;
  const out = new Uint8Array(2 + octets + length);
  out[0] = bytes[start];
  out[1] = 0x80 | octets;
  for (let i = 0; i < Math.min(octets, 4); i++) out[1 + octets - i] = length >>> (8 * i);
  out.set(bytes.subarray(body, end), 2 + octets);
  return out;
}

function indefinite(bytes: Bytes, start: number, body: number, end: number): Bytes {
  return joined(
    Uint8Array.of(bytes[start], 0x80),
    bytes.subarray(body, end),
    Uint8Array.of(0, 0),
  );
}

/** A string in segments, as BER allows, definite or not. */
function segmented(bytes: Bytes, tag: number, body: number, end: number, random: Seeded): Bytes {
  const middle = body + random.below(end - body + 1);
  const parts = [
    wrapped(0x04, bytes.subarray(body, middle)),
    wrapped(0x04, bytes.subarray(middle, end)),
  ];
  return random.below(2)
    ? wrapped(tag | 0x20, joined(...parts))
    : joined(Uint8Array.of(tag | 0x20, 0x80), ...parts, Uint8Array.of(0, 0));
}

function nested(part: Uint8Array, random: Seeded): Bytes {
  const tag = random.pick([0x30, 0x31, 0x24, 0xa0, 0x04]);
  // Each level may copy what it holds, so only short parts are nested deeply.
  const levels = part.length > 64 ? 1 + random.below(8) : Math.min(400, times(random, 6));
  let out = part.slice();
  for (let i = 0; i < levels; i++) out = wrapped(tag, out);
  return out;
}

/** An element of another object, with the same tag if `tag` asks for it and there is one. */
function taken(donor: Bytes, random: Seeded, tag: number | null): Bytes | null {
  const kept = donorElements(donor);
  if (kept.length === 0) return null;
  const fitting = tag === null ? kept : kept.filter((element) => element.tag === tag);
  const { start, end } = random.pick(fitting.length > 0 ? fitting : kept);
  return donor.slice(start, end);
}

const DONORS = new WeakMap<Bytes, { tag: number; start: number; end: number }[]>();

/** Cached, because mutations use the same few hundred objects. */
function donorElements(donor: Bytes) {
  const list = DONORS.get(donor);
  if (!list) throw new Error("a donor must be prepared first");
  return list;
}

/** Reads the elements of donors once. */
export function prepareDonors(donors: readonly Bytes[]): readonly Bytes[] {
  for (const donor of donors) {
    const { count, tag, start, end } = elementsOf(donor);
    DONORS.set(
      donor,
      Array.from({ length: count }, (_, i) => ({ tag: tag[i], start: start[i], end: end[i] })),
    );
  }
  return donors;
}

/** Contents of an INTEGER: small, great, negative, needlessly long. */
function number(random: Seeded): Bytes {
  switch (random.below(6)) {
    case 0:
      return Uint8Array.of(random.pick([0, 1, 2, 3, 0x7f, 0x80, 0xff]));
    case 1:
      return Uint8Array.of(0, random.below(256));
    case 2:
      return Uint8Array.of(0xff, random.below(256));
    case 3:
      return joined(Uint8Array.of(0x7f), random.bytes(random.below(9)));
    case 4:
      return joined(Uint8Array.of(0x00), random.bytes(random.below(600)));
    default:
      return random.bytes(1 + random.below(33));
  }
}
