/** Rules about the validity period. */
import { validityAt, validityLength } from "../validity.ts";
import { dateTime } from "../../kernel/dates.ts";
import { counted, withCommas } from "../../kernel/formatting.ts";
import { practice, rfc5280, tlsRequirements } from "../documents.ts";
import { ADVICE, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

const DAY = 86_400_000;

/**
 * Returns the longest validity in days that the Baseline Requirements, 6.3.2, allow for a public TLS
 * certificate that begins at `notBefore`.
 */
export function longestLifetime(notBefore: number): number {
  return LIMITS.find(({ since }) => notBefore >= Date.parse(since))?.days ?? 1827;
}

/** The limits, newest first. Each applies until the one before it in this list. */
const LIMITS = [
  { since: "2029-03-15", days: 47 },
  { since: "2027-03-15", days: 100 },
  { since: "2026-03-15", days: 200 },
  { since: "2020-09-01", days: 398 },
  { since: "2018-03-01", days: 825 },
  // 39 months, and before that 60 months: the numbers of days are the largest that these can have.
  { since: "2015-04-01", days: 1188 },
] as const;

/** The days of a limit. */
export type LifetimeLimit = (typeof LIMITS)[number]["days"];

/** Returns the first day of a limit and the day after its last one (ISO 8601), which the newest limit lacks. */
export function periodOf(limit: LifetimeLimit): { since: string; until?: string } {
  const place = LIMITS.findIndex(({ days }) => days === limit);
  return { since: LIMITS[place].since, until: LIMITS[place - 1]?.since };
}

const SOON_DAYS = 30;
/**
 * ACME clients renew when a third of the lifetime is left. If only the days counted, a certificate that is
 * valid for 30 days would be reported from its first day.
 */
const SOON_SHARE = 3;

/** Returns the message of expiring_soon, such as "It expires in 12 days.", or null. */
export function expiringSoon(
  { notBefore, notAfter }: { notBefore: number; notAfter: number },
  now: number,
): string | null {
  const left = notAfter - now;
  const soon = Math.min(SOON_DAYS * DAY, (notAfter - notBefore) / SOON_SHARE);
  if (now < notBefore || left < 0 || left >= soon) return null;
  const days = Math.floor(left / DAY);
  if (days === 0) return "It expires within a day.";
  return `It expires in ${counted(days, "day")}.`;
}

export const dateRules = {
  expired: proof({
    merkleTree: true,
    linted: false,
    clause: rfc5280("6.1.3 (a)(2)"),
    title: "Expired",
    why: "Clients refuse an expired certificate.",
    advice: "Renew it. If it is not the end entity, get the current one from the CA.",
    check: ({ certificate, inputs }) =>
      validityAt(certificate, inputs.now) === "after"
        ? `It expired on ${dateTime(certificate.notAfter)}.`
        : null,
  }),
  not_yet_valid: proof({
    merkleTree: true,
    linted: false,
    clause: rfc5280("6.1.3 (a)(2)"),
    title: "Not yet valid",
    why: "Clients refuse it until then. Often a clock is wrong.",
    advice: "Check the clock of this machine, or wait until the certificate is valid.",
    check: ({ certificate, inputs }) =>
      validityAt(certificate, inputs.now) === "before"
        ? `It is not valid before ${dateTime(certificate.notBefore)}.`
        : null,
  }),
  validity_impossible: proof({
    clause: rfc5280("4.1.2.5"),
    title: "A date of its validity does not exist",
    why: "Programs cannot read the date, and refuse the certificate.",
    advice: "Get a certificate with dates that exist.",
    at: "validity",
    check({ certificate: { der } }) {
      const found = der.findings.list().find(({ code }) => code === "time_impossible");
      return found ? `${found.message}.` : null;
    },
  }),
  revoked: proof({
    clause: rfc5280("6.1.3 (a)(3)"),
    title: "Revoked",
    why: "Its CA revoked it. Clients that check revocation refuse it.",
    advice: "Replace the certificate. Make a new key too if others may know the old one.",
  }),
  validity_malformed: policy({
    clause: rfc5280("4.1.2.5"),
    title: "Dates are not encoded correctly",
    why: WHY.strict,
    advice: ADVICE.reissue,
    at: "validity",
    check: ({ certificate: { der } }) =>
      der.findings.list().some(({ code }) => code === "time_not_der")
        ? "Its dates are not encoded as RFC 5280 requires."
        : null,
  }),
  lifetime_too_long: publicPolicy({
    linted: false,
    clause: tlsRequirements("6.3.2"),
    servers: true,
    title: "Valid for too long",
    why:
      "Browsers refuse public certificates that are valid for longer than was allowed when they were issued.",
    advice: "Browsers refuse it under public roots. Get one for a shorter time.",
    check({ certificate }) {
      const days = Math.ceil(validityLength(certificate) / DAY);
      const most = longestLifetime(certificate.notBefore);
      return days > most
        ? `It is valid for ${withCommas(days)} days; public CAs may issue it for at most ${
          withCommas(most)
        }.`
        : null;
    },
  }),
  expiring_soon: policy({
    severity: "warning",
    clause: practice("30 days before the end, or the last third of the lifetime"),
    title: "Expires soon",
    why: "Renewal takes time. A certificate that expires unnoticed takes the service down.",
    advice: "Renew it in time, and automate the renewal.",
  }),
} satisfies Rules;
