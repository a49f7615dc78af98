/**
 * Formatting for people: numbers in sentences, text from outside in sentences and labels, and words of
 * a command line that users copy.
 */

/**
 * A whole number with commas between thousands: "12,345", "-1,234". It does not depend on anybody's
 * locale, because the texts around it are English. `toLocaleString` takes some hundred times as long,
 * and an input may bring thousands of messages; the first one of a tab takes a slow telephone 170 ms.
 */
export function withCommas(number: number): string {
  const digits = String(number);
  return Math.abs(number) < 1000 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A number with its noun: "1 record", "1,200 records", "2 BYTES". */
export function counted(
  count: number,
  one: string,
  many = one + (one === one.toUpperCase() ? "S" : "s"),
): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}

/**
 * Characters that a reader does not see and that change how the rest is read: controls, changes of
 * direction, zero-width characters, line separators, unpaired surrogates, and letters that are drawn
 * as nothing or as a blank (default ignorable, UAX #44: U+3164 is one). A terminal also obeys the
 * controls.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** "U+202E" for a character. */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

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

/** `text` as one quoted word. Without unseen characters it is in single quotes as it is. */
export function shellWord(text: string): string {
  return UNSEEN.test(text) ? printed(text) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file's path as one word; one that starts with a hyphen is not an option. */
export function shellPath(file: string): string {
  const path = file.startsWith("-") ? `./${file}` : file;
  return /^[A-Za-z0-9._/@+=:,-]+$/.test(path) ? path : shellWord(path);
}

/** These stand as they are in a format of printf, in any quotes and in a history expansion. */
const PLAIN = /[A-Za-z0-9 ._/@+=:,]/;

/**
 * Octal escapes, which every printf knows; dash has no $'…'. A shell drops newlines at the end of
 * a substitution, and an argument cannot contain NUL.
 */
function printed(text: string): string {
  let format = "";
  for (const character of text) {
    const isPlain = PLAIN.test(character) || character > "\x7f" && !UNSEEN.test(character);
    format += isPlain ? character : octal(character);
  }
  return `"$(printf '${format}')"`;
}

function octal(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
  ).join("");
}
