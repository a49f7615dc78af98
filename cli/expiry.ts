/** The option --expires-within: certificates that expire soon are a finding. */
import { dateTime } from "../core/kernel/dates.ts";
import { named } from "../core/kernel/formatting.ts";
import type { Report } from "./report.ts";

const UNITS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** "21d", "36h" or "3w" in milliseconds; null for any other text. */
export function durationOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** A certificate in an answer of any operation. */
interface Dated {
  readonly name: string;
  readonly notAfter: string;
}

interface Subject {
  readonly commonName?: string | null;
  readonly raw: string;
}

/** All objects with `notAfter` in an answer. */
function* datesIn(value: unknown): Generator<Dated> {
  if (typeof value !== "object" || value === null) return;
  const { notAfter, subject } = value as { notAfter?: string; subject?: Subject };
  if (typeof notAfter === "string") {
    yield { name: subject?.commonName || subject?.raw || "The certificate", notAfter };
  }
  for (const inner of Object.values(value)) yield* datesIn(inner);
}

/** The report with a statement for each certificate that expires within `within` milliseconds after `now`. */
export function withExpiries(
  report: Report,
  within: number,
  now: number,
): Report {
  const answered = report.answered.map((one) => {
    const soon = new Map<string, Dated>();
    for (const dated of datesIn(one.answer)) {
      const end = Date.parse(dated.notAfter);
      if (end >= now && end - now <= within) {
        soon.set(`${dated.name} ${dated.notAfter}`, dated);
      }
    }
    if (soon.size === 0) return one;
    const statements = [...soon.values()].map(({ name, notAfter }) => ({
      code: "expires_within",
      level: "bad" as const,
      text: `${named(name)} expires on ${dateTime(notAfter)}.`,
      next: null,
      about: null,
    }));
    const { verdict } = one;
    return {
      ...one,
      verdict: {
        ...verdict,
        statements: [...verdict.statements, ...statements],
      },
    };
  });
  return { ...report, answered };
}
