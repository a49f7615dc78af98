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
