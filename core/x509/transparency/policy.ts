/**
 * The Certificate Transparency policies of Chrome, Apple and Firefox: which timestamps count, and how many a
 * certificate needs.
 *
 * - Chrome: https://googlechrome.github.io/CertificateTransparency/ct_policy.html, as of 22 July 2026. Until
 *   15 April 2026 one SCT had to be from a log of RFC 6962. Since version 148 it ignores SCTs in OCSP
 *   responses. `chrome_ct_policy_enforcer.cc` in Chromium counts SCTs of the certificate together with one
 *   from the handshake, which the policy does not say.
 * - Apple: https://support.apple.com/103214, and https://support.apple.com/103703 for the states of logs. It
 *   ignores what a log signed after it became read-only (`isSCTValidForLogData` in Apple's Security).
 * - Firefox, since version 135: https://wiki.mozilla.org/SecurityEngineering/Certificate_Transparency and
 *   `security/ct/CTPolicyEnforcer.cpp`. It takes the logs from Chrome's list.
 *
 * A list of ten weeks or more does not prove that a timestamp is missing, because a newer log may not
 * be in it; Chrome and Firefox stop enforcing then. The same holds before the date of the list, because logs
 * may have been removed from it.
 */
import { day as dayOf } from "../../kernel/dates.ts";
import { counted, listed } from "../../kernel/formatting.ts";
import type { Interval, Listing, LogList, LogState, LogTable } from "./logs.ts";
import type { TransparencyVendor } from "./names.ts";
import type { VerifiedTimestamp } from "./verify.ts";

const DAY = 86_400_000;
const MAX_AGE = 70 * DAY;

export interface PolicyVerdict {
  readonly vendor: TransparencyVendor;
  readonly outcome: "accepted" | "refused" | "unknown";
  /** "Chrome accepts it, by its log list of 21 Aug 2026: 3 SCTs from 3 operators." */
  readonly message: string;
  /** Why it is not accepted, in a part of a sentence; empty if it is, and if only the age of our list is in the way. */
  readonly reason: string;
  /** The age of our log list in days, if the list is too old to tell; null otherwise. */
  readonly staleDays: number | null;
  /** The date of the log list: "2026-08-21". */
  readonly date: string;
}

/** Milliseconds since 1970. */
interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The inputs of the policies, apart from the timestamps. */
export interface Circumstances extends Validity {
  /** The time of evaluation in milliseconds since 1970. */
  readonly now: number;
  /** Whether the SCTs of the handshake were seen. A pasted certificate has no handshake. */
  readonly handshake: "seen" | "not seen" | "pasted";
  /** Whether there are SCTs that were not checked. */
  readonly incomplete: boolean;
}

/** How a program counts: its list, and the rules of its policy. */
interface Vendor {
  readonly name: TransparencyVendor;
  readonly list: "chrome" | "apple";
  /** Certificates that were issued before are not judged. */
  readonly since: string;
  readonly countsOcsp: boolean;
  readonly needsRfc6962: (now: number) => boolean;
  /** How many timestamps in the certificate are needed, and from how many operators. */
  readonly embedded: (validity: Validity) => Quota;
  /** Operators of the two timestamps in the handshake or the OCSP response. */
  readonly operatorsOutside: number;
  /** Whether timestamps in the certificate count together with one from outside of it. */
  readonly mixes: boolean;
  /** Whether timestamps of a read-only log count that are later than this state. */
  readonly countsAfterReadOnly: boolean;
  readonly needsLeafIndex: boolean;
}

interface Quota {
  readonly timestamps: number;
  readonly operators: number;
  /** The most timestamps of one operator that count. */
  readonly mostOfOne: number;
}

const CHROME_WITHOUT_RFC_6962 = Date.parse("2026-04-15");
/** Before that day Apple counted months, and no operators. */
const APPLE_DAYS = Date.parse("2021-04-21");

/**
 * Two timestamps for up to 180 days, otherwise three, from two operators.
 *
 * @param inclusive whether the last second counts as a part of the lifetime
 */
const byDays = (inclusive: boolean) => ({ notBefore, notAfter }: Validity): Quota => {
  const isLong = notAfter - notBefore + (inclusive ? 1000 : 0) > 180 * DAY;
  return { timestamps: isLong ? 3 : 2, operators: 2, mostOfOne: Infinity };
};

function byMonths({ notBefore, notAfter }: Validity): Quota {
  const after = (months: number) => {
    const date = new Date(notBefore);
    date.setUTCMonth(date.getUTCMonth() + months);
    return date.getTime();
  };
  const steps = [[15, 2], [27, 3], [39, 4]] as const;
  const timestamps = steps.find(([months]) => notAfter < after(months))?.[1] ?? 5;
  return { timestamps, operators: 1, mostOfOne: Infinity };
}

/** How many timestamps in a certificate Apple requires. The others require at most as many. */
export function appleQuota(validity: Validity): Quota {
  if (validity.notBefore < APPLE_DAYS) return byMonths(validity);
  const quota = byDays(true)(validity);
  return { ...quota, mostOfOne: quota.timestamps - 1 };
}

const VENDORS: readonly Vendor[] = [
  {
    name: "Chrome",
    list: "chrome",
    since: "2018-05-01",
    countsOcsp: false,
    needsRfc6962: (now) => now < CHROME_WITHOUT_RFC_6962,
    embedded: byDays(false),
    operatorsOutside: 2,
    mixes: true,
    countsAfterReadOnly: true,
    needsLeafIndex: false,
  },
  {
    name: "Apple",
    list: "apple",
    since: "2018-10-16",
    countsOcsp: true,
    needsRfc6962: () => true,
    embedded: appleQuota,
    operatorsOutside: 1,
    mixes: true,
    countsAfterReadOnly: false,
    needsLeafIndex: false,
  },
  {
    name: "Firefox",
    list: "chrome",
    since: "",
    countsOcsp: true,
    needsRfc6962: () => false,
    embedded: byDays(false),
    operatorsOutside: 2,
    mixes: false,
    countsAfterReadOnly: true,
    needsLeafIndex: true,
  },
];

/** The states in which a log counts today. */
const CURRENT: ReadonlySet<LogState> = new Set<LogState>(["qualified", "usable", "readonly"]);

/** The state at an instant; null if the list tells only a later one, and that says nothing about it. */
function stateAt({ state, since }: Listing, now: number): LogState | null {
  if (since <= now) return state;
  // Only a log that counted can become read-only or be retired.
  return state === "readonly" || state === "retired" ? "usable" : null;
}

/** The operator of a log at an instant: Chrome counts an SCT for the operator at its time. */
function operatorAt({ operator, former }: Listing, time: number): string {
  return former.find(({ until }) => time < until)?.operator ?? operator;
}

/** A timestamp that a vendor counts. */
interface Counted {
  readonly timestamp: VerifiedTimestamp;
  readonly operator: string;
  readonly isCurrent: boolean;
}

/** A pure function of timestamps, table, dates and instant. */
export function judgeTransparency(
  timestamps: readonly VerifiedTimestamp[],
  table: LogTable,
  circumstances: Circumstances,
): { policies: PolicyVerdict[]; countedBy: ReadonlyMap<VerifiedTimestamp, TransparencyVendor[]> } {
  const countedBy = new Map<VerifiedTimestamp, TransparencyVendor[]>();
  const policies = VENDORS.map((vendor) => {
    const { all, uncertain } = countFor(vendor, timestamps, circumstances);
    for (const { timestamp } of all) {
      countedBy.set(timestamp, [...countedBy.get(timestamp) ?? [], vendor.name]);
    }
    const isUncertain = uncertain || circumstances.incomplete;
    return judge(
      vendor,
      all,
      timestamps.length > 0,
      isUncertain,
      table[vendor.list],
      circumstances,
    );
  });
  return { policies, countedBy };
}

/**
 * The earliest timestamp that Chrome compares with the date of a root (`sct_not_after` of its root store), in
 * milliseconds since 1970; null if none counts. As for its policy, those in OCSP responses and those of logs
 * that are retired now do not count (`ValidScts` in net/cert/cert_verify_proc_builtin.cc).
 */
export function chromeLoggedAt(
  timestamps: readonly VerifiedTimestamp[],
  now: number,
): number | null {
  const times = timestamps.flatMap(({ source, log, timestamp, verdict }) => {
    if (verdict !== "valid" || source === "ocsp" || !log?.chrome) return [];
    const state = stateAt(log.chrome, now);
    // If its state is not known, it may have counted then.
    const counts = state === null ? log.chrome.state !== "test" : CURRENT.has(state);
    return counts ? [timestamp!] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

/** A valid timestamp of a log in a vendor's list, and the state of that log. */
interface Listed {
  readonly timestamp: VerifiedTimestamp;
  readonly listing: Listing;
  readonly state: LogState;
}

/** The timestamps that count for a vendor, one of each log and source, and whether others may count too. */
function countFor(
  vendor: Vendor,
  timestamps: readonly VerifiedTimestamp[],
  circumstances: Circumstances,
): { all: Counted[]; uncertain: boolean } {
  const { listed, uncertain } = listedFor(vendor, timestamps, circumstances);
  const current = listed.filter(({ state }) => CURRENT.has(state));
  // A log may be retired while the timestamps of a certificate are collected. Retired logs count if the
  // earliest timestamp of a log that counts is older. All three browsers compare with that one.
  const issued = Math.min(...current.map(({ timestamp }) => timestamp.timestamp!));
  const retired = listed.filter(({ state, timestamp, listing: { since } }) =>
    state === "retired" && timestamp.source === "certificate" &&
    issued < since && timestamp.timestamp! < since
  );
  const seen = new Set<string>();
  const distinct = [...current, ...retired].filter(({ timestamp: { source, log } }) => {
    const key = `${source} ${log!.id}`;
    return !seen.has(key) && seen.add(key);
  });
  return {
    uncertain,
    all: distinct.map(({ timestamp, listing, state }) => ({
      timestamp,
      operator: operatorAt(listing, timestamp.timestamp!),
      isCurrent: CURRENT.has(state),
    })),
  };
}

/**
 * The valid timestamps that a vendor looks at, whatever the state of their logs. `uncertain`: it may count one that
 * this tool cannot verify, or whose log had another state then.
 */
function listedFor(
  { list, needsLeafIndex, countsOcsp, countsAfterReadOnly }: Vendor,
  timestamps: readonly VerifiedTimestamp[],
  { notAfter, now }: Circumstances,
): { listed: Listed[]; uncertain: boolean } {
  let uncertain = false;
  const listed: Listed[] = [];
  for (const timestamp of timestamps) {
    const { log, source, verdict, hasLeafIndex } = timestamp;
    if (source === "ocsp" && !countsOcsp) continue;
    const listing = log?.[list];
    if (!log || !listing) continue;
    if (verdict === "unknown" && log.key !== null) uncertain = true;
    if (verdict !== "valid" || !takes(listing.interval, notAfter)) continue;
    if (log.kind === "tiled" && needsLeafIndex && !hasLeafIndex) continue;
    const state = stateAt(listing, now);
    if (state === null) {
      uncertain = true;
      continue;
    }
    const isLate = state === "readonly" && timestamp.timestamp! > listing.since;
    if (!isLate || countsAfterReadOnly) listed.push({ timestamp, listing, state });
  }
  return { listed, uncertain };
}

/** Whether a log takes certificates that expire at this time. */
export const takes = (interval: Interval | null, notAfter: number): boolean =>
  interval === null || (interval.start <= notAfter && notAfter < interval.end);

/** The verdict of one vendor. `all` are the timestamps that count; `hasAny`: there are some, which may not count. */
function judge(
  vendor: Vendor,
  all: readonly Counted[],
  hasAny: boolean,
  isUncertain: boolean,
  list: LogList,
  circumstances: Circumstances,
): PolicyVerdict {
  const { name, since } = vendor;
  const { notBefore, handshake } = circumstances;
  const verdict = (
    outcome: PolicyVerdict["outcome"],
    message: string,
    reason = "",
    staleDays: number | null = null,
  ): PolicyVerdict => ({ vendor: name, outcome, message, reason, staleDays, date: list.date });
  if (since !== "" && notBefore < Date.parse(since)) {
    return verdict(
      "accepted",
      `${name} requires no SCTs for certificates issued before ${dayOf(since)}.`,
    );
  }
  const day = dayOf(list.date);
  const whose = vendor.list === "apple" || name === "Chrome" ? "its" : "Chrome's";
  const by = `by ${whose} log list of ${day}`;
  const enough = enoughOf(vendor, all, circumstances);
  if (enough) return verdict("accepted", `${name} accepts its SCTs, ${by}: ${amount(enough)}.`);
  const lacks = lackOf(vendor, all, hasAny, circumstances);
  const staleDays = staleDaysOf(list, circumstances);
  if (staleDays !== null) {
    const message = `${tooOld([staleDays], [name])} By that list, ${lacks}. ${RENEW}`;
    return verdict("unknown", message, "", staleDays);
  }
  const doubt = doubtOf(list, isUncertain, circumstances);
  if (doubt !== null) {
    return verdict(
      "unknown",
      `It is not known whether ${name} accepts its SCTs: ${doubt}. By the log list of ${day}, ${lacks}.`,
      doubt,
    );
  }
  const unless = handshake === "pasted" ? " unless the server sends SCTs in the handshake" : "";
  return verdict("refused", `${name} refuses it${unless}, ${by}: ${lacks}.`, `${unless}: ${lacks}`);
}

const inCertificate = ({ timestamp: { source } }: Counted): boolean => source === "certificate";

/** The timestamps that suffice: those in the certificate, or those from outside of it; null if neither do. */
function enoughOf(
  vendor: Vendor,
  all: readonly Counted[],
  circumstances: Circumstances,
): readonly Counted[] | null {
  const needsRfc6962 = vendor.needsRfc6962(circumstances.now);
  const hasKind = (list: readonly Counted[]) =>
    !needsRfc6962 || list.some(({ timestamp: { log } }) => log!.kind === "rfc6962");
  const inside = all.filter(inCertificate);
  if (hasAmount(inside, vendor.embedded(circumstances)) && hasKind(inside)) return inside;
  const current = all.filter(({ isCurrent }) => isCurrent);
  const outside = current.filter((one) => !inCertificate(one));
  const together = oneOfEachLog(
    vendor.mixes && outside.length > 0 ? [...outside, ...current.filter(inCertificate)] : outside,
  );
  const quota = { timestamps: 2, operators: vendor.operatorsOutside, mostOfOne: Infinity };
  return meets(together, quota) && hasKind(together) ? together : null;
}

/** Why the timestamps do not suffice: the part of a sentence after "Chrome refuses it: ". */
function lackOf(
  { embedded: quotaOf }: Vendor,
  all: readonly Counted[],
  hasAny: boolean,
  circumstances: Circumstances,
): string {
  const quota = quotaOf(circumstances);
  const inside = all.filter(inCertificate);
  if (hasAmount(inside, quota)) return "none of its SCTs is from a log of RFC 6962";
  const wanted = `it needs ${quota.timestamps} from ${counted(quota.operators, "operator")}`;
  return inside.length === 0
    ? `${hasAny ? "none of its SCTs counts" : "it has no SCTs"}, and ${wanted}`
    : `only ${amount(inside)} ${inside.length > 1 ? "count" : "counts"}, and ${wanted}`;
}

/** Why the vendor may accept timestamps that do not suffice here, as a part of a sentence; null if it does not. */
function doubtOf(
  list: LogList,
  isUncertain: boolean,
  { now, handshake }: Circumstances,
): string | null {
  if (now < Date.parse(list.date)) {
    return "our log list is newer than this date and may lack older logs";
  }
  if (isUncertain) return "not every SCT could be verified";
  return handshake === "not seen" ? "the SCTs in the handshake could not be read" : null;
}

/** The age of a list that may lack newer logs, in days; null for a newer list. */
function staleDaysOf(list: LogList, { now }: Circumstances): number | null {
  const age = now - Date.parse(list.date);
  return age >= MAX_AGE ? Math.floor(age / DAY) : null;
}

/** "Our log list is 97 days old, so we can't tell whether Chrome accepts its SCTs." */
export function tooOld(days: readonly number[], vendors: readonly string[]): string {
  const ages = [...new Set(days)].sort((a, b) => a - b);
  const lists = ages.length === 1 ? "log list is" : "log lists are";
  const verb = vendors.length === 1 ? "accepts" : "accept";
  return `Our ${lists} ${listed(ages.map(String))} days old, so we can't tell whether ${
    listed(vendors)
  } ${verb} its SCTs.`;
}

/** The next step after `tooOld`, for the operator of a site and for the user of an installed app. */
export const RENEW = "Update this site, or open it online.";

/** Whether the timestamps in a certificate are enough, and one of them is from a log that counts today. */
const hasAmount = (inside: readonly Counted[], quota: Quota): boolean =>
  inside.some(({ isCurrent }) => isCurrent) && meets(inside, quota);

function oneOfEachLog(list: readonly Counted[]): Counted[] {
  return [...new Map(list.map((one) => [one.timestamp.log!.id, one])).values()];
}

const operatorsOf = (list: readonly Counted[]): Map<string, Counted[]> =>
  Map.groupBy(list, ({ operator }) => operator);

function meets(list: readonly Counted[], { timestamps, operators, mostOfOne }: Quota): boolean {
  const groups = [...operatorsOf(list).values()];
  const counting = groups.reduce((sum, group) => sum + Math.min(group.length, mostOfOne), 0);
  return counting >= timestamps && groups.length >= operators;
}

/** "3 SCTs from 3 operators" */
const amount = (list: readonly Counted[]): string =>
  `${counted(list.length, "SCT")} from ${counted(operatorsOf(list).size, "operator")}`;
