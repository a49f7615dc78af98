/** Texts for the subject of a request or a certificate, as they are entered. */
import * as v from "valibot";
import { withCommas } from "../kernel/numbers.ts";

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
    v.check((value) => value.isWellFormed(), `${label} MUST NOT CONTAIN UNPAIRED SURROGATES`),
    v.check((value) => !hasControls(value), `${label} MUST NOT CONTAIN CONTROL CHARACTERS`),
    v.check(
      (value) => characters(value) <= bound,
      (issue) =>
        `${label} IS TOO LONG: ${withCommas(characters(issue.input))} CHARACTERS, AT MOST ${
          withCommas(bound)
        }`,
    ),
  );
}

/** The bounds count characters, not the halves of which UTF-16 makes some. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** C0, DEL and C1, and the separators that break lines. */
function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029) {
      return true;
    }
  }
  return false;
}
