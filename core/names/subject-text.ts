/** Checks texts for the subject of a request or a certificate. */
import * as v from "valibot";
import { withCommas } from "../kernel/formatting.ts";

/**
 * A schema for a value of the subject. White space at the ends is dropped. `bound` is the most characters
 * (X.520; RFC 5280, appendix A.1), `label` the field's name in errors.
 */
export function subjectText<const S extends v.GenericSchema<string | null | undefined, string>>(
  label: string,
  bound: number,
  text: S,
) {
  return v.pipe(
    text,
    v.transform((value) => value.trim()),
    v.check(
      (value) => subjectTextFault(value, bound) === null,
      ({ input }) => {
        switch (subjectTextFault(input, bound)!) {
          case "malformed":
            return `${label} must not contain invalid characters (unpaired surrogates)`;
          case "controls":
            return `${label} must not contain control characters`;
          case "length":
            return `${label} is too long: ${withCommas(characters(input))} characters, at most ${
              withCommas(bound)
            }`;
        }
      },
    ),
  );
}

/**
 * C0, DEL and C1 controls, line separators, and characters that change the direction of the text after
 * them. Zero-width joiners are allowed, because Persian and Indic names need them.
 */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Why a text cannot be a value of the subject; null if it can. `bound` is in characters. */
export function subjectTextFault(
  text: string,
  bound: number,
): "malformed" | "controls" | "length" | null {
  if (!text.isWellFormed()) return "malformed";
  if (CONTROLS.test(text)) return "controls";
  return characters(text) > bound ? "length" : null;
}

/** The number of characters, not of UTF-16 code units. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
