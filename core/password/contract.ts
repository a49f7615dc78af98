/** Contracts of the password generator. They run on the device alone. */
import * as v from "valibot";
import { contract } from "../kernel/contract.ts";
import { choice, fields } from "../kernel/fields.ts";
import { TEXT } from "../texts.ts";
import { CHARACTER_TYPES } from "./characters.ts";

export const LENGTH = { min: 8, max: 128, initial: 16 } as const;
export const COUNT = { min: 1, max: 10, initial: 1 } as const;
export const WORDS = { min: 4, max: 12, initial: 6 } as const;

function wholeNumber(
  label: string,
  { min, max, initial }: { min: number; max: number; initial: number },
  outside: string,
) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.number(`${label} MUST BE A NUMBER`),
        v.check((number) => number >= min && number <= max, outside),
        v.check((number) => Number.isInteger(number), `${label} MUST BE A WHOLE NUMBER`),
      ),
      initial,
    ),
    initial,
  );
}

function option(label: string, initial: boolean) {
  const bit = v.boolean(`${label} MUST BE TRUE OR FALSE`);
  return v.optional(v.nullable(bit, initial), initial);
}

const count = wholeNumber("PASSWORD COUNT", COUNT, TEXT.passwordCount);

const generated = v.object({
  value: v.string(),
  /** Bits. */
  entropy: v.number(),
  strength: v.object({
    label: v.picklist(["Weak", "Fair", "Good", "Strong", "Very Strong"]),
    color: v.picklist(["red", "orange", "yellow", "green", "teal"]),
    percent: v.number(),
  }),
});
export type GeneratedPassword = v.InferOutput<typeof generated>;

export const passwordGenerate = contract({
  name: "password/generate",
  summary: "Makes random passwords.",
  runs: "device",
  input: v.pipe(
    fields({
      length: wholeNumber("PASSWORD LENGTH", LENGTH, TEXT.passwordLength),
      uppercase: option("UPPERCASE", true),
      lowercase: option("LOWERCASE", true),
      numbers: option("NUMBERS", true),
      symbols: option("SYMBOLS", true),
      excludeAmbiguous: option("EXCLUDE AMBIGUOUS", false),
      count,
    }),
    v.check(
      (input) => CHARACTER_TYPES.some((type) => input[type]),
      TEXT.passwordTypeMissing,
    ),
  ),
  output: v.object({
    passwords: v.array(generated),
    /** How many different characters the passwords were drawn from. */
    pool: v.number(),
  }),
  failure: TEXT.passwordFailed,
  example: { length: 20, count: 3 },
});

export const passwordPassphrase = contract({
  name: "password/passphrase",
  summary: "Makes random passphrases of words from the EFF long word list.",
  runs: "device",
  input: fields({
    words: wholeNumber(
      "NUMBER OF WORDS",
      WORDS,
      `NUMBER OF WORDS MUST BE BETWEEN ${WORDS.min} AND ${WORDS.max}`,
    ),
    separator: choice("SEPARATOR", ["-", " ", ".", "_"], "-"),
    capitalize: option("CAPITALIZE", false),
    count,
  }),
  output: v.object({
    passwords: v.array(generated),
    /** How many different words there are. */
    pool: v.number(),
  }),
  failure: TEXT.passwordFailed,
  example: { words: 6, count: 2 },
});
