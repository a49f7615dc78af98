/** Rules of the Baseline Requirements and of root programs about serial number, version and validity. */
import { applePolicy, practice, tlsRequirements } from "../documents.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import {
  lint,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
  SINCE,
} from "./examined.ts";
import { timestamps } from "./timestamps.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

const length = ({ certificate: { notBefore, notAfter } }: LintExamined) => notAfter - notBefore;

/** Whether it is valid for more than so many days, the second of the end included. */
const longerThan = (days: number) => (examined: LintExamined) =>
  length(examined) + 1000 > days * DAY;

/** A limit of the Baseline Requirements for certificates issued between two days. */
function limit(days: number, since: string, until?: string) {
  return serverLint({
    clause: tlsRequirements("6.3.2"),
    since,
    until,
    title: `It is valid for more than ${days} days`,
    why:
      "Browsers refuse certificates that are valid for longer than was allowed when they were issued.",
    at: "validity",
    check: longerThan(days),
  });
}

/** One day less than the limit, so that no second goes beyond it. */
function margin(days: number, since: string, until?: string) {
  return serverLint({
    severity: "info",
    clause: tlsRequirements("6.3.2"),
    since,
    until,
    title: `It is valid for more than ${days} days, one less than the limit`,
    at: "validity",
    check: longerThan(days),
  });
}

export const tlsValidityLints = {
  serial_too_short: publicLint({
    clause: tlsRequirements("7.1"),
    since: "2016-09-30",
    title: "Its serial number has fewer than 64 bits",
    at: "serialNumber",
    check: ({ certificate: { serial } }) => serial.length < 8,
  }),
  version_not_3: publicLint({
    clause: tlsRequirements("7.1.1"),
    since: "2015-04-16",
    title: "It is not of version 3",
    at: "version",
    check: ({ certificate: { version } }) => version !== 3,
  }),
  lifetime_over_39_months: serverLint({
    clause: tlsRequirements("6.3.2"),
    since: "2016-07-02",
    until: "2018-03-02",
    title: "It is valid for more than 39 months",
    at: "validity",
    check({ certificate: { notBefore, notAfter } }) {
      const last = new Date(notBefore);
      last.setUTCMonth(last.getUTCMonth() + 39);
      return notAfter > last.getTime();
    },
  }),
  lifetime_over_825_days: serverLint({
    clause: tlsRequirements("6.3.2"),
    since: "2018-03-02",
    until: "2020-09-01",
    title: "It is valid for more than 825 days",
    at: "validity",
    check: (examined) => length(examined) > 825 * DAY,
  }),
  lifetime_over_398_days: serverLint({
    clause: applePolicy("limits on the lifetime of TLS certificates"),
    since: "2020-09-01",
    until: "2026-03-15",
    title: "It is valid for more than 398 days",
    at: "validity",
    check: longerThan(398),
  }),
  lifetime_over_397_days: serverLint({
    severity: "info",
    clause: applePolicy("limits on the lifetime of TLS certificates"),
    since: "2020-09-01",
    until: "2026-03-15",
    title: "It is valid for more than 397 days, one less than the limit",
    at: "validity",
    check: longerThan(397),
  }),
  lifetime_over_200_days: limit(200, "2026-03-15", "2027-03-15"),
  lifetime_over_199_days: margin(199, "2026-03-15", "2027-03-15"),
  lifetime_over_100_days: limit(100, "2027-03-15", "2029-03-15"),
  lifetime_over_99_days: margin(99, "2027-03-15", "2029-03-15"),
  lifetime_over_47_days: limit(47, "2029-03-15"),
  lifetime_over_46_days: margin(46, "2029-03-15"),
  backdated: serverLint({
    clause: tlsRequirements("7.1.2.7"),
    since: SINCE.profiles,
    title: "It begins more than 48 hours before it was logged",
    at: EXTENSION.signedCertificateTimestamps,
    check: (examined) =>
      timestamps(examined).some(({ at }) => at - examined.certificate.notBefore > 48 * HOUR),
  }),
  validity_reversed: lint({
    clause: practice("A certificate begins before it ends"),
    title: "It ends before it begins",
    at: "validity",
    check: (examined) => length(examined) < 0,
  }),
} satisfies LintRules;
