/**
 * Words of a command line that users copy, for every POSIX shell (POSIX.1-2024, Shell Command
 * Language, 2.2).
 *
 * Quoting protects from the shell. It does not protect from the terminal: a pasted Ctrl-C or
 * Ctrl-U ends or empties the line before the shell reads a quote. So a word never contains an
 * unseen character; printf writes these when the command runs.
 */
import { UNSEEN } from "./unseen.ts";

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
