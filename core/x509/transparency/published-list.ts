/**
 * Reads the log lists that Chrome and Apple publish as JSON, and decides whether a newer one may replace the
 * list in use.
 *
 * - Chrome: https://www.gstatic.com/ct/log_list/v3/log_list_schema.json
 * - Apple: https://valid.apple.com/ct/log_list/schema_versions/log_list_schema_v5.json
 */
import {
  LOG_STATES,
  type LogEntry,
  type LogProgram,
  type LogState,
  type ProgramLogs,
} from "./logs.ts";

/** The most octets of a list. Chrome's list of August 2026 has 80,176, Apple's 117,214. */
export const MAX_LIST_BYTES = 1024 * 1024;

/** Why a list is not used. */
export type ListProblem =
  /** It is longer than `MAX_LIST_BYTES`. */
  | "too_large"
  /** It is not JSON, or it lacks something that every log list has. */
  | "malformed"
  /** It is not signed, or not by the key of its source. */
  | "bad_signature"
  /** It is not newer than the list in use. */
  | "not_newer"
  /** Its date is later than today's. */
  | "in_future"
  /** Fewer than 80 % of the logs that were usable are in it. */
  | "logs_missing"
  /** Fewer than two operators have a usable log. */
  | "few_operators";

/** A published list cannot be used. The message is the code: the caller knows which list it was. */
export class ListError extends Error {
  override readonly name = "ListError";
  readonly problem: ListProblem;
  constructor(problem: ListProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The share of the usable logs that a newer list must still have. */
const MIN_SHARE = 0.8;
const MIN_OPERATORS = 2;

/** Milliseconds by which the clock of a source may be ahead of ours. */
const CLOCK_DIFFERENCE = 5 * 60_000;

/** Chrome's list has this operator so that old libraries do not fail on an operator without logs. */
const PLACEHOLDER = "Bogus";

/**
 * Reads a list.
 *
 * @param bytes the file as its source publishes it
 * @param readAt the time at which it was read, in milliseconds since 1970: the date of a list that has none
 * @throws ListError `too_large` or `malformed`
 */
export function readPublishedList(
  program: LogProgram,
  bytes: Uint8Array,
  readAt: number,
): ProgramLogs {
  if (bytes.length > MAX_LIST_BYTES) throw new ListError("too_large");
  const list = object(parse(bytes));
  const entries = new Map<string, LogEntry>();
  for (const item of array(list.operators)) {
    const { name, logs = [], tiled_logs: tiled = [] } = object(item);
    const operator = text(name);
    for (const [kind, listed] of [["rfc6962", logs], ["tiled", tiled]] as const) {
      for (const log of array(listed)) {
        const fields = object(log);
        if (text(fields.description).startsWith(PLACEHOLDER)) continue;
        const entry = readEntry(fields, kind, operator);
        entries.set(entry.id, entry);
      }
    }
  }
  if (entries.size === 0) throw new ListError("malformed");
  const { log_list_timestamp: written } = list;
  return {
    program,
    date: written === undefined ? readAt : time(written),
    version: versionOf(list),
    entries,
  };
}

/** The number by which a list without a date is ordered; null if it has none. */
function versionOf({ assetVersionV2, version }: Readonly<Record<string, unknown>>): number | null {
  const number = Number(assetVersionV2 ?? version);
  return Number.isSafeInteger(number) ? number : null;
}

function readEntry(
  fields: Readonly<Record<string, unknown>>,
  kind: LogEntry["kind"],
  operator: string,
): LogEntry {
  const { description, log_id, key, state, temporal_interval: interval, previous_operators } =
    fields;
  // A log without a state is for tests, mirrors another one, or takes what no browser counts.
  const [[name, since] = ["test", null]] = Object.entries(object(state ?? {}));
  if (!isState(name)) throw new ListError("malformed");
  return {
    id: text(log_id),
    name: text(description).replace(/ log$/, ""),
    key: name === "test" ? null : text(key),
    kind,
    operator,
    former: array(previous_operators ?? []).map((former) => {
      const { name, end_time } = object(former);
      return { operator: text(name), until: time(end_time) };
    }).sort((a, b) => a.until - b.until),
    state: name,
    since: since === null ? 0 : time(object(since).timestamp),
    interval: interval === undefined ? null : readInterval(object(interval)),
  };
}

function readInterval({ start_inclusive, end_exclusive }: Readonly<Record<string, unknown>>) {
  const interval = { start: time(start_inclusive), end: time(end_exclusive) };
  if (interval.start >= interval.end) throw new ListError("malformed");
  return interval;
}

const isState = (name: string): name is LogState =>
  (LOG_STATES as readonly string[]).includes(name);

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ListError("malformed");
  }
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ListError("malformed");
  }
  return value as Record<string, unknown>;
}

function array(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ListError("malformed");
  return value;
}

/** A text of one line, because names reach sentences and the lines of the built-in table. */
function text(value: unknown): string {
  const isText = typeof value === "string" && value !== "" && value.length <= 4_096;
  // deno-lint-ignore no-control-regex
  if (!isText || /[\x00-\x1f\x7f]/.test(value)) throw new ListError("malformed");
  return value;
}

function time(value: unknown): number {
  const milliseconds = Date.parse(text(value));
  if (Number.isNaN(milliseconds)) throw new ListError("malformed");
  return milliseconds;
}

/**
 * Checks whether a list may replace the one in use. The ids of its logs must have been checked (`checkIds`).
 *
 * @param now milliseconds since 1970
 * @throws ListError `not_newer`, `in_future`, `logs_missing` or `few_operators`
 */
export function checkRenewal(inUse: ProgramLogs, next: ProgramLogs, now: number): void {
  if (next.date > now + CLOCK_DIFFERENCE) throw new ListError("in_future");
  const isOlder = inUse.version !== null && next.version !== null && next.version < inUse.version;
  if (isOlder || next.date <= inUse.date) throw new ListError("not_newer");
  // Chrome removes a log from its list some time after the last certificate that it took has expired.
  const expected = [...inUse.entries.values()].filter(({ state, interval }) =>
    state === "usable" && (interval === null || interval.end > next.date)
  );
  const kept = expected.filter(({ id }) => next.entries.has(id));
  if (kept.length < expected.length * MIN_SHARE) throw new ListError("logs_missing");
  const operators = new Set(
    [...next.entries.values()].filter(({ state }) => state === "usable")
      .map(({ operator }) => operator),
  );
  if (operators.size < MIN_OPERATORS) throw new ListError("few_operators");
}

/**
 * Checks that the id of each log is the SHA-256 of its key (RFC 6962, 3.2), so that a list cannot give the name
 * of one log to the key of another.
 *
 * @throws ListError `malformed`
 */
export function checkIds(
  { entries }: ProgramLogs,
  sha256: (bytes: Uint8Array) => Uint8Array,
): void {
  for (const { id, key } of entries.values()) {
    if (key === null) continue;
    let bytes: Uint8Array;
    try {
      bytes = Uint8Array.fromBase64(key);
    } catch {
      throw new ListError("malformed");
    }
    if (sha256(bytes).toBase64() !== id) throw new ListError("malformed");
  }
}
