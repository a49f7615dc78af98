/**
 * Remembers issuers by the address they were fetched from, so that a popular authority is not asked
 * for each analysis: a bounded number of answers, each for a time, failures for a shorter one. Those
 * who want the same address at the same moment share one fetch.
 */
import { LRUCache } from "lru-cache";
import { until } from "../concurrency.ts";
import type { IssuerAnswer } from "./fetch.ts";

export type FetchIssuer = (url: string, signal: AbortSignal) => Promise<IssuerAnswer>;

export interface CacheLimits {
  /** Answers kept; the one that was not used for longest goes first. */
  entries: number;
  /** Bytes of certificates kept. */
  bytes: number;
  /** Milliseconds for which certificates are believed, and every other answer. */
  foundMs: number;
  otherMs: number;
  /** Milliseconds since any fixed moment, above 0. */
  now: () => number;
}

const LIMITS: CacheLimits = {
  entries: 512,
  bytes: 4 * 1024 * 1024,
  foundMs: 60 * 60 * 1000,
  otherMs: 60 * 1000,
  now: () => performance.now(),
};

interface Fetching {
  answer: Promise<IssuerAnswer>;
  controller: AbortController;
  waiting: number;
}

/** Puts the cache before `fetchIssuer`. A fetch ends early only when everybody who waits has left. */
export function cached(fetchIssuer: FetchIssuer, limits: Partial<CacheLimits> = {}): FetchIssuer {
  const { entries, bytes, foundMs, otherMs, now } = { ...LIMITS, ...limits };
  const kept = new LRUCache<string, IssuerAnswer>({
    max: entries,
    maxSize: bytes,
    sizeCalculation: ({ certificates }, key) =>
      certificates.reduce((sum, { length }) => sum + length, key.length + 1),
    ttl: otherMs,
    // The clock is asked each time: remembering it would take a timer.
    ttlResolution: 0,
    perf: { now },
  });
  // The library's own fetch() ends with the signal of whoever came first, even while others wait.
  const fetching = new Map<string, Fetching>();

  function keep(key: string, answer: IssuerAnswer): void {
    // That our resolver was silent says nothing of the issuer, and not even of the next minute.
    if (answer.problem === "unresolved") return;
    kept.set(key, answer, { ttl: answer.problem === null ? foundMs : otherMs });
  }

  function start(key: string, url: string): Fetching {
    const controller = new AbortController();
    const answer = fetchIssuer(url, controller.signal);
    const entry: Fetching = { answer, controller, waiting: 0 };
    fetching.set(key, entry);
    answer.then((value) => keep(key, value), () => {}).finally(() => {
      if (fetching.get(key) === entry) fetching.delete(key);
    });
    return entry;
  }

  return async (url, signal) => {
    const key = withoutFragment(url);
    const known = kept.get(key);
    if (known) return known;
    signal.throwIfAborted();
    const entry = fetching.get(key) ?? start(key, url);
    entry.waiting++;
    try {
      return await until(entry.answer, signal);
    } finally {
      if (--entry.waiting === 0) {
        // Nothing to abort when it has ended; otherwise nobody may join what is being ended.
        if (fetching.get(key) === entry) fetching.delete(key);
        entry.controller.abort();
      }
    }
  };
}

function withoutFragment(url: string): string {
  const hash = url.indexOf("#");
  return hash === -1 ? url : url.slice(0, hash);
}
