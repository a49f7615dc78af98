/** The known Certificate Transparency logs, with their states in the lists of Chrome and Apple. */
import { Budget, type Tables } from "../../kernel/context.ts";
import { once } from "../../kernel/once.ts";
import { toHex } from "../asn1/hex.ts";
import { readPublicKeyBytes, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";

/** The states of a log; a "test" log also stands for one that mirrors another log. */
export const LOG_STATES = [
  "pending",
  "qualified",
  "usable",
  "readonly",
  "retired",
  "rejected",
  "test",
] as const;
export type LogState = (typeof LOG_STATES)[number];

/** The programs that publish a list of logs. */
export const LOG_PROGRAMS = ["chrome", "apple"] as const;
export type LogProgram = (typeof LOG_PROGRAMS)[number];

/** The name of a program's list among the tables of a context. */
export const tableNameOf = (program: LogProgram): string => `ct-logs-${program}`;

/** Equal for the same lists, read at the same times. */
export const keyOfLists = (
  lists: readonly { readonly program: LogProgram; readonly readAt: number }[],
): string => lists.map(({ program, readAt }) => `${program} ${readAt}`).join();

/** An interval of time, in milliseconds since 1970; `end` is not part of it. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The entry of a log in the list of a program. */
export interface Listing {
  readonly operator: string;
  /** Those who operated it before, the earliest first, each with the end of its time. */
  readonly former: readonly { readonly operator: string; readonly until: number }[];
  readonly state: LogState;
  /** When it got this state, in milliseconds since 1970. */
  readonly since: number;
  /** The log takes certificates that expire in this interval; null: any. */
  readonly interval: Interval | null;
}

/** The entry with the facts that all lists state alike. */
export interface LogEntry extends Listing {
  readonly name: string;
  /** SHA-256 over the key, in base64. */
  readonly id: string;
  /** A SubjectPublicKeyInfo in base64; null for a test log, whose signatures say nothing. */
  readonly key: string | null;
  /** `tiled` logs follow the Static Certificate Transparency API. */
  readonly kind: "rfc6962" | "tiled";
}

/** The list of one program. */
export interface ProgramLogs {
  readonly program: LogProgram;
  /** When it was written or, if it does not say so, read; in milliseconds since 1970. */
  readonly date: number;
  /** A number that grows with each list; null if the list has none. */
  readonly version: number | null;
  /** By id. */
  readonly entries: ReadonlyMap<string, LogEntry>;
}

export interface Log {
  readonly name: string;
  /** SHA-256 over the key, in hex. */
  readonly id: string;
  /** Null for a test log, whose signatures say nothing. */
  readonly key: SubjectPublicKeyInfo | null;
  readonly kind: LogEntry["kind"];
  readonly chrome: Listing | null;
  readonly apple: Listing | null;
}

/** A list of logs that a program publishes. */
export interface LogList {
  readonly name: string;
  /** "2026-08-21" */
  readonly date: string;
}

export interface LogTable {
  readonly chrome: LogList;
  readonly apple: LogList;
  /** By id. */
  readonly logs: ReadonlyMap<string, Log>;
}

/** The text of the built-in table, as `web/build/ct-logs.ts` writes it. */
interface LogTableText {
  readonly chrome: { readonly date: string; readonly version: number | null };
  readonly apple: { readonly date: string; readonly version: number | null };
  readonly logs: string;
}

const NAMES: Readonly<Record<LogProgram, string>> = {
  chrome: "Chrome's log list",
  apple: "Apple's log list",
};

/** Reads the built-in table. */
export function readProgramLogs(table: LogTableText): Record<LogProgram, ProgramLogs> {
  const entries = { chrome: new Map<string, LogEntry>(), apple: new Map<string, LogEntry>() };
  for (const line of table.logs.trim().split("\n")) {
    const [id, key, kind, interval, chrome, apple, name] = line.split("\t");
    const common = {
      name,
      id,
      key: key === "" ? null : key,
      kind: kind === "tiled" ? "tiled" as const : "rfc6962" as const,
      interval: readInterval(interval),
    };
    for (const [program, listing] of [["chrome", chrome], ["apple", apple]] as const) {
      if (listing !== "") entries[program].set(id, { ...common, ...readListing(listing) });
    }
  }
  const listOf = (program: LogProgram): ProgramLogs => ({
    program,
    date: Date.parse(table[program].date),
    version: table[program].version,
    entries: entries[program],
  });
  return { chrome: listOf("chrome"), apple: listOf("apple") };
}

function readInterval(text: string): Interval | null {
  const [start, end] = text.split("/");
  return start ? { start: Date.parse(start), end: Date.parse(end) } : null;
}

function readListing(text: string): Omit<Listing, "interval"> {
  const [operator, state, since, ...former] = text.split("|");
  return {
    operator,
    state: state as LogState,
    since: since ? Date.parse(since) : 0,
    former: former.map((one) => {
      const [until, name] = one.split("=");
      return { operator: name, until: Date.parse(until) };
    }),
  };
}

/** One table of two lists. Keys are read when a log is first looked up, because most are never needed. */
export function joinLogs(
  { chrome, apple }: Readonly<Record<LogProgram, ProgramLogs>>,
): LogTable {
  const logs = new Map<string, Log>();
  for (const id of new Set([...chrome.entries.keys(), ...apple.entries.keys()])) {
    const listings = { chrome: chrome.entries.get(id), apple: apple.entries.get(id) };
    const { name, kind, key } = listings.chrome ?? listings.apple!;
    let read: SubjectPublicKeyInfo | null | undefined;
    const log: Log = {
      name,
      id: toHex(Uint8Array.fromBase64(id)),
      get key() {
        return read ??= key === null ? null : readKey(key);
      },
      kind,
      chrome: listings.chrome ?? null,
      apple: listings.apple ?? null,
    };
    logs.set(log.id, log);
  }
  const listOf = ({ program, date }: ProgramLogs): LogList => ({
    name: NAMES[program],
    date: new Date(date).toISOString().slice(0, 10),
  });
  return { chrome: listOf(chrome), apple: listOf(apple), logs };
}

// The list is ours, so reading it does not spend from the budget of a request.
const readKey = (base64: string): SubjectPublicKeyInfo =>
  readPublicKeyBytes(Uint8Array.fromBase64(base64), new Budget());

/** The built-in lists. They are large, so they are loaded when a chain is first judged. */
export const loadBuiltInLogs = once(async () => {
  const { CT_LOGS } = await import("../../assets/ct-logs.ts");
  return readProgramLogs(CT_LOGS);
});

const joined = new WeakMap<Tables, Promise<LogTable>>();

/** The log table of a context: its lists, and the built-in one of a program whose list it lacks. */
export function logTableOf(tables: Tables): Promise<LogTable> {
  const known = joined.get(tables);
  if (known) return known;
  const table = join(tables);
  joined.set(tables, table);
  return table;
}

async function join(tables: Tables): Promise<LogTable> {
  const builtIn = await loadBuiltInLogs();
  const listOf = (program: LogProgram) =>
    tables.get(tableNameOf(program)) as ProgramLogs | undefined ?? builtIn[program];
  return joinLogs({ chrome: listOf("chrome"), apple: listOf("apple") });
}
