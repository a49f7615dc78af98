/** The known Certificate Transparency logs, with their states in the lists of Chrome and Apple. */
import { Budget } from "../../kernel/context.ts";
import { once } from "../../kernel/once.ts";
import { Der, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";

/** The states of a log; a "test" log also stands for one that mirrors another log. */
export type LogState =
  | "pending"
  | "qualified"
  | "usable"
  | "readonly"
  | "retired"
  | "rejected"
  | "test";

/** The entry of a log in the list of a program. */
export interface Listing {
  readonly operator: string;
  readonly state: LogState;
  /** When it got this state, in milliseconds since 1970. */
  readonly since: number;
}

export interface Log {
  readonly name: string;
  /** SHA-256 over the key, in hex. */
  readonly id: string;
  /** Null for a test log, whose signatures say nothing. */
  readonly key: SubjectPublicKeyInfo | null;
  /** `tiled` logs follow the Static Certificate Transparency API. */
  readonly kind: "rfc6962" | "tiled";
  /** The log takes certificates that expire from `start` on and before `end`; null: any. */
  readonly interval: { readonly start: number; readonly end: number } | null;
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

/** The text of a table, as `web/build/ct-logs.ts` writes it. */
interface LogTableText {
  readonly chrome: LogList;
  readonly apple: LogList;
  readonly logs: string;
}

/** Reads a table. Keys are read when a log is first looked up, because most are never needed. */
export function readLogTable({ chrome, apple, logs }: LogTableText): LogTable {
  const table = new Map<string, Log>();
  for (const line of logs.trim().split("\n")) {
    const [id, key, kind, interval, chromeEntry, appleEntry, name] = line.split("\t");
    const [start, end] = interval.split("/");
    let read: SubjectPublicKeyInfo | null | undefined;
    const log: Log = {
      name,
      id: toHex(Uint8Array.fromBase64(id)),
      get key() {
        return read ??= key === "" ? null : readKey(key);
      },
      kind: kind === "tiled" ? "tiled" : "rfc6962",
      interval: start ? { start: Date.parse(start), end: Date.parse(end) } : null,
      chrome: readListing(chromeEntry),
      apple: readListing(appleEntry),
    };
    table.set(log.id, log);
  }
  return { chrome, apple, logs: table };
}

function readListing(text: string): Listing | null {
  if (text === "") return null;
  const [operator, state, since] = text.split("|");
  return { operator, state: state as LogState, since: since ? Date.parse(since) : 0 };
}

function readKey(base64: string): SubjectPublicKeyInfo {
  const bytes = Uint8Array.fromBase64(base64);
  // The list is ours, so reading it does not spend from the budget of a request.
  const der = new Der(bytes, new Budget());
  der.expect(0, bytes.length, TAG.SEQUENCE, "public key");
  return readPublicKey(der);
}

/** Loads the table, which is large, when a chain is first judged. */
export const loadLogTable = once(async (): Promise<LogTable> => {
  const { CT_LOGS } = await import("../../assets/ct-logs.ts");
  return readLogTable(CT_LOGS);
});
