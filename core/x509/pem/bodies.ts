/**
 * Repairs the base64 of PEM blocks, or of a text that is nothing else: text in front of each line, spaces for plus signs,
 * other characters between the digits. A repair counts only if the octets are then exactly one object, so that no
 * repair makes an object up.
 */
import { INDEFINITE, TAG } from "../asn1/header.ts";
import { decodeBase64, decodeStart } from "./base64.ts";
import { blocksIn } from "./blocks.ts";
import { lengthOf } from "./embedded.ts";
import { isText } from "./file-text.ts";
import { isOpensshKey } from "./identify.ts";
import { isExact } from "./whole.ts";

/** Other readings of a base64 text. `prefix` is the text before its BEGIN line; null without a BEGIN line. */
type Mend = (body: string, prefix: string | null) => Iterable<string>;

/** Octets that contain the header of any object. */
const HEAD = 16;

/** The digits that an object needs by its first octets; null if none begins here. */
function digitsNeeded(body: string): number | null {
  const head = decodeStart(body, 0, HEAD);
  const length = lengthOf(head);
  if (length !== null) return Math.ceil(length * 4 / 3);
  const isOther = isOpensshKey(head) || isPem(head) ||
    head[0] === TAG.SEQUENCE && head[1] === INDEFINITE;
  return isOther ? HEAD : null;
}

function isReadable(body: string): boolean {
  const needed = digitsNeeded(body);
  if (needed === null || needed > body.length) return false;
  const bytes = decodeBase64(body);
  return typeof bytes !== "string" && (isExact(bytes) || isPem(bytes) && isText(bytes));
}

/** Whether octets begin as PEM. A digit too many before or in them leaves no text. */
const isPem = (octets: Uint8Array): boolean => PEM_HEAD.every((octet, at) => octets[at] === octet);
const PEM_HEAD = [...new TextEncoder().encode("-----BEGIN ")];

/** No object has fewer digits of base64, and other readings of a body only leave characters out or replace them. */
const SHORTEST = 16;

/** Replaces each body that cannot be read by the first of its other readings that can. */
function mended(text: string, mend: Mend): string {
  let result = "";
  let at = 0;
  let hasBlocks = false;
  for (const { begin, body, end, limit } of blocksIn(text)) {
    hasBlocks = true;
    const close = end ?? limit;
    const content = text.slice(body, close);
    // Text may have thousands of BEGIN lines with nothing between them.
    if (content.trim().length < SHORTEST || isReadable(content)) continue;
    const before = text.slice(Math.max(begin - MAX_PREFIX, 0), begin);
    const prefix = before.slice(before.lastIndexOf("\n") + 1);
    const better = firstReadable(mend(content, prefix));
    if (better === null) continue;
    result += text.slice(at, body) + `\n${better}\n`;
    at = close;
  }
  if (hasBlocks) return at === 0 ? text : result + text.slice(at);
  return isReadable(text) ? text : firstReadable(mend(text, null)) ?? text;
}

function firstReadable(bodies: Iterable<string>): string | null {
  for (const body of bodies) if (isReadable(body)) return body;
  return null;
}

/** The longest text in front of a line. */
const MAX_PREFIX = 200;

/** Many lines that are shorter than this on average hold no base64 between other text. */
const SHORT_LINE = 10;

/** Marks of comments, quoting, lists and differences, and the numbers of lines. */
const MARK =
  /^[ \t]{0,16}(?:(?:>|#|\/\/|\/\*|\*|\||\u2502|\u2551|;|--|REM\b|%|!|:|'|\d{1,6}[:.|)\]]?(?=[ \t|]))[ \t]{0,8}){1,8}/i;

/** The text without other text before or after the base64 of each line: marks, numbers, the columns of a log. */
export const withoutPrefixes = (text: string): string => mended(text, linesWithout);

function* linesWithout(body: string, before: string | null): Generator<string> {
  const prefix = before ?? "";
  const split = body.split("\n");
  // Lines of base64 are longer, also without the text around them.
  if (split.length > 100 && body.length / split.length < SHORT_LINE) return;
  const all = split.map((line) => line.trimEnd());
  // The rest of the BEGIN line, and the text before END, are not base64.
  const isPrefixed = all.length > 2 && prefix !== "";
  const lines = isPrefixed
    ? all.slice(1, -1)
    : all.length > 1 && all[0] !== "" && before !== null
    ? all.slice(1)
    : all;
  const bare = prefix.trimEnd();
  if (bare !== "") {
    yield lines.map((line) =>
      line.startsWith(prefix)
        ? line.slice(prefix.length)
        : line.startsWith(bare)
        ? line.slice(bare.length)
        : line
    ).join("\n");
  }
  const first = lines.find((line) => line !== "")?.[0];
  if (first === "+" || first === "-") {
    yield lines.map((line) => line[0] === first ? line.slice(1) : line).join("\n");
  }
  yield lines.map((line) => line.replace(MARK, "")).join("\n");
  const words = lines.map((line) => line.split(/[ \t]+/).filter((word) => word !== ""));
  yield words.map((words) => words.at(-1) ?? "").join("\n");
  yield words.map((words) => words[0] ?? "").join("\n");
  if (prefix !== "") yield lines.map((line) => line.slice(prefix.length)).join("\n");
  yield lines.map((line) => longest(line.match(DIGITS) ?? [])).join("\n");
  // Lines of other text between those of base64, such as the page breaks of a terminal.
  yield lines.filter((line) => ONLY_DIGITS.test(line)).join("\n");
}

const DIGITS = /[A-Za-z0-9+/=_-]{1,256}/g;
const ONLY_DIGITS = /^\s{0,64}[A-Za-z0-9+/=]{1,1024}\s{0,64}$/;

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => word.length > best.length ? word : best, "");

/** The usual numbers of digits on a line (RFC 7468, 2; RFC 2045, 6.8), and others in use. */
const WIDTHS = [64, 76, 60, 72, 70, 48, 52, 56, 40, 80, 32, 100, 120, 128];

/** The text with a plus sign where a form or a URL left a space. */
export const withPlusSigns = (text: string): string =>
  text.includes(" ") ? mended(text, withPlus) : text;

function* withPlus(body: string): Generator<string> {
  if (!/\S \S/.test(body)) return;
  const lines = body.replaceAll("\r", "").split("\n");
  if (lines.length > 100 && body.length / lines.length < SHORT_LINE) return;
  if (lines.length > 1) {
    yield lines.map((line) => line.trim().replaceAll(" ", "+")).join("\n");
    const full = lines.find((line) => line.trim() !== "")?.length ?? 0;
    yield lines.map((line) =>
      line.length === full ? line.replaceAll(" ", "+") : line.trim().replaceAll(" ", "+")
    ).join("\n");
    // An editor may have removed a space at the end of a line.
    const last = lines.findLastIndex((line) => line.trim() !== "");
    yield lines.map((line, at) =>
      line.trim() === "" || at === last
        ? line.trim().replaceAll(" ", "+")
        : line.replaceAll(" ", "+").padEnd(full, "+")
    ).join("\n");
    return;
  }
  const [line] = lines;
  const inner = line.trim();
  yield inner.replaceAll(" ", "+");
  // Spaces also stand for the line breaks.
  for (const width of WIDTHS) {
    if (inner[width] !== " ") continue;
    const chunks: string[] = [];
    for (let at = 0; at < inner.length; at += width + 1) {
      chunks.push(inner.slice(at, at + width).replaceAll(" ", "+"));
    }
    yield chunks.join("\n");
  }
}

const MAX_SEPARATOR = 8;
/** The share of digits that the longest separators leave. */
const LEAST_DIGITS = 0.75;

/** The text with line breaks where each line ends with the same other characters, such as an "n" that lost its backslash. */
export const withoutSeparators = (text: string): string => mended(text, separated);

function* separated(body: string): Generator<string> {
  const line = body.trim();
  // A separator is before the first digits or not. Whether an object begins there depends on nothing else.
  const begins = Array.from({ length: MAX_SEPARATOR + 1 }, (_, from) => {
    const needed = digitsNeeded(line.slice(from, from + HEAD * 2));
    return needed !== null && needed >= line.length * LEAST_DIGITS;
  });
  if (!begins.includes(true)) return;
  for (const width of WIDTHS) {
    if (line.length <= width) continue;
    for (let length = 1; length <= MAX_SEPARATOR; length++) {
      for (const from of [0, length]) {
        if (!begins[from]) continue;
        const separator = from === 0 ? line.slice(width, width + length) : line.slice(0, length);
        const chunks = chunksOf(line, from, width, separator);
        if (chunks !== null) yield chunks;
      }
    }
  }
}

/** The chunks of `width` characters between equal separators; null if these are not there. */
function chunksOf(line: string, from: number, width: number, separator: string): string | null {
  if (line.length < from + width + separator.length) return null;
  const chunks: string[] = [];
  for (let at = from; at < line.length; at += width + separator.length) {
    const end = at + width;
    if (end < line.length && !line.startsWith(separator, end)) {
      // The last chunk is shorter, and a separator may follow it.
      const rest = line.slice(at);
      if (rest.length > width + separator.length) return null;
      chunks.push(rest.endsWith(separator) ? rest.slice(0, -separator.length) : rest);
      break;
    }
    const chunk = line.slice(at, end);
    const isShort = end >= line.length && chunk.endsWith(separator);
    chunks.push(isShort ? chunk.slice(0, -separator.length) : chunk);
  }
  return chunks.join("\n");
}

/** The text with only the digits of base64. */
export const withoutOtherCharacters = (text: string): string => mended(text, onlyDigits);

function* onlyDigits(body: string): Generator<string> {
  yield body.replace(/[^A-Za-z0-9+/=_-]+/g, "");
  yield body.replace(/[^A-Za-z0-9+/=]+/g, "");
}
