/**
 * Splits zone text into words (RFC 1035, section 5.1): lines, parentheses, quotes, escapes and comments.
 * One pass over the characters without backtracking. No function of this file throws.
 */
import { textToOctets } from "./records.ts";

/** A word of zone text. */
export interface Token {
  /** As written, without quotes. */
  readonly source: string;
  /** With escapes resolved, as an octet string. */
  readonly octets: string;
  readonly quoted: boolean;
}

/** One entry of zone text: a line, or several lines in parentheses. */
export interface Entry {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** It begins with a space or tab, and has therefore no owner of its own. */
  readonly indented: boolean;
  readonly tokens: Token[];
  /** It has a comment. */
  commented: boolean;
  /** Why it cannot be read, or null. */
  problem: string | null;
}

/** The entries of zone text in order, without comments. Takes linear time. */
export function readEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry | null = null;
  let line = 1;
  let depth = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let lineStart = at;

  const open = (): Entry => {
    if (entry) return entry;
    const first = text[lineStart];
    entry = {
      line,
      indented: first === " " || first === "\t",
      tokens: [],
      commented: false,
      problem: null,
    };
    return entry;
  };
  const close = () => {
    if (entry && (entry.tokens.length > 0 || entry.problem)) entries.push(entry);
    entry = null;
    depth = 0;
  };
  const fail = (problem: string) => {
    open().problem = problem;
    at = endOfLine(text, at);
    close();
  };

  while (at < text.length) {
    const character = text[at];
    const code = text.charCodeAt(at);
    if (character === "\n" || character === "\r") {
      if (character === "\r" && text[at + 1] === "\n") at++;
      at++;
      if (depth === 0) close();
      line++;
      if (!entry) lineStart = at;
    } else if (character === " " || character === "\t") at++;
    else if (character === ";") {
      if (entry) (entry as Entry).commented = true;
      at = endOfLine(text, at);
    } else if (character === "(") {
      open();
      depth++;
      at++;
    } else if (character === ")") {
      if (depth === 0) fail("A closing parenthesis has no opening parenthesis");
      else {
        depth--;
        at++;
      }
    } else if (code < 0x20 || code === 0x7f) fail(controlCharacter(code));
    else if (character === "“" || character === "”" || character === "„") {
      fail("Found typographic quotes. Use straight quotes");
    } else {
      const current = open();
      const word = readWord(text, at);
      if (word.problem !== null) fail(word.problem);
      else {
        current.tokens.push(word.token);
        at = word.end;
      }
    }
  }
  if (depth > 0) open().problem ??= "A parenthesis is not closed";
  close();
  return entries;
}

type Word =
  | { token: Token; end: number; problem: null }
  | { problem: string };

/** Reads one word, quoted or not, from `start`. */
function readWord(text: string, start: number): Word {
  const quoted = text[start] === '"';
  const from = quoted ? start + 1 : start;
  let octets = "";
  let at = from;
  let plain = from;
  const flush = () => {
    if (plain < at) octets += toOctets(text.slice(plain, at));
  };
  for (; at < text.length; at++) {
    const character = text[at];
    const code = text.charCodeAt(at);
    if (quoted ? character === '"' : isDelimiter(character)) break;
    if (quoted && (character === "\n" || character === "\r")) {
      return { problem: "A quote is not closed at the end of its line" };
    }
    if (code === 0x7f || code < 0x20 && code !== 0x09) return { problem: controlCharacter(code) };
    if (code === 0xa0 && !quoted) {
      return { problem: "Found a non-breaking space. Use a normal space" };
    }
    if (character !== "\\") continue;
    flush();
    const escape = readEscape(text, at + 1);
    if (escape === null) {
      return {
        problem: "A backslash must be followed by a character or by three digits up to 255",
      };
    }
    octets += escape.octets;
    at += escape.length;
    plain = at + 1;
  }
  if (quoted && at >= text.length) {
    return { problem: "A quote is not closed at the end of its line" };
  }
  flush();
  const token = { source: text.slice(from, at), octets, quoted };
  return { token, end: quoted ? at + 1 : at, problem: null };
}

/** `\DDD` or `\X` (RFC 1035, section 5.1); `at` is after the backslash. */
function readEscape(text: string, at: number): { octets: string; length: number } | null {
  const first = text[at];
  if (first === undefined) return null;
  if (isDigit(first)) {
    const digits = text.slice(at, at + 3);
    if (digits.length < 3 || !isDigit(digits[1]) || !isDigit(digits[2])) return null;
    const code = Number(digits);
    return code <= 255 ? { octets: String.fromCharCode(code), length: 3 } : null;
  }
  const code = text.codePointAt(at)!;
  if (code < 0x20 || code === 0x7f) return null;
  const character = String.fromCodePoint(code);
  return { octets: toOctets(character), length: character.length };
}

const toOctets = (text: string): string => /[^\0-~]/.test(text) ? textToOctets(text) : text;

const isDelimiter = (character: string): boolean => ' \t\n\r;()"'.includes(character);

/** Whether it is an ASCII digit; false for "". */
export function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

/**
 * The labels of a name without the trailing dot: as they are written, and as names are compared, in lower case and
 * without escapes (RFC 1035, 5.1; RFC 4343). `\\042` is a label "*" like any other (RFC 4592, 2.1.1).
 */
export function splitName(name: string): { labels: string[]; written: string[] } {
  if (!name.includes("\\")) {
    const written = name.split(".");
    return { labels: name.toLowerCase().split("."), written };
  }
  const written = [""];
  const labels = [""];
  for (let at = 0; at < name.length; at++) {
    const last = labels.length - 1;
    const escape = name[at] === "\\" ? readEscape(name, at + 1) : null;
    if (escape) {
      labels[last] += escape.octets;
      written[last] += name.slice(at, at + 1 + escape.length);
      at += escape.length;
    } else if (name[at] === ".") {
      labels.push("");
      written.push("");
    } else {
      labels[last] += name[at];
      written[last] += name[at];
    }
  }
  return { labels: labels.map((label) => label.toLowerCase()), written };
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\n" || text[at] === "\r") return at;
  }
  return text.length;
}

function controlCharacter(code: number): string {
  return `Found a control character (code ${code})`;
}
