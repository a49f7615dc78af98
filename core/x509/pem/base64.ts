/**
 * Reads and writes base64 and base64url (RFC 4648, 4 and 5) for the engine and the pages. Pasted base64 may
 * have white space, quotes and the marks of mail quoting between its digits, and no padding.
 */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Kinds of characters. A kind below 64 is the value of a digit. */
const PADDING = 64;
export const IGNORED = 65;
const ILLEGAL = 66;

const KINDS: Uint8Array = (() => {
  const table = new Uint8Array(256).fill(ILLEGAL);
  for (let i = 0; i < 64; i++) table[DIGITS.charCodeAt(i)] = i;
  // base64url, RFC 4648, 5.
  table["-".charCodeAt(0)] = 62;
  table["_".charCodeAt(0)] = 63;
  table["=".charCodeAt(0)] = PADDING;
  // White space; the marks of mail quoting; the quotes of source code.
  for (const ignored of "\t\n\v\f\r \u00a0>\"'") table[ignored.charCodeAt(0)] = IGNORED;
  return table;
})();

/** The kind of a UTF-16 code unit; below 64 the value of a digit. */
export function kindOf(code: number): number {
  if (code < 256) return KINDS[code];
  // Copied text has zero-width and typographic spaces, line separators and byte order marks.
  return (code >= 0x2000 && code <= 0x200f) || code === 0x2028 || code === 0x2029 ||
      code === 0x2060 || code === 0xfeff
    ? IGNORED
    : ILLEGAL;
}

/** Engines have Uint8Array.fromBase64 since 2025. */
const isNative = "fromBase64" in Uint8Array;
/** From this number of characters on, the engine's decoder is faster. */
const LONG = 64;

/** Decodes strict base64 (RFC 4648, 4), which may have white space; null for anything else, and if empty. */
function decodePlain(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    return bytes.length === 0 ? null : bytes;
  } catch {
    return null;
  }
}

/** Decodes base64 or base64url, with or without padding. Returns a message if it is malformed. */
export function decodeBase64(
  text: string,
  start = 0,
  end = text.length,
): Uint8Array<ArrayBuffer> | string {
  return decode(new Lines(text), start, end);
}

/** Decodes base64 that this project or the engine has written. Throws for anything else. */
export function decodeOwnBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoded = decodeBase64(text);
  if (typeof decoded === "string") throw new Error(decoded);
  return decoded;
}

/** `decodeBase64` for several parts of one text, whose lines are counted only once. */
export function decode(lines: Lines, start: number, end: number): Uint8Array<ArrayBuffer> | string {
  const { text } = lines;
  const plain = isNative && end - start >= LONG ? decodePlain(text.slice(start, end)) : null;
  if (plain !== null) return plain;
  const out = new Uint8Array(Math.floor((end - start) * 3 / 4) + 3);
  let length = 0;
  let group = 0;
  let digits = 0;
  let padded = false;
  for (let i = start; i < end; i++) {
    const kind = kindOf(text.charCodeAt(i));
    if (kind < 64) {
      if (padded) return `The Base64 continues after its padding (line ${lines.of(i)})`;
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
      return `The Base64 contains a character that is not allowed (line ${lines.of(i)})`;
    }
  }
  if (digits === 1) return "The Base64 is cut off";
  if (digits === 2) out[length++] = group >>> 4;
  else if (digits === 3) {
    out[length++] = group >>> 10;
    out[length++] = group >>> 2;
  }
  if (length === 0) return "It is empty";
  return out.subarray(0, length);
}

const BACKSLASH = "\\".charCodeAt(0);

/**
 * Decodes the base64 that starts at `start`: at most `most` octets, up to the first character that cannot
 * be in base64. It also reads base64 inside a JSON string or source code, where a backslash, alone or
 * in an escaped line break, may be between two digits.
 */
export function decodeStart(text: string, start: number, most: number): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(most);
  let bits = 0;
  let digits = 0;
  let length = 0;
  for (let at = start; at < text.length && length < most; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      if (isEscapedBreak(text, at)) at++;
      continue;
    }
    const kind = kindOf(code);
    if (kind === IGNORED) continue;
    if (kind >= PADDING) break;
    bits = (bits << 6 | kind) & 0xffffff;
    if (++digits % 4 !== 1) octets[length++] = bits >> (6 - 2 * ((digits - 1) % 4));
  }
  return octets.subarray(0, length);
}

/** The digits of base64 in a part of a text, and where `decodeStart` from its start would stop. */
export function digitsIn(
  text: string,
  start: number,
  end = text.length,
): { count: number; end: number } {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      if (isEscapedBreak(text, at)) at++;
      continue;
    }
    const kind = kindOf(code);
    if (kind < PADDING) count++;
    else if (kind !== IGNORED) return { count, end: at };
  }
  return { count, end };
}

/** Whether an escaped line break is at this offset: a backslash and the letter n or r. */
export function isEscapedBreak(text: string, at: number): boolean {
  return text[at] === "\\" && (text[at + 1] === "n" || text[at + 1] === "r");
}

/** Finds line numbers by offset. It searches the text only once, however many numbers are needed. */
export class Lines {
  #line = 1;
  /** The first newline that is not counted yet; -1 after the last one. */
  #newline: number;

  constructor(readonly text: string) {
    this.#newline = text.indexOf("\n");
  }

  /** The line of an offset, counted from 1. Offsets must not decrease from call to call. */
  of(offset: number): number {
    while (this.#newline !== -1 && this.#newline < offset) {
      this.#line++;
      this.#newline = this.text.indexOf("\n", this.#newline + 1);
    }
    return this.#line;
  }
}

/** Base64 with padding and without line breaks (RFC 4648, 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += DIGITS[group >>> 18] + DIGITS[(group >>> 12) & 63] +
      (left > 1 ? DIGITS[(group >>> 6) & 63] : "=") + (left > 2 ? DIGITS[group & 63] : "=");
  }
  return text;
}

/** The most digits on a line (RFC 7468, 2). */
const LINE = 64;

/** Base64 in lines, each with its line end. */
export function encodeBase64Lines(bytes: Uint8Array): string {
  const base64 = encodeBase64(bytes);
  let lines = "";
  for (let at = 0; at < base64.length; at += LINE) lines += base64.slice(at, at + LINE) + "\n";
  return lines;
}

/** Base64 for URLs and JSON, without padding (RFC 4648, 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The data of a data URL, after its comma; any other text unchanged. */
export function withoutDataUrl(text: string): string {
  const trimmed = text.trimStart();
  if (!/^data:/i.test(trimmed.slice(0, 5))) return text;
  const comma = trimmed.indexOf(",");
  return comma === -1 ? "" : trimmed.slice(comma + 1);
}
