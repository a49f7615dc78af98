/**
 * Formatting for people: numbers in sentences, text from outside in sentences and labels, and words of
 * a command line that users copy.
 */

/**
 * A whole number with commas between thousands: "12,345", "-1,234". It does not depend on the locale,
 * because the texts around it are English. `toLocaleString` is about a hundred times slower, and its
 * first call in a tab takes 170 ms on a slow phone.
 */
export function withCommas(number: number): string {
  const digits = String(number);
  return Math.abs(number) < 1000 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A number with its noun: "1 record", "1,200 records", "2 CSRs". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}

/**
 * Words as in a sentence: "addresses, revocation and CAA records". The platform's list formatter is not
 * used: constructing one takes longer than a frame on a slow phone.
 */
export function listed(words: readonly string[], last = "and"): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** The first `most` of the words, and the number of the others: "a.example, b.example and 12 more". */
export function abridged(
  words: readonly string[],
  most: number,
  write: (word: string) => string = (word) => word,
): string {
  const shown = words.slice(0, most).map((word) => write(word)).join(", ");
  const more = words.length - most;
  return more > 0 ? `${shown} and ${withCommas(more)} more` : shown;
}

/** The size of a key, without commas: "1 bit", "2048 bits". */
export function bitCount(bits: number): string {
  return `${bits} ${bits === 1 ? "bit" : "bits"}`;
}

/** A phrase as the start of a sentence: "Serial number" for "serial number". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Invisible characters that change how the text around them is read: controls, changes of direction,
 * zero-width characters, line separators, unpaired surrogates, and letters that are drawn as nothing or
 * as a space (default ignorable, UAX #44, such as U+3164). A terminal also obeys the controls.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The text on one line of a terminal, a mail or a file. Characters that act or are not seen are written as \u{…}:
 * line breaks, escape sequences, marks that turn the direction of writing, halves of characters.
 */
export const visible = (text: string): string =>
  text.replace(
    new RegExp(UNSEEN, "gu"),
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );

/** "U+202E" for a character. */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

const MAX_SHOWN = 100;

/** The blocks that Unicode reserves for letters written from right to left (UAX #9, 3.2). */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * Makes text from outside safe to show: invisible characters become "<U+202E>", and text over 100
 * characters ends with an ellipsis. Text with right-to-left letters is put between isolates (UAX #9,
 * 2.5), so that it cannot reorder the text around it.
 */
export function printable(text: string): string {
  let shown = "";
  let count = 0;
  for (const character of text) {
    if (count++ === MAX_SHOWN) {
      shown += "…";
      break;
    }
    shown += UNSEEN.test(character) ? `<${codePointOf(character)}>` : character;
  }
  return RIGHT_TO_LEFT.test(shown) ? FIRST_STRONG_ISOLATE + shown + POP_DIRECTIONAL_ISOLATE : shown;
}

/** `printable` in quotes, with a backslash before each quote inside it. */
export function quoted(text: string): string {
  return `"${printable(text).replaceAll('"', '\\"')}"`;
}

/** One word of a host, an address, a URL or a file. */
const WORD = /^[\p{L}\p{N}\p{M}@*_.:/?=&%~#+-]+$/u;

/**
 * A name as part of a sentence. Anything but one word is put in quotes, because a name such as
 * "bank.example is valid and trusted" would read as our own sentence. So would a number: "1 and 2 more".
 */
export function named(text: string): string {
  return WORD.test(text) && !/^\d+$/.test(text) ? printable(text) : quoted(text);
}

/**
 * `named` for a file. A name without extension and folder is quoted, because "key" is also a common word. A text of the
 * API may have no name.
 */
export function namedFile(path: string): string {
  if (path === "") return quoted("unnamed text");
  return /[./\\]/.test(path) ? named(path) : quoted(path);
}

/**
 * `text` as one quoted word for every POSIX shell (POSIX.1-2024, Shell Command Language, 2.2).
 *
 * Quoting protects from the shell but not from the terminal: a pasted Ctrl-C or Ctrl-U ends or empties the
 * line before the shell reads a quote. So the word never contains an invisible character; printf writes
 * those when the command runs.
 */
export function shellWord(text: string): string {
  return UNSEEN.test(text) ? printed(text) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The path of a file as one word. "./" keeps a path that starts with a hyphen from being an option. */
export function shellPath(file: string): string {
  const path = file.startsWith("-") ? `./${file}` : file;
  return /^[A-Za-z0-9._/@+=:,-]+$/.test(path) ? path : shellWord(path);
}

/** Characters without a meaning in a format of printf, in quotes and in a history expansion. */
const PLAIN = /[A-Za-z0-9 ._/@+=:,]/;

/**
 * Writes characters as octal escapes, which every printf supports; dash does not support $'…'. Newlines at
 * the end are lost in the substitution, and an argument cannot contain NUL.
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

/**
 * The text without the `characters` at its end. A pattern such as /=+$/ takes time with the square of the length, because
 * an engine tries it at each of them.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end--;
  return text.slice(0, end);
}
