/** The report as JSON: the API's answers. */
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
  return `${JSON.stringify(value, null, 2)}\n`;
}
