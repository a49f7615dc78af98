/** Judges the signed certificate timestamps (SCTs) of a chain's end entity, for answers. */
import { day as dayOf } from "../kernel/dates.ts";
import { counted, listed } from "../kernel/formatting.ts";
import type { Budget } from "../kernel/context.ts";
import { formatMilliseconds } from "../x509/objects/extensions/signed-certificate-timestamps.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { Log, LogTable } from "../x509/transparency/logs.ts";
import { TIMESTAMP_SOURCES, type TransparencyVendor } from "../x509/transparency/names.ts";
import {
  chromeLoggedAt,
  type Circumstances,
  judgeTransparency,
  type PolicyVerdict,
  RENEW,
  takes,
  tooOld,
} from "../x509/transparency/policy.ts";
import {
  embeddedTimestamps,
  signsPrecertificates,
  type TimestampLists,
  type VerifiedTimestamp,
  verifyTimestamps,
} from "../x509/transparency/verify.ts";
import type { ChainResponse, Problem, Transparency } from "./contract.ts";

export { signsPrecertificates };

type Bytes = Uint8Array<ArrayBuffer>;

/** SCTs from outside of the certificate. Undefined: not known, because it was pasted. Null: there are none. */
export interface DeliveredTimestamps {
  readonly handshake?: Bytes | null | "not seen";
  readonly ocsp?: Bytes | null | "not seen";
}

/** The SCTs of an end entity. */
interface Timestamps {
  readonly leaf: Certificate;
  readonly delivered: DeliveredTimestamps;
  readonly lists: TimestampLists;
  readonly verified: readonly VerifiedTimestamp[];
  /** SCTs that were not checked. */
  readonly unchecked: number;
}

export interface TransparencyFacts {
  readonly answer: Transparency;
  /**
   * The earliest timestamp that Chrome counts, in milliseconds since 1970; null if none could be verified;
   * undefined if there are no SCTs.
   */
  readonly loggedAt: number | null | undefined;
}

/**
 * Verifies the SCTs of an end entity. Null for a precertificate: nothing uses it, and no log signs its list.
 *
 * @param issuers the certificates above the leaf whose signatures are proven
 */
export async function timestampsOf(
  leaf: Certificate,
  issuers: readonly Certificate[],
  delivered: DeliveredTimestamps,
  table: LogTable,
  circumstances: { now: number; budget: Budget },
): Promise<Timestamps | null> {
  if (leaf.extensions.some(({ oid }) => oid === EXTENSION.precertificatePoison)) return null;
  const lists: TimestampLists = {
    certificate: embeddedTimestamps(leaf),
    handshake: bytesOf(delivered.handshake),
    ocsp: bytesOf(delivered.ocsp),
  };
  const { timestamps, unchecked } = await verifyTimestamps(
    leaf,
    issuers,
    lists,
    table,
    circumstances,
  );
  return { leaf, delivered, lists, verified: timestamps, unchecked };
}

/**
 * Judges verified SCTs by the policies of browsers.
 *
 * @param isPublic whether browsers require SCTs
 * @returns null if there is nothing to report: a private certificate without valid SCTs
 */
export function transparencyOf(
  { leaf, delivered, lists, verified: timestamps, unchecked }: Timestamps,
  table: LogTable,
  { now, isPublic }: { now: number; isPublic: boolean },
): TransparencyFacts | null {
  const hasAny = TIMESTAMP_SOURCES.some((source) => lists[source] !== null);
  const valid = timestamps.filter(({ verdict }) => verdict === "valid");
  if (!isPublic && valid.length === 0) return null;
  const circumstances: Circumstances = {
    notBefore: leaf.notBefore,
    notAfter: leaf.notAfter,
    now,
    incomplete: unchecked > 0,
    handshake: seenOf(delivered),
  };
  const { policies, countedBy } = judgeTransparency(timestamps, table, circumstances);
  const times = valid.filter(({ log }) => isRecognized(log!)).map(({ timestamp }) => timestamp!);
  return {
    loggedAt: hasAny ? chromeLoggedAt(timestamps, now) : undefined,
    answer: {
      message: summarize(policies, timestamps, countedBy, table),
      sources: {
        certificate: lists.certificate === null ? "none" : "read",
        handshake: stateOf(delivered.handshake),
        ocsp: stateOf(delivered.ocsp),
      },
      loggedAt: times.length > 0 ? formatMilliseconds(Math.min(...times)) : null,
      policies: policies.map(({ vendor, outcome, message, date }) => ({
        vendor,
        outcome,
        message,
        date,
      })),
      timestamps: timestamps.map((timestamp) =>
        rowOf(timestamp, countedBy.get(timestamp) ?? [], circumstances)
      ),
      unchecked,
    },
  };
}

/** The parts of an answer that depend on the SCTs of its chain. */
export type TimestampDependent = Pick<
  ChainResponse,
  "transparency" | "acceptance" | "calendar" | "validation" | "problems"
>;

/** Returns the answer with all that depends on SCTs as in an analysis of the same chain that had more of them. */
export function withTimestampsOf(answer: ChainResponse, later: TimestampDependent): ChainResponse {
  const { transparency, acceptance, calendar, validation: { programs } } = later;
  const isDistrust = ({ code }: Problem) => code === "root_distrusted";
  const problems = answer.problems.filter((problem) => !isDistrust(problem));
  const place = problems.findIndex(({ code }) => code === "expiring_soon");
  const distrusted = later.problems.filter(isDistrust);
  return {
    ...answer,
    validation: { ...answer.validation, programs },
    problems: problems.toSpliced(place === -1 ? problems.length : place, 0, ...distrusted),
    ...(transparency && { transparency }),
    ...(acceptance && { acceptance }),
    ...(calendar && { calendar }),
  };
}

const bytesOf = (list: Bytes | null | "not seen" | undefined): Bytes | null =>
  list instanceof Uint8Array ? list : null;

const stateOf = (list: Bytes | null | "not seen" | undefined) =>
  list instanceof Uint8Array ? "read" : list === null ? "none" : "unknown";

const seenOf = ({ handshake, ocsp }: DeliveredTimestamps): Circumstances["handshake"] =>
  handshake === undefined
    ? "pasted"
    : handshake === "not seen" || ocsp === "not seen"
    ? "not seen"
    : "seen";

/** Whether a program has accepted the log, so that its time can be relied on. */
const isRecognized = ({ chrome, apple }: Log): boolean =>
  [chrome, apple].some((listing) =>
    listing !== null && listing.state !== "pending" && listing.state !== "test"
  );

function rowOf(
  { source, log, logId, timestamp, verdict, problem }: VerifiedTimestamp,
  countedBy: TransparencyVendor[],
  { notAfter, now }: Circumstances,
): Transparency["timestamps"][number] {
  return {
    source,
    log: log?.name ?? null,
    operator: (log?.chrome ?? log?.apple)?.operator ?? null,
    logId,
    timestamp: timestamp === null ? null : formatMilliseconds(timestamp),
    verdict,
    message: problem ?? describe(log!, notAfter, now),
    countedBy,
  };
}

/** The state of a log whose timestamp is valid. */
function describe(log: Log, notAfter: number, now: number): string {
  const listing = log.chrome ?? log.apple!;
  if (!takes(listing.interval, notAfter)) {
    return "Valid, but the log does not accept certificates that expire on this day.";
  }
  const { state, since } = listing;
  const day = dayOf(since);
  const list = listing === log.chrome ? "Chrome's list" : "Apple's list";
  const isUsable = state === "usable" || state === "qualified";
  return isUsable && since <= now
    ? "Valid. The log is accepted."
    : `Valid. ${STATE_WORDS[state]} ${day} (${list}).`;
}

const STATE_WORDS = {
  pending: "The log is not accepted yet. It applied on",
  qualified: "The log has been accepted since",
  usable: "The log has been accepted since",
  readonly: "The log has been read-only since",
  retired: "The log was retired on",
  rejected: "The log was removed on",
  test: "A test log since",
} as const;

/** The answer in one to three sentences: which browsers accept it, and what is wrong. */
function summarize(
  policies: readonly PolicyVerdict[],
  timestamps: readonly VerifiedTimestamp[],
  countedBy: ReadonlyMap<VerifiedTimestamp, TransparencyVendor[]>,
  table: LogTable,
): string {
  const sentences: string[] = [];
  // A certificate from before the rules is accepted without SCTs, which its own message says.
  const accepting = policies.filter(({ outcome }) => outcome === "accepted");
  const counting = accepting.filter(({ vendor }) =>
    [...countedBy.values()].some((vendors) => vendors.includes(vendor))
  );
  if (counting.length > 0) {
    const vendors = counting.map(({ vendor }) => vendor);
    const used = timestamps.filter((one) => countedBy.get(one)?.some((v) => vendors.includes(v)));
    const logs = new Map(used.map(({ log }) => [log!.id, log!]));
    const operators = new Set(
      [...logs.values()].map(({ chrome, apple }) => (chrome ?? apple)!.operator),
    );
    sentences.push(
      `Accepted by ${listed(vendors)}, by ${vendors.length === 1 ? "its" : "their"} ${
        listsInWords(counting, table)
      }: ${counted(logs.size, "SCT")} from ${counted(operators.size, "operator")}.`,
    );
  }
  sentences.push(
    ...accepting.filter((policy) => !counting.includes(policy)).map(({ message }) => message),
    ...others(policies, "refused", table).map(({ vendors, lists, reason }) => {
      return `Refused by ${vendors}${reason} (${lists}).`;
    }),
    ...others(policies.filter(({ staleDays }) => staleDays === null), "unknown", table)
      .map(({ vendors, lists, reason }) => `Not known for ${vendors}: ${reason} (${lists}).`),
  );
  const stale = policies.filter(({ staleDays }) => staleDays !== null);
  if (stale.length > 0) {
    const days = stale.map(({ staleDays }) => staleDays!);
    sentences.push(tooOld(days, stale.map(({ vendor }) => vendor)), RENEW);
  }
  const verified = timestamps.filter(({ verdict }) => verdict === "valid");
  if (counting.length === 0 && verified.length > 0) {
    const belong = verified.length === 1 ? "belongs" : "belong";
    const operators = new Set(
      verified.flatMap(({ log }) => (log!.chrome ?? log!.apple)?.operator ?? []),
    );
    const by = operators.size > 0 ? `, from ${counted(operators.size, "operator")}` : "";
    sentences.push(`${counted(verified.length, "SCT")} ${belong} to this certificate${by}.`);
  }
  const foreign = timestamps.filter(({ isForeign }) => isForeign).length;
  if (foreign === 1) sentences.push("One SCT does not belong to this certificate.");
  if (foreign > 1) sentences.push(`${foreign} SCTs do not belong to this certificate.`);
  const unknown = timestamps.filter(({ log, logId }) => log === null && logId !== null).length;
  if (unknown === 1) sentences.push("One SCT is from an unknown log.");
  if (unknown > 1) sentences.push(`${unknown} SCTs are from unknown logs.`);
  return sentences.join(" ");
}

/** The policies that do not accept it, those with the same reason together. */
function others(policies: readonly PolicyVerdict[], outcome: string, table: LogTable) {
  const same = Map.groupBy(
    policies.filter((policy) => policy.outcome === outcome),
    ({ reason }) => reason,
  );
  return [...same].map(([reason, group]) => ({
    reason,
    vendors: listed(group.map(({ vendor }) => vendor)),
    lists: listsInWords(group, table),
  }));
}

/** "log lists of 21 Aug 2026 and 1 Apr 2026", "log list of 21 Aug 2026" */
function listsInWords(policies: readonly PolicyVerdict[], { chrome, apple }: LogTable): string {
  const dates = [...new Set([chrome.date, apple.date])]
    .filter((date) => policies.some((policy) => policy.date === date));
  return `log ${dates.length === 1 ? "list" : "lists"} of ${
    listed(dates.map((date) => dayOf(date)))
  }`;
}
