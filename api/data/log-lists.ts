/**
 * Keeps the lists of Certificate Transparency logs current while the server runs. A list that cannot be
 * fetched, or that `acceptList` refuses, leaves the one in use in place; the log, the health answer and a metric
 * say so.
 */
import { createHash } from "node:crypto";
import { ageInSeconds } from "../../core/kernel/dates.ts";
import { BUILT_IN_TABLES, type Tables } from "../../core/kernel/context.ts";
import type { SentList } from "../compute/protocol.ts";
import {
  loadBuiltInLogs,
  type LogProgram,
  type ProgramLogs,
  tableNameOf,
} from "../../core/x509/transparency/logs.ts";
import { ListError, type ListProblem } from "../../core/x509/transparency/published-list.ts";
import { acceptList } from "../../core/x509/transparency/renew.ts";
import type { Log } from "../log.ts";
import { type FetchProblem, knownProblem } from "../network/outbound-http.ts";
import type { FetchFile } from "./fetch-file.ts";
import type { PublishedList, SharedLists } from "./shared-lists.ts";
import type { ListSource } from "../../core/x509/transparency/list-sources.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A list in use that is newer than the built-in one. */
export interface NewerList extends PublishedList {
  readonly logs: ProgramLogs;
  /** SHA-256 over the bytes, in hex. */
  readonly sha256: string;
}

/** The state of a list, for the health answer and the metrics. */
interface ListStatus {
  readonly name: string;
  /** The name of the table in metrics and at /data. */
  readonly table: string;
  /** The date of the list, ISO 8601. */
  readonly date: string;
  readonly ageSeconds: number;
  /** Why the newest one was not taken or could not be fetched; null if it is in use. */
  readonly problem: Problem | null;
}

type Problem = ListProblem | FetchProblem | "internal";

export interface LogLists {
  /** The lists that are newer than the built-in ones. A new array after each change. */
  readonly newer: readonly NewerList[];
  /** The same for the context of an operation. A new map after each change. */
  readonly tables: Tables;
  /** The same for a compute process or thread; undefined if the built-in lists are the newest. */
  readonly sent: readonly SentList[] | undefined;
  status(): Promise<ListStatus[]>;
  /** Fetches the lists once, unless another instance does. Returns the milliseconds to the next time. */
  renew(): Promise<number>;
  /** Renews them now and again, until `close`. */
  start(): void;
  close(): void;
}

interface LogListsParts {
  sources: readonly ListSource[];
  /** Hours between two fetches; 0: never. */
  hours: number;
  fetchFile: FetchFile;
  /** The lists that all instances share. */
  shared?: SharedLists | null;
  log: Log;
  onFault?: (thrown: unknown) => void;
  now?: () => number;
}

const HOUR = 3_600_000;
/** Until the next fetch after one that failed. */
const RETRY_MS = HOUR / 4;
/** Until the next look at the lists of the other instances. */
const LOOK_MS = 60_000;
/** The first looks come sooner, because another instance may be fetching. */
const FIRST_LOOK_MS = 1_000;
const MAX_SIGNATURE_BYTES = 4_096;

export function createLogLists(
  { sources, hours, fetchFile, shared = null, log, onFault, now = Date.now }: LogListsParts,
): LogLists {
  const inUse = new Map<LogProgram, NewerList>();
  const problems = new Map<LogProgram, Problem>();
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextFetch = 0;
  let look = FIRST_LOOK_MS;

  const lists: LogLists = {
    newer: [],
    tables: BUILT_IN_TABLES,
    sent: undefined,

    async status() {
      const builtIn = await loadBuiltInLogs();
      return sources.map(({ program, name }) => {
        const { date } = inUse.get(program)?.logs ?? builtIn[program];
        return {
          name,
          table: tableNameOf(program),
          date: new Date(date).toISOString().replace(/\.\d+Z$/, "Z"),
          ageSeconds: ageInSeconds(date, now()),
          problem: problems.get(program) ?? null,
        };
      });
    },

    async renew() {
      if (shared) {
        for (const source of sources) {
          const found = await shared.newerThan(
            source.program,
            inUse.get(source.program)?.readAt ?? 0,
          );
          if (found) await take(source, found).catch((fault) => note(source, fault));
        }
      }
      const isOurTurn = now() >= nextFetch && (!shared || await shared.takeTurn(hours * HOUR));
      if (isOurTurn) {
        let failed = false;
        for (const source of sources) {
          try {
            const fetched = await fetchList(source);
            if (await take(source, fetched)) await shared?.put(fetched);
          } catch (fault) {
            failed = true;
            note(source, fault);
          }
        }
        const pause = failed ? Math.min(RETRY_MS, hours * HOUR) : hours * HOUR;
        nextFetch = now() + pause;
        if (failed) await shared?.endTurnIn(pause);
      }
      if (!shared) return nextFetch - now();
      look = Math.min(look * 2, LOOK_MS);
      return look;
    },

    start() {
      if (hours === 0) return;
      const again = () =>
        lists.renew().catch((fault) => {
          onFault?.(fault);
          return RETRY_MS;
        }).then((pause) => {
          if (!ending.signal.aborted) timer = setTimeout(again, pause);
        });
      again();
    },

    close() {
      ending.abort();
      clearTimeout(timer);
      shared?.close();
    },
  };
  return lists;

  async function fetchList(source: ListSource): Promise<PublishedList> {
    const { program, url, signatureUrl, publicKey, hasOwnKey, maxBytes } = source;
    const bytes = await fetchFile(url, maxBytes, ending.signal);
    const signature = signatureUrl === null
      ? null
      : await fetchFile(signatureUrl, MAX_SIGNATURE_BYTES, ending.signal);
    return { program, bytes, signature, ownKey: hasOwnKey ? publicKey : null, readAt: now() };
  }

  /** Uses the list, if it is newer. Throws ListError if it must not be used. */
  async function take(source: ListSource, list: PublishedList): Promise<boolean> {
    const { program, publicKey, name } = source;
    const before = inUse.get(program)?.logs;
    const sha256 = createHash("sha256").update(list.bytes).digest("hex");
    try {
      const logs = await acceptList(list, { inUse: before, publicKey, now: now() });
      inUse.set(program, { ...list, logs, sha256 });
    } catch (fault) {
      // A source that has published nothing new is in order.
      const isSame = fault instanceof ListError && fault.problem === "not_newer" &&
        inUse.get(program)?.sha256 === sha256;
      if (!isSame) throw fault;
      problems.delete(program);
      return false;
    }
    problems.delete(program);
    const newer = [...inUse.values()];
    Object.assign(lists, {
      newer,
      tables: new Map(newer.map(({ program, logs }) => [tableNameOf(program), logs])),
      sent: newer.map(({ program, bytes, readAt }) => ({ program, bytes, readAt })),
    });
    log.info("data_renewed", {
      list: name,
      date: new Date(inUse.get(program)!.logs.date).toISOString(),
    });
    return true;
  }

  function note(source: ListSource, fault: unknown): void {
    if (ending.signal.aborted) return;
    const problem = fault instanceof ListError ? fault.problem : knownProblem(fault);
    if (problem === null) onFault?.(fault);
    problems.set(source.program, problem ?? "internal");
    log.warn("data_kept", { list: source.name, problem: problem ?? "internal" });
  }
}
