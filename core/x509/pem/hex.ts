/**
 * Finds objects in hexadecimal or in lists of numbers: plain digits, digits of source code, and the dumps of xxd, hexdump,
 * od, openssl and certutil. Each becomes base64 in the same place of the text, where the other readers find it.
 *
 * Each character is looked at a few times, so the work is linear.
 */
import { TAG } from "../asn1/header.ts";
import { encodeBase64 } from "./base64.ts";
import { decodeText } from "./file-text.ts";
import { isWhole } from "./whole.ts";

interface Run {
  start: number;
  end: number;
  octets: Uint8Array<ArrayBuffer>;
}

/** An object has more octets. */
const SHORTEST = 32;

/** The text with base64 for each object in hexadecimal, and with the characters of each text in hexadecimal. */
export function withoutHex(text: string): string {
  const plain = withoutOffsets(charactersAsHex(text));
  let result = "";
  let at = 0;
  for (const { start, end, octets } of runsIn(plain)) {
    const found = decodeText(octets) ?? base64Of(octets);
    if (found === null) continue;
    result += `${plain.slice(at, start)}\n${found}\n`;
    at = end;
  }
  return at === 0 ? text : result + plain.slice(at);
}

/** Base64 of the object in octets; null without one. */
function base64Of(octets: Uint8Array<ArrayBuffer>): string | null {
  const found = earlier(objectIn(octets), objectIn(swapped(octets)));
  return found && encodeBase64(found);
}

function* runsIn(text: string): Generator<Run> {
  yield* hexRuns(text);
  if (DECIMAL_SIGN.test(text)) yield* decimalRuns(text);
}

const valueOf = (code: number): number =>
  code >= 0x30 && code <= 0x39
    ? code - 0x30
    : (code | 0x20) >= 0x61 && (code | 0x20) <= 0x66
    ? (code | 0x20) - 0x57
    : -1;

/** The octet that two digits at this place are; -1 for other characters. */
function pairAt(text: string, at: number): number {
  const high = valueOf(text.charCodeAt(at));
  const low = valueOf(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

const SEPARATORS = " \t\r\n,:;|\"'{}()-\\";
const MAX_GAP = 16;

/** After "0x", "\x" or "%" at this place. */
function afterMark(text: string, at: number): number {
  if (text[at] === "%") return at + 1;
  const isMark = (text[at] === "0" || text[at] === "\\") &&
    (text[at + 1] === "x" || text[at + 1] === "X");
  return isMark ? at + 2 : at;
}

function* hexRuns(text: string): Generator<Run> {
  for (let at = 0; at < text.length;) {
    const first = afterMark(text, at);
    if (pairAt(text, first) === -1) {
      at++;
      continue;
    }
    const octets: number[] = [];
    let end = first;
    for (let next = first; pairAt(text, next) !== -1;) {
      octets.push(pairAt(text, next));
      end = next + 2;
      next = end;
      while (next - end < MAX_GAP && SEPARATORS.includes(text[next] ?? "x")) {
        if (text[next] === "\\" && text[next + 1] === "x") break;
        next++;
      }
      next = afterMark(text, next);
    }
    if (octets.length >= SHORTEST) yield { start: at, end, octets: Uint8Array.from(octets) };
    at = end;
  }
}

/** "48, 130" or, with signs, "48, -126": the start of a SEQUENCE; and "66 69 71 73 78", the word BEGIN. */
const DECIMAL_SIGN =
  /\b48[\s,;]{1,8}(?:13[0-2]|129|-12[4-7])\b|\b66[\s,;]{1,8}69[\s,;]{1,8}71[\s,;]{1,8}73[\s,;]{1,8}78\b/;

function* decimalRuns(text: string): Generator<Run> {
  let octets: number[] = [];
  let start = 0;
  let end = -1;
  const run = (): Run => ({ start, end, octets: Uint8Array.from(octets) });
  for (const { 0: digits, index } of text.matchAll(/-?\d{1,3}/g)) {
    const gap = text.slice(end, index);
    if (end === -1 || gap.length > MAX_GAP || !/^[\s,;]+$/.test(gap)) {
      if (octets.length >= SHORTEST) yield run();
      octets = [];
      start = index;
    }
    octets.push(Number(digits));
    end = index + digits.length;
  }
  if (octets.length >= SHORTEST) yield run();
}

/** The most places at which an object is looked for: other data, such as a length or a fingerprint, may precede it. */
const MAX_PLACES = 64;
const OPENSSH = new TextEncoder().encode("openssh-key-v1");
/** Octets that begin earlier are longer: an object inside others may be there by chance. */
const earlier = <Octets extends Uint8Array>(a: Octets | null, b: Octets | null): Octets | null =>
  a === null || b !== null && b.length > a.length ? b : a;

/** The octets from the first object on; null without an object. */
function objectIn(octets: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  if (OPENSSH.every((octet, at) => octets[at] === octet)) return octets;
  let places = 0;
  for (let at = octets.indexOf(TAG.SEQUENCE); at !== -1 && places++ < MAX_PLACES;) {
    const rest = octets.subarray(at);
    if (isWhole(rest)) return rest;
    at = octets.indexOf(TAG.SEQUENCE, at + 1);
  }
  return null;
}

/** The octets of 16-bit numbers whose low octet comes first, as od and hexdump print them. */
function swapped(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(octets, (_, at) => octets[at ^ 1] ?? 0);
}

/** A line of a dump: offset, digits in groups, and the same as text. */
const DUMP =
  /^[ \t]{0,16}(?:0x)?([0-9a-f]{4,8})(?:h?:|h?[ \t]|[ \t]-)[ \t]{0,8}((?:[0-9a-f]{2}){1,4}(?:[ \t-]{1,3}(?:[0-9a-f]{2}){1,4}){0,31})(?:\s.{0,120})?$/i;
/** The digits of an offset, by the base of their number. */
const OFFSETS: Readonly<Record<number, RegExp>> = {
  8: /^[0-7]+$/,
  10: /^[0-9]+$/,
  16: /^[0-9a-f]+$/i,
};
const MAX_DUMP_LINE = 256;
/** The fewest and the most octets on a line of a dump. */
const MIN_ROW = 8;
const MAX_ROW = 64;

const digitsIn = (text: string): string => text.replace(/[^0-9a-f]/gi, "");

/** A line of "od -c" or "hexdump -c": an offset, and a cell of four characters for each octet. */
const CHARACTERS = /^0*([0-9a-f]{7})((?: {3}[ -~]| {2}\\[0abfnrtv]| [0-7]{3}){1,16}) {0,64}$/i;
const CHARACTER_DUMP = /^0{7,8} {3}\S {3}\S /m;
const NAMED: Readonly<Record<string, number>> = {
  ...{ "\\0": 0, "\\a": 7, "\\b": 8, "\\t": 9, "\\n": 10, "\\v": 11, "\\f": 12, "\\r": 13 },
};

/** The text with hexadecimal digits for each line of a dump of characters. */
function charactersAsHex(text: string): string {
  if (!CHARACTER_DUMP.test(text)) return text;
  return text.split("\n").map((line) => {
    const cells = line.length > MAX_DUMP_LINE ? null : CHARACTERS.exec(line.trimEnd());
    if (cells === null) return line;
    return cells[2].match(/.{4}/g)!.map((cell) => {
      const name = cell.trim();
      const octet = name.length === 3 ? parseInt(name, 8) : NAMED[name] ?? cell.charCodeAt(3);
      return octet.toString(16).padStart(2, "0");
    }).join("");
  }).join("\n");
}

/** The text with the digits of each dump only. */
function withoutOffsets(text: string): string {
  if (!/^[ \t]{0,16}(?:0x)?[0-9a-f]{4,8}(?:h?:|h?[ \t]|[ \t]-)/im.test(text)) return text;
  const lines = text.split("\n");
  const rows = lines.map((line) => line.length > MAX_DUMP_LINE ? null : DUMP.exec(line.trimEnd()));
  const offset = (at: number, base: number): number => {
    const digits = rows[at]?.[1] ?? "";
    return OFFSETS[base].test(digits) ? parseInt(digits, base) : NaN;
  };
  let isChanged = false;
  for (let at = 0; at < lines.length; at++) {
    const base = [16, 8, 10].find((base) => {
      const step = offset(at + 1, base) - offset(at, base);
      return step >= MIN_ROW && step <= MAX_ROW && offset(at, base) % step === 0 &&
        digitsIn(rows[at]![2]).length >= step * 2;
    });
    if (base === undefined) continue;
    const step = offset(at + 1, base) - offset(at, base);
    const first = offset(at, base);
    const begin = at;
    // The last row may be shorter.
    while (rows[at] && offset(at, base) === first + (at - begin) * step) {
      lines[at] = digitsIn(rows[at]![2]).slice(0, step * 2);
      at++;
    }
    at--;
    isChanged = true;
  }
  return isChanged ? lines.join("\n") : text;
}
