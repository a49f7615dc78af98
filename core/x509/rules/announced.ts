/**
 * Dates that root programs, the CA/Browser Forum and Let's Encrypt have announced, each with its clause.
 * core/assets/sources.ts says when each was read.
 */
import {
  chromePolicy,
  type Clause,
  letsEncrypt,
  mozillaPolicy,
  tlsRequirements,
} from "../documents.ts";

/** A rule for public certificates that are issued from a day on. */
interface ComingRule {
  /** "2027-03-15" */
  readonly from: string;
  readonly title: string;
  readonly message: string;
  readonly clause: Clause;
  /** Whether it concerns only certificates for clients too (`id-kp-clientAuth`). */
  readonly forClients?: true;
  /** The organization of the issuer (organizationName), if the rule is only its own. */
  readonly issuer?: string;
}

/** @param reuse days for which a CA may use the validation of a domain again */
const lifetime = (from: string, days: number, reuse: number): ComingRule => ({
  from,
  title: `New limit: ${days} days`,
  message:
    `Public certificates that are issued from this day on are valid for at most ${days} days. A CA may use the ` +
    `validation of a domain for at most ${reuse} days.`,
  clause: tlsRequirements("6.3.2"),
});

const LETS_ENCRYPT = "Let's Encrypt";

/**
 * The CA/Browser Forum's ballots SC-081v3 (lifetimes, validations) and SC-098v2 (CAA, adopted on 13 May 2026),
 * Chrome's hierarchies for servers only, and the defaults of Let's Encrypt.
 */
export const COMING_RULES: readonly ComingRule[] = [
  lifetime("2026-03-15", 200, 200),
  {
    from: "2027-02-10",
    title: "Let's Encrypt: 64 days",
    message:
      "From this day on, Let's Encrypt issues certificates for 64 days by default, and uses the validation of a " +
      "domain for 10 days. Renew by what your ACME client is told (ARI), not after a fixed number of days.",
    clause: letsEncrypt("From 90 to 45 days"),
    issuer: LETS_ENCRYPT,
  },
  lifetime("2027-03-15", 100, 100),
  {
    from: "2027-03-15",
    title: "CAA: accounts and methods",
    message:
      "From this day on, every CA must obey accounturi and validationmethods in CAA records (RFC 8657). If your " +
      "records have them, check that they name the account and the method of your renewal.",
    clause: tlsRequirements("4.2.1"),
  },
  {
    from: "2027-03-15",
    title: "No more client certificates",
    message:
      "From this day on, CAs that Chrome includes issue certificates for servers only. For client " +
      "authentication (clientAuth), which this certificate allows, get another one.",
    clause: chromePolicy("1.3.2"),
    forClients: true,
  },
  {
    from: "2028-02-16",
    title: "Let's Encrypt: 45 days",
    message:
      "From this day on, Let's Encrypt issues certificates for 45 days by default, and uses the validation of a " +
      "domain for 7 hours.",
    clause: letsEncrypt("From 90 to 45 days"),
    issuer: LETS_ENCRYPT,
  },
  lifetime("2029-03-15", 47, 10),
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
