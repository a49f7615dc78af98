/** Input and output of the password generator. */
import * as v from "valibot";
import { choice, fields } from "../kernel/fields.ts";
import * as TEXT from "../texts.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { CHARACTER_TYPES } from "./characters.ts";
import { COUNT, LENGTH, WORDS } from "./options.ts";

function wholeNumber(
  label: string,
  { min, max, initial }: { min: number; max: number; initial: number },
  outside: string,
  noNumber = `${label} must be a number`,
) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.number(noNumber),
        v.check((number) => number >= min && number <= max, outside),
        v.check((number) => Number.isInteger(number), `${label} must be a whole number`),
      ),
      initial,
    ),
    initial,
  );
}

function option(label: string, initial: boolean) {
  const bit = v.boolean(`${label} must be true or false`);
  return v.optional(v.nullable(bit, initial), initial);
}

const count = wholeNumber("Password count", COUNT, TEXT.passwordCount);

const generated = v.object({
  value: v.string(),
  /** Bits: length × log2 of the pool's size. */
  entropy: v.number(),
  /** Bits: log2 of the number of possible passwords, which is smaller if each type must occur. */
  exactEntropy: v.number(),
  strength: v.object({
    label: v.picklist(["Weak", "Fair", "Good", "Strong", "Very Strong"]),
    color: v.picklist(["red", "orange", "yellow", "green", "teal"]),
    percent: v.number(),
  }),
});
export type GeneratedPassword = v.InferOutput<typeof generated>;

export const passwordGenerate = {
  input: v.pipe(
    fields({
      length: wholeNumber(
        "Password length",
        LENGTH,
        TEXT.passwordLength,
        TEXT.passwordLengthNumber,
      ),
      uppercase: option("Uppercase", true),
      lowercase: option("Lowercase", true),
      numbers: option("Numbers", true),
      symbols: option("Symbols", true),
      excludeAmbiguous: option("Exclude ambiguous", false),
      count,
    }),
    v.check(
      (input) => CHARACTER_TYPES.some((type) => input[type]),
      TEXT.passwordTypeMissing,
    ),
  ),
  output: v.object({
    passwords: v.array(generated),
    /** The number of different characters that the passwords were drawn from. */
    pool: v.number(),
    verdict: renderedVerdict,
  }),
};

export const passwordPassphrase = {
  input: fields({
    words: wholeNumber(
      "Number of words",
      WORDS,
      `Number of words must be between ${WORDS.min} and ${WORDS.max}`,
    ),
    separator: choice("Separator", ["-", " ", ".", "_"], "-"),
    capitalize: option("Capitalize", false),
    count,
  }),
  output: v.object({
    passwords: v.array(generated),
    /** The number of words in the list. */
    pool: v.number(),
    verdict: renderedVerdict,
  }),
};
