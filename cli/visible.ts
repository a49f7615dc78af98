/** Text of others in our output: it acts on no terminal, and nothing of it is hidden. */
import { UNSEEN } from "../core/kernel/formatting.ts";

const ALL_UNSEEN = new RegExp(UNSEEN, "gu");

/**
 * The text on one line. Characters that act or are not seen are written as \u{…}: line breaks, escape sequences, marks
 * that turn the direction of writing, halves of characters.
 */
export const visible = (text: string): string =>
  text.replace(
    ALL_UNSEEN,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
