/** Judges the signed certificate timestamps (SCTs) of a chain's end entity, for answers. */
import { counted } from "../kernel/formatting.ts";
import type { Budget } from "../kernel/context.ts";
import { formatMilliseconds } from "../x509/objects/extensions/signed-certificate-timestamps.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import { readPem } from "../x509/pem/pem.ts";
import { loadLogTable, type Log, type LogTable } from "../x509/transparency/logs.ts";
import { TIMESTAMP_SOURCES, type TransparencyVendor } from "../x509/transparency/names.ts";
import {
  type Circumstances,
  dayInWords,
  judgeTransparency,
  type PolicyVerdict,
  takes,
} from "../x509/transparency/policy.ts";
import {
  embeddedTimestamps,
  type TimestampLists,
  type VerifiedTimestamp,
  verifyTimestamps,
} from "../x509/transparency/verify.ts";
import type { ChainEntry, ChainResponse, Transparency } from "./contract.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** SCTs from outside of the certificate. Undefined: not known, because it was pasted. Null: there are none. */
export interface DeliveredTimestamps {
  readonly handshake?: Bytes | null | "not seen";
  readonly ocsp?: Bytes | null | "not seen";
}

export interface TransparencyFacts {
  readonly answer: Transparency;
  /**
   * The earliest verified timestamp in milliseconds since 1970; null if none could be verified; undefined if the
   * certificate has none.
   */
  readonly loggedAt: number | null | undefined;
}

/**
 * @param issuers the certificates above the leaf on its path, while their signatures are proven
 * @param isPublic whether browsers require SCTs
 * @returns null if nothing is to be said: a private certificate without valid SCTs, or a precertificate
 */
export async function transparencyOf(
  leaf: Certificate,
  issuers: readonly Certificate[],
  delivered: DeliveredTimestamps,
  table: LogTable,
  { now, budget, isPublic }: { now: number; budget: Budget; isPublic: boolean },
): Promise<TransparencyFacts | null> {
  // Nothing uses a precertificate, and no log signs its list.
  if (leaf.extensions.some(({ oid }) => oid === EXTENSION.precertificatePoison)) return null;
  const lists: TimestampLists = {
    certificate: embeddedTimestamps(leaf),
    handshake: bytesOf(delivered.handshake),
    ocsp: bytesOf(delivered.ocsp),
  };
  const hasAny = TIMESTAMP_SOURCES.some((source) => lists[source] !== null);
  if (!hasAny && !isPublic) return null;
  const { timestamps, unchecked } = await verifyTimestamps(leaf, issuers, lists, table, {
    now,
    budget,
  });
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
    loggedAt: hasAny ? times.length > 0 ? Math.min(...times) : null : undefined,
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

/**
 * Returns the answer with its SCTs judged again, together with those that the server sent. Throws OperationError
 * `too_complex` if the certificates cannot be read within the budget.
 */
export async function withDelivered<Answer extends ChainResponse>(
  answer: Answer,
  delivered: DeliveredTimestamps,
  { now, budget }: { now: number; budget: Budget },
): Promise<Answer> {
  const isPublic = answer.judgedAs === "public-tls";
  const [leaf, ...above] = answer.chain;
  if (leaf.type !== "leaf" || (!answer.transparency && !isPublic)) return answer;
  const read = ({ certificate }: ChainEntry) =>
    readCertificate(readPem(certificate)[0].bytes!, budget);
  const facts = await transparencyOf(
    read(leaf),
    leaf.signedByNext === true ? above.map(read) : [],
    delivered,
    await loadLogTable(),
    { now, budget, isPublic },
  );
  return facts ? { ...answer, transparency: facts.answer } : answer;
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
  if (!takes(log.interval, notAfter)) {
    return "Valid, but the log does not take certificates that expire then.";
  }
  const listing = log.chrome ?? log.apple!;
  const { state, since } = listing;
  const day = dayInWords(new Date(since).toISOString().slice(0, 10));
  const list = listing === log.chrome ? "Chrome's list" : "Apple's list";
  const isUsable = state === "usable" || state === "qualified";
  return isUsable && since <= now
    ? "Valid. The log is usable."
    : `Valid. ${STATE_WORDS[state]} ${day} (${list}).`;
}

const STATE_WORDS = {
  pending: "The log is not yet accepted; it applied on",
  qualified: "The log is usable since",
  usable: "The log is usable since",
  readonly: "The log is read-only since",
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
      `Accepted by ${listed(vendors)}, by their ${listsInWords(counting, table)}: ${
        counted(logs.size, "SCT")
      } from ${counted(operators.size, "operator")}.`,
    );
  }
  sentences.push(
    ...accepting.filter((policy) => !counting.includes(policy)).map(({ message }) => message),
    ...others(policies, "refused", table).map(({ vendors, lists, reason }) => {
      return `Refused by ${vendors}${reason} (${lists}).`;
    }),
    ...others(policies, "unknown", table).map(({ vendors, lists, reason }) => {
      return `Not known for ${vendors}: ${reason} (${lists}).`;
    }),
  );
  const verified = timestamps.filter(({ verdict }) => verdict === "valid").length;
  if (counting.length === 0 && verified > 0) {
    const belong = verified === 1 ? "belongs" : "belong";
    sentences.push(`${counted(verified, "SCT")} ${belong} to this certificate.`);
  }
  const foreign = timestamps.filter(({ problem }) => problem === FOREIGN).length;
  if (foreign === 1) sentences.push("One SCT does not belong to this certificate.");
  if (foreign > 1) sentences.push(`${foreign} SCTs do not belong to this certificate.`);
  const unknown = timestamps.filter(({ log, logId }) => log === null && logId !== null).length;
  if (unknown === 1) sentences.push("One SCT is from an unknown log.");
  if (unknown > 1) sentences.push(`${unknown} SCTs are from unknown logs.`);
  return sentences.join(" ");
}

const FOREIGN = "It does not belong to this certificate.";

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

/** "log lists of 21 August and 1 April 2026", "log list of 21 August 2026" */
function listsInWords(policies: readonly PolicyVerdict[], { chrome, apple }: LogTable): string {
  const dates = [...new Set([chrome.date, apple.date])]
    .filter((date) => policies.some((policy) => policy.date === date));
  const [first, second] = dates.map(dayInWords);
  if (second === undefined) return `log list of ${first}`;
  const year = first.slice(-5);
  return `log lists of ${second.endsWith(year) ? first.slice(0, -5) : first} and ${second}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
