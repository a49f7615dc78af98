/**
 * Finding PEM (RFC 7468, RFC 1421 headers) in whatever people paste: text around it, CRLF, byte
 * order marks, indentation, mail quoting, "\n" written out, base64 without its BEGIN line.
 *
 * Rules: the text is walked forwards with indexOf, each search once, so the work is linear in its
 * length; broken blocks are reported with what is wrong and never dropped; what a block really
 * holds is told by its content (identify.ts) and not by its label.
 */
import { OperationError } from "../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";

/** More blocks than any bundle of certificates has. */
const MAX_BLOCKS = 20_000;
/** RFC 7468 labels are short; a longer one is text that happens to follow "-----BEGIN ". */
const MAX_LABEL = 64;

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const DASHES = "-----";

export interface PemBlock {
  /** The words between BEGIN and the dashes; "" for base64 that stands without a BEGIN line. */
  label: string;
  /** The decoded content; null when `problem` made that impossible. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** RFC 1421 headers such as Proc-Type and DEK-Info, names in lower case. */
  headers: ReadonlyMap<string, string>;
  /** Where the block starts and ends in the text, in UTF-16 code units. */
  offset: number;
  end: number;
  /** What is wrong with the block, in words; null when nothing is. */
  problem: string | null;
}

/** All blocks in the order of the text. A text without any BEGIN line is tried as bare base64. */
export function readPem(text: string): PemBlock[] {
  const plain = unescapeNewlines(text);
  const lines = new Lines(plain);
  const blocks: PemBlock[] = [];
  let begin = plain.indexOf(BEGIN);
  // Found once and used until passed: a text full of BEGIN lines must not search its rest each time.
  let end = -1;
  while (begin !== -1) {
    const labelStart = begin + BEGIN.length;
    const labelEnd = plain.slice(labelStart, labelStart + MAX_LABEL + DASHES.length)
      .indexOf(DASHES);
    const next = plain.indexOf(BEGIN, labelStart);
    if (labelEnd <= 0 || !isLabel(plain, labelStart, labelStart + labelEnd)) {
      begin = next;
      continue;
    }
    if (blocks.length === MAX_BLOCKS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    const label = plain.slice(labelStart, labelStart + labelEnd);
    const body = labelStart + labelEnd + DASHES.length;
    if (end !== Infinity && end < body) {
      end = plain.indexOf(END, body);
      if (end === -1) end = Infinity;
    }
    const limit = next === -1 ? plain.length : next;
    blocks.push(
      end <= limit
        ? closedBlock(lines, label, begin, body, end)
        : openBlock(lines, label, begin, body, limit),
    );
    begin = next;
  }
  if (blocks.length > 0) return blocks;
  const bare = bareBase64(lines);
  return bare ? [bare] : [];
}

function closedBlock(
  lines: Lines,
  label: string,
  begin: number,
  body: number,
  end: number,
): PemBlock {
  const { text } = lines;
  const after = end + END.length;
  const closing = text.slice(after, after + label.length + DASHES.length);
  const block = readBody(lines, label, begin, body, end);
  block.end = after + label.length + DASHES.length;
  if (closing !== label + DASHES) {
    block.end = after;
    block.problem ??= "THE END LINE DOES NOT FIT THE BEGIN LINE";
  }
  return block;
}

/** A block without its END line; what there is of it is still decoded. */
function openBlock(
  lines: Lines,
  label: string,
  begin: number,
  body: number,
  limit: number,
): PemBlock {
  const { text } = lines;
  // An END line that is cut off still starts with its dashes.
  const dashes = text.slice(body, limit).indexOf(DASHES);
  const block = readBody(lines, label, begin, body, dashes === -1 ? limit : body + dashes);
  block.problem = block.bytes === null && block.problem !== null
    ? `THE END LINE IS MISSING, AND ${block.problem}`
    : "THE END LINE IS MISSING";
  return block;
}

function readBody(
  lines: Lines,
  label: string,
  begin: number,
  body: number,
  end: number,
): PemBlock {
  const headers = new Map<string, string>();
  const start = readHeaders(lines.text, body, end, headers);
  const decoded = decode(lines, start, end);
  const problem = typeof decoded === "string" ? decoded : null;
  const bytes = typeof decoded === "string" ? null : decoded;
  return { label, bytes, headers, offset: begin, end, problem };
}

/** Reads "Name: value" lines up to the blank one; gives the offset where base64 starts. */
function readHeaders(
  text: string,
  body: number,
  end: number,
  headers: Map<string, string>,
): number {
  let at = body;
  let name = "";
  for (let first = true; at < end; first = false) {
    const newline = text.slice(at, end).indexOf("\n");
    const lineEnd = newline === -1 ? end : at + newline;
    const line = text.slice(at, lineEnd).trim();
    const colon = line.indexOf(":");
    if (line === "") {
      // Blank lines between the BEGIN line and the content are nothing; after headers they end them.
      if (headers.size > 0) return lineEnd;
      if (!first && newline === -1) return at;
    } else if (colon > 0) {
      name = line.slice(0, colon).toLowerCase();
      headers.set(name, line.slice(colon + 1).trim());
    } else if (headers.size > 0 && text.charCodeAt(at) === 0x20) {
      headers.set(name, headers.get(name) + line);
    } else return at;
    at = lineEnd + 1;
  }
  return Math.min(at, end);
}

/** RFC 7468 labels are printable; here upper-case letters, digits and what stands between them. */
function isLabel(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const isLetter = code >= 0x41 && code <= 0x5a;
    const isDigit = code >= 0x30 && code <= 0x39;
    // space # . /
    if (!isLetter && !isDigit && code !== 0x20 && code !== 0x23 && code !== 0x2e && code !== 0x2f) {
      return false;
    }
  }
  return true;
}

/**
 * Newlines written as \n, \r\n or, from some JSON encoders, slashes as \/ become white space of the
 * same length, so that offsets stay true.
 */
function unescapeNewlines(text: string): string {
  if (text.indexOf("\\") === -1) return text;
  return text.replaceAll("\\n", " \n").replaceAll("\\r", "  ").replaceAll("\\/", " /");
}

/** Kinds of characters, for the base64 reader. Values below 64 are the digit itself. */
const PADDING = 64;
const IGNORED = 65;
const ILLEGAL = 66;

const DIGIT: Uint8Array = (() => {
  const table = new Uint8Array(256).fill(ILLEGAL);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let i = 0; i < 64; i++) table[alphabet.charCodeAt(i)] = i;
  // base64url, RFC 4648, 5.
  table["-".charCodeAt(0)] = 62;
  table["_".charCodeAt(0)] = 63;
  table["=".charCodeAt(0)] = PADDING;
  // White space; the marks of mail quoting; the quotes of source code.
  for (const ignored of "\t\n\v\f\r \u00a0>\"'") table[ignored.charCodeAt(0)] = IGNORED;
  return table;
})();

function kindOf(code: number): number {
  if (code < 256) return DIGIT[code];
  // Zero-width and typographic spaces, line separators and byte order marks come with copied text.
  return (code >= 0x2000 && code <= 0x200f) || code === 0x2028 || code === 0x2029 ||
      code === 0x2060 || code === 0xfeff
    ? IGNORED
    : ILLEGAL;
}

/** Decodes base64 or base64url; a text says what is wrong with it. Padding may be missing. */
export function decodeBase64(
  text: string,
  start = 0,
  end = text.length,
): Uint8Array<ArrayBuffer> | string {
  return decode(new Lines(text), start, end);
}

function decode(lines: Lines, start: number, end: number): Uint8Array<ArrayBuffer> | string {
  const { text } = lines;
  const out = new Uint8Array(Math.floor((end - start) * 3 / 4) + 3);
  let length = 0;
  let group = 0;
  let digits = 0;
  let padded = false;
  for (let i = start; i < end; i++) {
    const kind = kindOf(text.charCodeAt(i));
    if (kind < 64) {
      if (padded) return `THE BASE64 GOES ON BEHIND ITS PADDING (LINE ${lines.of(i)})`;
      group = (group << 6) | kind;
      if (++digits === 4) {
        out[length] = group >>> 16;
        out[length + 1] = group >>> 8;
        out[length + 2] = group;
        length += 3;
        digits = 0;
        group = 0;
      }
    } else if (kind === PADDING) padded = true;
    else if (kind === ILLEGAL) {
      return `THE BASE64 HOLDS A CHARACTER THAT IS NOT ALLOWED (LINE ${lines.of(i)})`;
    }
  }
  if (digits === 1) return "THE BASE64 IS CUT OFF INSIDE A BYTE";
  if (digits === 2) out[length++] = group >>> 4;
  else if (digits === 3) {
    out[length++] = group >>> 10;
    out[length++] = group >>> 2;
  }
  if (length === 0) return "IT IS EMPTY";
  return out.subarray(0, length);
}

/** Lines of a text by offset. Every block may ask for one: each part of the text is walked once. */
class Lines {
  #line = 1;
  /** The first newline that is not counted yet; -1 behind the last one. */
  #newline: number;

  constructor(readonly text: string) {
    this.#newline = text.indexOf("\n");
  }

  /** The line of an offset, counted from 1; offsets never go back. */
  of(offset: number): number {
    while (this.#newline !== -1 && this.#newline < offset) {
      this.#line++;
      this.#newline = this.text.indexOf("\n", this.#newline + 1);
    }
    return this.#line;
  }
}

/**
 * The whole text as base64 without a BEGIN line, an END line left out as well or not. DER starts
 * with a SEQUENCE, hence base64 with "M"; what does not is text.
 */
function bareBase64(lines: Lines): PemBlock | null {
  const { text } = lines;
  let first = 0;
  while (first < text.length && kindOf(text.charCodeAt(first)) === IGNORED) first++;
  if (text[first] !== "M") return null;
  const closing = text.indexOf(END);
  const end = closing === -1 ? text.length : closing;
  const bytes = decode(lines, first, end);
  if (typeof bytes === "string") return null;
  const problem = closing === -1 ? null : "THE BEGIN LINE IS MISSING";
  return { label: "", bytes, headers: new Map(), offset: first, end, problem };
}
