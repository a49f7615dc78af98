/** Texts for the subject of a request or a certificate, as they are entered or asked for. */
import * as v from "valibot";
import { withCommas } from "../kernel/formatting.ts";

/**
 * A value of the subject: white space at its ends dropped, otherwise as it was typed. `bound`: the
 * most characters (X.520; RFC 5280, appendix A.1). `label` names the field in errors.
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
            return `${label} MUST NOT CONTAIN UNPAIRED SURROGATES`;
          case "controls":
            return `${label} MUST NOT CONTAIN CONTROL CHARACTERS`;
          case "length":
            return `${label} IS TOO LONG: ${withCommas(characters(input))} CHARACTERS, AT MOST ${
              withCommas(bound)
            }`;
        }
      },
    ),
  );
}

/**
 * C0, DEL and C1, the separators that break lines, and the characters that change the direction of
 * what follows them. Zero-width joiners are allowed: Persian and Indic names need them.
 */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Why a text cannot be a value of the subject; null where it can. `bound` counts characters. */
export function subjectTextFault(
  text: string,
  bound: number,
): "malformed" | "controls" | "length" | null {
  if (!text.isWellFormed()) return "malformed";
  if (CONTROLS.test(text)) return "controls";
  return characters(text) > bound ? "length" : null;
}

/** The bounds count characters, not the halves of which UTF-16 makes some. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
