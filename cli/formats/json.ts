/** The report as JSON: the API's answers. */
import { UNSEEN } from "../../core/kernel/formatting.ts";
import type { Report } from "../report.ts";

/** One answer as the API gives it; several as a list with their names. */
export function asJson({ answered, failed }: Report): string {
  const failures = failed.map(({ name, code, message, issues }) => ({
    name,
    error: { code, message, issues },
  }));
  const value = answered.length === 1 && failures.length === 0
    ? answered[0].answer
    : [...answered.map(({ name, answer }) => ({ name, answer })), ...failures];
  return `${inJson(value)}\n`;
}

/** All line breaks in JSON are between values: in a string they are escaped. */
const ACTING = new RegExp(`(?!\\n)${UNSEEN.source}`, "gu");

/** JSON in which no character acts on a terminal or hides: it has the same value with escapes. */
const inJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(ACTING, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""));
