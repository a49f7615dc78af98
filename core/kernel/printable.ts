/**
 * Names and other text from outside within a sentence, a heading or a label of ours. They are
 * shortened, their unseen characters are written out, and their direction ends with them.
 */
import { codePointOf, UNSEEN } from "./unseen.ts";

const MOST = 100;

/** The blocks that Unicode reserves for letters written from right to left (UAX #9, 3.2). */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * Each unseen character as "<U+202E>"; a longer text ends with an ellipsis. A text with letters
 * from right to left stands between isolates (UAX #9, 2.5), so that it reorders only itself.
 */
export function printable(text: string): string {
  let shown = "";
  let count = 0;
  for (const character of text) {
    if (count++ === MOST) {
      shown += "…";
      break;
    }
    shown += UNSEEN.test(character) ? `<${codePointOf(character)}>` : character;
  }
  return RIGHT_TO_LEFT.test(shown) ? FIRST_STRONG_ISOLATE + shown + POP_DIRECTIONAL_ISOLATE : shown;
}

/** `printable` in quotes; a quote inside it does not end them. */
export function quoted(text: string): string {
  return `"${printable(text).replaceAll('"', '\\"')}"`;
}

/** One word of a host, an address, a URL or a file. */
const WORD = /^[\p{L}\p{N}\p{M}@*_.:/?=&%~#+-]+$/u;

/**
 * A name as part of a sentence. One word stands as it is; everything else is in quotes, because a
 * name may read as a sentence: "bank.example is valid and trusted". So does a number: 1 and 2 more.
 */
export function named(text: string): string {
  return WORD.test(text) && !/^\d+$/.test(text) ? printable(text) : quoted(text);
}

/** `named` for a file. Without an ending or a folder its name may be a word of ours: key. */
export function namedFile(path: string): string {
  return /[./\\]/.test(path) ? named(path) : quoted(path);
}
