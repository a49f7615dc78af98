/** The character types of the password generator, and the characters of a selection. */
import { listed } from "../kernel/formatting.ts";

export const CHARACTER_TYPES = ["uppercase", "lowercase", "numbers", "symbols"] as const;
export type CharacterType = typeof CHARACTER_TYPES[number];

const CHARACTERS: Readonly<Record<CharacterType, string>> = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!@#$%^&*()_+-=[]{}|;:,.<>?",
};

/** Characters that are easily confused. */
const AMBIGUOUS = "0Ol1I";

interface Choice extends Readonly<Record<CharacterType, boolean>> {
  readonly excludeAmbiguous: boolean;
}

/** The characters of each selected type, in the order of the types. */
export function charactersOf(choice: Choice): string[] {
  return CHARACTER_TYPES.filter((type) => choice[type]).map((type) =>
    choice.excludeAmbiguous
      ? [...CHARACTERS[type]].filter((character) => !AMBIGUOUS.includes(character)).join("")
      : CHARACTERS[type]
  );
}

/** The selection in words: "26 uppercase letters, 26 lowercase letters and 10 digits: 62 characters". */
export function describe(choice: Choice): string {
  const sets = charactersOf(choice);
  const chosen = CHARACTER_TYPES.filter((type) => choice[type]);
  const words = chosen.map((type, index) => `${sets[index].length} ${NAMES[type]}`);
  const total = sets.reduce((sum, set) => sum + set.length, 0);
  const left = choice.excludeAmbiguous ? `, without ${[...AMBIGUOUS].join(" ")}` : "";
  if (words.length === 0) return "No characters";
  return `${listed(words)}${words.length === 1 ? "" : `: ${total} characters`}${left}`;
}

const NAMES: Readonly<Record<CharacterType, string>> = {
  uppercase: "uppercase letters",
  lowercase: "lowercase letters",
  numbers: "digits",
  symbols: "symbols",
};
