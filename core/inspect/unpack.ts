/**
 * Reads zip (APPNOTE 6.3.10), tar (POSIX.1-2017 ustar and pax, GNU long names) and gzip (RFC 1952) with fflate. Names are
 * only shown, and nothing is written, so a path outside the archive or a symbolic link can do no harm here.
 *
 * Work and memory are bounded by the `Allowance` of the whole inspection, never by what an archive says about itself.
 */
import { Gunzip, Inflate, inflateSync } from "fflate";
import { isOperationError } from "../kernel/errors.ts";
import { namedFile } from "../kernel/formatting.ts";
import { ascii, concatenate } from "../kernel/octets.ts";
import type { ArchiveKind } from "./archive-kind.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A file in an archive, or the reason why it was not read. `name` is its path in the archive; "" for the archive.
 * `isUnsafe`: the archive was read, but the message warns of unpacking it.
 */
type Entry =
  | { name: string; bytes: Bytes }
  | { name: string; message: string; isUnsafe?: boolean };

/** How much may still be unpacked from all archives of an inspection together. */
export interface Allowance {
  /** The number of bytes that may still be unpacked. */
  room(): number;
  /** Charges unpacked bytes. */
  spend(bytes: number): void;
  /** Charges one entry; false if there were too many. */
  entry(): boolean;
}

const TOO_MANY = "This archive has too many files: the others were not read";
const NO_ROOM =
  "It is too large to be unpacked here. Unpack it and add only the files that you need";
const BOMB = "It expands to more than 200 times its size, so it was not unpacked";
const LINK = "This is a link to another file. Links are not followed";
const LOCKED =
  "This file is protected with a password. Unpack it with the password and add the files";
const ALL_LOCKED =
  "This ZIP archive is protected with a password. Unpack it with the password and add the files";
const BROKEN = "It is damaged and cannot be unpacked";

/** The most that data may expand. Certificates and logs stay far below. */
const MAX_RATIO = 200;
/** Octets that may expand more: a tar archive ends with up to 10 KiB of zeros. */
const FREE = 16 * 1024;
/** Input of one step of a decompressor, whose output is at most 1,032 times as large. */
const STEP = 1024;

/** The files of an archive in its order. */
export function* unpack(bytes: Bytes, kind: ArchiveKind, allowance: Allowance): Generator<Entry> {
  if (kind === "zip") yield* unzip(bytes, allowance);
  else if (kind === "tar") yield* untar(bytes, allowance);
  else yield* gunzip(bytes, allowance);
}

class Refused extends Error {}

/** Collects the output of a decompressor. Throws Refused when a limit is reached. */
class Output {
  readonly #parts: Uint8Array[] = [];
  length = 0;

  constructor(private readonly packed: number, private readonly allowance: Allowance) {}

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    const room = this.allowance.room();
    // A part that is refused was unpacked too.
    this.allowance.spend(Math.max(Math.min(part.length, room), 0));
    if (this.length > FREE && this.length > MAX_RATIO * this.packed) throw new Refused(BOMB);
    if (part.length > room) throw new Refused(NO_ROOM);
    this.#parts.push(part);
  }

  bytes(): Bytes {
    return concatenate(this.#parts);
  }
}

/** Pushes all data through a decompressor; returns the output, or why it was refused. `watch` gets its length so far. */
function inflate(
  data: Bytes,
  stream: Inflate | Gunzip,
  allowance: Allowance,
  watch?: (unpacked: () => number) => void,
): Bytes | string {
  const output = new Output(data.length, allowance);
  watch?.(() => output.length);
  let ended = false;
  stream.ondata = (part, final) => {
    output.add(part);
    ended ||= final;
  };
  try {
    for (let at = 0; at < data.length; at += STEP) {
      // The output of a step would cost work that no limit has room for.
      if (allowance.room() <= 0) return NO_ROOM;
      stream.push(data.subarray(at, at + STEP), at + STEP >= data.length);
    }
  } catch (thrown) {
    // The budget is exhausted.
    if (isOperationError(thrown)) throw thrown;
    return thrown instanceof Refused ? thrown.message : BROKEN;
  }
  return ended ? output.bytes() : BROKEN;
}

/** Data up to this length is unpacked in one step. */
const AT_ONCE = 64 * 1024;
/** The most that a step can expand (RFC 1951, 3.2.5). */
const MOST_RATIO = 1032;

/**
 * Unpacks into a buffer of the declared size, because a decompressor that works in steps allocates 100 KiB or more. If
 * the size is not true, nothing is written beyond the buffer, and the most that the data can expand is charged.
 */
function inflateAtOnce(data: Bytes, size: number, allowance: Allowance): Bytes | string {
  if (size > FREE && size > MAX_RATIO * data.length) return BOMB;
  if (size > allowance.room()) return NO_ROOM;
  allowance.spend(size);
  // An octet more shows that there is more.
  const out = new Uint8Array(size + 1);
  let length: number;
  try {
    ({ length } = inflateSync(data, { out }));
  } catch {
    return BROKEN;
  }
  if (length === size) return out.subarray(0, size);
  allowance.spend(Math.min(MOST_RATIO * data.length, Math.max(allowance.room(), 0)));
  return BROKEN;
}

/* gzip (RFC 1952) */

/** A file may have several members one after another; their contents are joined (RFC 1952, 2.2). */
function* gunzip(data: Bytes, allowance: Allowance): Generator<Entry> {
  /** Where each member after the first starts, and the length of the contents before it. */
  const starts: { packed: number; unpacked: number }[] = [];
  const stream = new Gunzip();
  const output = inflate(data, stream, allowance, (unpacked) => {
    stream.onmember = (packed) => void starts.push({ packed, unpacked: unpacked() });
  });
  if (typeof output === "string") return yield { name: "", message: output };
  const ends = [...starts, { packed: data.length, unpacked: output.length }];
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let from = 0;
  const isWhole = ends.every(({ packed, unpacked }) => {
    const content = output.subarray(from, unpacked);
    from = unpacked;
    return packed >= MIN_GZIP && view.getUint32(packed - 8, true) === crc32(content) &&
      view.getUint32(packed - 4, true) === content.length;
  });
  if (isWhole) yield { name: "", bytes: output };
  else yield { name: "", message: "Its checksum is wrong, so it is damaged" };
}

/** Header and trailer. */
const MIN_GZIP = 18;

/* zip */

interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  isLink: boolean;
  start: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const ENCRYPTED = 1;
const UTF8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const LINK_MODE = 0xa000;
const ZIP64 = 0xffffffff;

function* unzip(data: Bytes, allowance: Allowance): Generator<Entry> {
  const entries = readDirectory(data);
  if (typeof entries === "string") return yield { name: "", message: entries };
  const files = entries.filter(({ name }) => !name.endsWith("/") && !name.endsWith("\\"));
  if (files.length > 0 && files.every(({ flags }) => flags & ENCRYPTED)) {
    return yield { name: "", message: ALL_LOCKED };
  }
  const end = entryEnds(data, entries);
  if (end === null) {
    const message =
      "Its files overlap, as in an archive that was made to do harm. It was not unpacked";
    return yield { name: "", message };
  }
  yield* outsiders(files.map(({ name }) => name));
  for (const entry of files) {
    if (!allowance.entry()) return yield { name: "", message: TOO_MANY };
    const name = insideName(entry.name);
    const content = readEntry(data, entry, end.get(entry)!, allowance);
    yield typeof content === "string" ? { name, message: content } : { name, bytes: content };
  }
}

/** The central directory; a message if there is none. */
function readDirectory(data: Bytes): ZipEntry[] | string {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let end = data.length - END_LENGTH;
  const last = Math.max(0, end - 0xffff);
  while (end >= last && view.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < last || end < 0) return "This ZIP archive is cut off: the list of its files is missing";
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (at === ZIP64 || (count === 0xffff && hasZip64(view, end))) {
    return "This is a ZIP archive in the zip64 format, which is not read. Unpack it and add the files";
  }
  const entries: ZipEntry[] = [];
  while (entries.length < count) {
    if (at + ENTRY_LENGTH > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      return "The list of the files in this ZIP archive is damaged";
    }
    const flags = view.getUint16(at + 8, true);
    const nameEnd = at + ENTRY_LENGTH + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) return "The list of the files in this ZIP archive is damaged";
    entries.push({
      name: decodeName(data.subarray(at + ENTRY_LENGTH, nameEnd), (flags & UTF8) !== 0),
      flags,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isLink: view.getUint8(at + 5) === UNIX &&
        (view.getUint16(at + 40, true) & 0xf000) === LINK_MODE,
      start: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

const hasZip64 = (view: DataView, end: number): boolean =>
  end >= 20 && view.getUint32(end - 20, true) === 0x07064b50;

/** The start of each entry's successor; null if the data of two entries overlap. */
function entryEnds(data: Bytes, entries: readonly ZipEntry[]): Map<ZipEntry, number> | null {
  const ends = new Map<ZipEntry, number>();
  const sorted = entries.toSorted((a, b) => a.start - b.start);
  for (const [index, entry] of sorted.entries()) {
    const next = sorted[index + 1]?.start ?? data.length;
    // The lengths of the local header follow later; this is the least that the entry needs.
    if (index + 1 < sorted.length && entry.start + LOCAL_LENGTH + entry.packed > next) return null;
    ends.set(entry, Math.min(next, data.length));
  }
  return ends;
}

function readEntry(
  data: Bytes,
  { flags, method, crc, packed, size, isLink, start }: ZipEntry,
  end: number,
  allowance: Allowance,
): Bytes | string {
  if (flags & ENCRYPTED) return LOCKED;
  if (isLink) return LINK;
  if (packed === ZIP64 || size === ZIP64) {
    return "It is stored in the zip64 format, which is not read. Unpack it and add the file";
  }
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (start + LOCAL_LENGTH > end || view.getUint32(start, true) !== LOCAL_SIGNATURE) return BROKEN;
  const body = start + LOCAL_LENGTH + view.getUint16(start + 26, true) +
    view.getUint16(start + 28, true);
  if (body + packed > end) return BROKEN;
  const content = data.subarray(body, body + packed);
  if (method !== STORED && method !== DEFLATED) {
    return "It is compressed with a method that is not read. Unpack it and add the file";
  }
  let bytes: Bytes | string;
  if (method === DEFLATED) {
    bytes = packed <= AT_ONCE
      ? inflateAtOnce(content, size, allowance)
      : inflate(content, new Inflate(), allowance);
  } else if (content.length > allowance.room()) bytes = NO_ROOM;
  else {
    allowance.spend(content.length);
    // A copy, because the objects keep their bytes and the archive is not kept.
    bytes = content.slice();
  }
  if (typeof bytes === "string") return bytes;
  return bytes.length === size && crc32(bytes) === crc
    ? bytes
    : "Its checksum is wrong, so it is damaged";
}

/* tar */

const BLOCK = 512;
/** Long names and pax headers are short; a longer one is ignored. */
const MAX_HEADER = 64 * 1024;

function* untar(data: Bytes, allowance: Allowance): Generator<Entry> {
  let longName: string | null = null;
  const outside: string[] = [];
  for (let at = 0; at + BLOCK <= data.length;) {
    const header = data.subarray(at, at + BLOCK);
    if (header.every((octet) => octet === 0)) break;
    const size = tarNumber(header.subarray(124, 136));
    if (size === null || !checksumFits(header)) {
      yield { name: "", message: "This tar archive is damaged: the rest of it was not read" };
      break;
    }
    const body = at + BLOCK;
    at = body + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] || 0x30);
    if (type === "L" || type === "x") {
      const content = data.subarray(body, body + Math.min(size, MAX_HEADER));
      longName = type === "L" ? cString(content) : paxPath(content) ?? longName;
      continue;
    }
    if (type === "g" || type === "K" || type === "5") {
      if (type === "5") longName = null;
      continue;
    }
    const fullName = longName ?? ustarName(header);
    longName = null;
    if (!allowance.entry()) {
      yield { name: "", message: TOO_MANY };
      break;
    }
    const name = insideName(fullName);
    if (isOutside(fullName)) outside.push(fullName);
    if (type === "1" || type === "2") yield { name, message: LINK };
    else if (type !== "0" && type !== "7") {
      yield { name, message: "This is not an ordinary file, so it was not read" };
    } else if (body + size > data.length) {
      yield { name, message: "The archive is cut off in this file" };
    } else if (size > allowance.room()) yield { name, message: NO_ROOM };
    else {
      allowance.spend(size);
      yield { name, bytes: data.slice(body, body + size) };
    }
  }
  yield* outsiders(outside);
}

/** An octal number, or a binary one as GNU tar writes large numbers; null if it is neither. */
function tarNumber(field: Uint8Array): number | null {
  if (field[0] === 0x80) {
    let number = 0;
    for (const octet of field.subarray(1)) number = number * 256 + octet;
    return Number.isSafeInteger(number) ? number : null;
  }
  const text = cString(field).trim();
  return /^[0-7]{1,12}$/.test(text) ? parseInt(text, 8) : null;
}

/** Whether the sum of the header's octets is the one in it, with its own field as spaces. */
function checksumFits(header: Uint8Array): boolean {
  let sum = 8 * 0x20;
  for (const [index, octet] of header.entries()) if (index < 148 || index >= 156) sum += octet;
  return sum === tarNumber(header.subarray(148, 156));
}

function ustarName(header: Uint8Array): string {
  const name = cString(header.subarray(0, 100));
  // GNU tar uses the prefix's place for times.
  const isPosix = ascii(header.subarray(257, 263)) === "ustar\0";
  const prefix = isPosix ? cString(header.subarray(345, 500)) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** The path of a pax header, which consists of records "LENGTH KEY=VALUE\n". */
function paxPath(content: Uint8Array): string | null {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const length = space === -1
      ? NaN
      : Number(ascii(content.subarray(at, Math.min(space, at + 8))));
    if (!(length > space - at) || at + length > content.length) return null;
    const record = decodeName(content.subarray(space + 1, at + length - 1), true);
    if (record.startsWith("path=")) return record.slice("path=".length);
    at += length;
  }
  return null;
}

function cString(octets: Uint8Array): string {
  const end = octets.indexOf(0);
  return decodeName(end === -1 ? octets : octets.subarray(0, end), false);
}

/* Names */

const utf8 = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();
const latin1 = new TextDecoder("latin1");

function decodeName(octets: Uint8Array, isUtf8: boolean): string {
  if (isUtf8) return lenient.decode(octets);
  try {
    return utf8.decode(octets);
  } catch {
    return latin1.decode(octets);
  }
}

const partsOf = (name: string): string[] => name.split(/[\\/]/);

/** Whether a program that unpacks the archive would write this file outside its folder. */
const isOutside = (name: string): boolean =>
  partsOf(name).includes("..") || /^(?:[\\/]|[A-Za-z]:)/.test(name);

/** The path inside the archive, with slashes and without "..", a drive or an empty part. */
function insideName(name: string): string {
  const parts = partsOf(name).filter((part) =>
    part !== "" && part !== "." && part !== ".." && !/^[A-Za-z]:$/.test(part)
  );
  return parts.join("/") || "file";
}

function* outsiders(names: readonly string[]): Generator<Entry> {
  const outside = names.find(isOutside);
  if (outside === undefined) return;
  const message = `This archive has a file that would be written outside its folder: ${
    namedFile(outside.slice(0, 200))
  }. It was only read here. Take care when you unpack it`;
  yield { name: "", message, isUnsafe: true };
}

/* The checksum of zip and gzip (ISO 3309), which detects damage and protects nothing. */

let table: Uint32Array | undefined;

function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]) & 0xff] ^ crc >>> 8;
  return ~crc >>> 0;
}
