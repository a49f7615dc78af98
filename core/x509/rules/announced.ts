/** Dates that root programs and the CA/Browser Forum have announced, each with its clause. */
import { chromePolicy, type Clause, mozillaPolicy, tlsRequirements } from "../documents.ts";

/** A rule for public certificates that are issued from a day on. */
interface ComingRule {
  /** "2027-03-15" */
  readonly from: string;
  readonly title: string;
  readonly message: string;
  readonly clause: Clause;
  /** Whether it concerns only certificates for clients too (`id-kp-clientAuth`). */
  readonly forClients?: true;
}

const lifetime = (from: string, days: number): ComingRule => ({
  from,
  title: `New limit: ${days} days`,
  message:
    `Public certificates that are issued from this day on are valid for at most ${days} days.`,
  clause: tlsRequirements("6.3.2"),
});

/** The CA/Browser Forum's ballot SC-081v3, and Chrome's hierarchies for servers only. */
export const COMING_RULES: readonly ComingRule[] = [
  lifetime("2026-03-15", 200),
  lifetime("2027-03-15", 100),
  {
    from: "2027-03-15",
    title: "New rule: servers only",
    message:
      "From this day on, CAs that Chrome includes issue certificates for servers only. For client " +
      "authentication (clientAuth), which this certificate allows, get another one.",
    clause: chromePolicy("1.3.2"),
    forClients: true,
  },
  lifetime("2029-03-15", 47),
];

export const TERM_LIMIT_CLAUSES: Readonly<Record<"Chrome" | "Mozilla", Clause>> = {
  Chrome: chromePolicy("1.3.1.2"),
  Mozilla: mozillaPolicy("7.4"),
};

/** Keys that were made before the first day of a row are removed on the second. Both programs have these. */
const TERM_LIMITS = [
  ["2006-01-01", "2025-04-15"],
  ["2008-01-01", "2026-04-15"],
  ["2010-01-01", "2027-04-15"],
  ["2012-01-01", "2028-04-15"],
  ["2014-04-15", "2029-04-15"],
] as const;

const TERM_YEARS = 15;

/**
 * Returns the day on which Chrome and Mozilla remove a root whose key was made at this time.
 *
 * @param created milliseconds since 1970
 */
export function termLimitOf(created: number): string {
  const row = TERM_LIMITS.find(([before]) => created < Date.parse(before));
  if (row) return row[1];
  const day = new Date(created);
  day.setUTCFullYear(day.getUTCFullYear() + TERM_YEARS);
  return day.toISOString().slice(0, 10);
}
