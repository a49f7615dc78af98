/**
 * Rules of the Baseline Requirements and root programs about signed certificate timestamps, serial number,
 * version and validity.
 */
import { validityLength } from "../../validity.ts";
import { counted } from "../../../kernel/formatting.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { TAG } from "../../asn1/der.ts";
import type { Certificate } from "../../objects/certificates.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { applePolicy, practice, rfc6962, tlsRequirements } from "../../documents.ts";
import {
  lint,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
  SINCE,
} from "./examined.ts";
import { elements } from "../../asn1/elements.ts";
import { appleQuota } from "../../transparency/policy.ts";
import { type LifetimeLimit, periodOf } from "../dates.ts";

interface Timestamp {
  /** The identifier of the log. */
  readonly log: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Returns the list of timestamps with the two octets of its length. */
function timestampList(examined: LintExamined): Uint8Array<ArrayBuffer> | null {
  const content = examined.content(EXTENSION.signedCertificateTimestamps);
  const [value] = content ? elements(content) : [];
  return value?.tag === TAG.OCTET_STRING ? value.content : null;
}

/** Returns the timestamps up to the first that cannot be read (RFC 6962, 3.2, 3.3). */
function timestamps(examined: LintExamined): readonly Timestamp[] {
  return examined.once("timestamps", () => {
    const list = timestampList(examined);
    const read: Timestamp[] = [];
    if (list === null) return read;
    const view = new DataView(list.buffer, list.byteOffset, list.length);
    for (let at = 2; at + 2 <= list.length;) {
      const length = view.getUint16(at);
      const start = at + 2;
      at = start + length;
      // Version, log, time.
      if (length < 41 || at > list.length) break;
      read.push({
        log: list.subarray(start + 1, start + 33),
        at: view.getUint32(start + 33) * 2 ** 32 + view.getUint32(start + 37),
      });
    }
    return read;
  });
}

/** Counts the logs of the timestamps, up to `enough`. */
function countLogs(list: readonly Timestamp[], enough: number): number {
  const logs: Uint8Array[] = [];
  for (const { log } of list) {
    if (!logs.some((known) => equalOctets(known, log))) logs.push(log);
    if (logs.length === enough) break;
  }
  return logs.length;
}

const DAY = 86_400_000;
const isPrecertificate = (examined: LintExamined) => examined.has(EXTENSION.precertificatePoison);

export const timestampLints = {
  timestamps_empty: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    roles: ["leaf"],
    title: "Its list of signed certificate timestamps is empty",
    on: EXTENSION.signedCertificateTimestamps,
    check: (examined) => {
      const list = timestampList(examined);
      return list !== null && list.length >= 2 && list[0] === 0 && list[1] === 0;
    },
  }),
  precertificate_with_timestamps: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    title: "It is a precertificate, but already has timestamps of logs",
    on: EXTENSION.signedCertificateTimestamps,
    check: (examined) => isPrecertificate(examined),
  }),
  timestamps_few: serverLint({
    severity: "info",
    clause: applePolicy("certificate transparency"),
    since: "2018-10-15",
    title: "It has fewer timestamps of logs than browsers require",
    why: "Browsers refuse it unless the server sends further timestamps.",
    at: EXTENSION.signedCertificateTimestamps,
    check(examined) {
      if (isPrecertificate(examined)) return null;
      const wanted = appleQuota(examined.certificate).timestamps;
      const logs = countLogs(timestamps(examined), wanted);
      return logs < wanted
        ? `It has timestamps of ${counted(logs, "log")}; browsers require ${wanted}.`
        : null;
    },
  }),
} satisfies LintRules;

const HOUR = 3_600_000;

/** Returns whether a certificate ends later than this many months after its beginning. */
export function isLongerThanMonths(
  { notBefore, notAfter }: Certificate,
  months: number,
): boolean {
  const last = new Date(notBefore);
  last.setUTCMonth(last.getUTCMonth() + months);
  return notAfter > last.getTime();
}

const length = ({ certificate: { notBefore, notAfter } }: LintExamined) => notAfter - notBefore;

/** Returns whether the validity is longer than a number of days. The last second is included. */
const longerThan = (days: number) => (examined: LintExamined) =>
  validityLength(examined.certificate) > days * DAY;

/** Defines a limit of the Baseline Requirements. */
const TOO_LONG =
  "Browsers refuse certificates that are valid for longer than was allowed when they were issued.";

function limit(days: LifetimeLimit) {
  return serverLint({
    clause: tlsRequirements("6.3.2"),
    ...periodOf(days),
    title: `It is valid for more than ${days} days`,
    why: TOO_LONG,
    at: "validity",
    check: longerThan(days),
  });
}

/** Defines a rule for one day less than a limit, so that no second exceeds it. */
function margin(limit: LifetimeLimit, clause = tlsRequirements("6.3.2")) {
  return serverLint({
    severity: "info",
    clause,
    ...periodOf(limit),
    title: `It is valid for more than ${limit - 1} days, one less than the limit`,
    at: "validity",
    check: longerThan(limit - 1),
  });
}

/** The limit of 398 days was Apple's before it was in the Baseline Requirements. */
const APPLE_LIMIT = applePolicy("limits on the lifetime of TLS certificates");

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
    why: TOO_LONG,
    at: "validity",
    check: ({ certificate }) => isLongerThanMonths(certificate, 39),
  }),
  lifetime_over_825_days: serverLint({
    clause: tlsRequirements("6.3.2"),
    since: "2018-03-02",
    until: "2020-09-01",
    title: "It is valid for more than 825 days",
    why: TOO_LONG,
    at: "validity",
    check: (examined) => length(examined) > 825 * DAY,
  }),
  lifetime_over_398_days: serverLint({
    clause: APPLE_LIMIT,
    ...periodOf(398),
    title: "It is valid for more than 398 days",
    why: TOO_LONG,
    at: "validity",
    check: longerThan(398),
  }),
  lifetime_over_397_days: margin(398, APPLE_LIMIT),
  lifetime_over_200_days: limit(200),
  lifetime_over_199_days: margin(200),
  lifetime_over_100_days: limit(100),
  lifetime_over_99_days: margin(100),
  lifetime_over_47_days: limit(47),
  lifetime_over_46_days: margin(47),
  backdated: serverLint({
    clause: tlsRequirements("7.1.2.7"),
    since: SINCE.profiles,
    title: "It begins more than 48 hours before it was logged",
    on: EXTENSION.signedCertificateTimestamps,
    check: (examined) =>
      timestamps(examined).some(({ at }) => at - examined.certificate.notBefore > 48 * HOUR),
  }),
  validity_reversed: lint({
    clause: practice("A certificate begins before it ends"),
    title: "It ends before it begins",
    why: "It is valid at no time, so every client refuses it.",
    at: "validity",
    check: (examined) => length(examined) < 0,
  }),
} satisfies LintRules;
