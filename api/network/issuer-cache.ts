/**
 * Remembers issuers by the address they were fetched from, so that a popular authority is not asked
 * for each analysis: a bounded number of answers, each for a time, failures for a shorter one. Those
 * who want the same address at the same moment share one fetch.
 */
import { until } from "./deadline.ts";
import type { IssuerAnswer } from "./issuer-fetch.ts";

export type FetchIssuer = (url: string, signal: AbortSignal) => Promise<IssuerAnswer>;

export interface CacheLimits {
  /** Answers kept; the one that was not used for longest goes first. */
  entries: number;
  /** Bytes of certificates kept. */
  bytes: number;
  /** Milliseconds that certificates, and failures, are believed. */
  foundMs: number;
  failedMs: number;
  /** Milliseconds since any fixed moment. */
  now: () => number;
}

const LIMITS: CacheLimits = {
  entries: 512,
  bytes: 4 * 1024 * 1024,
  foundMs: 60 * 60 * 1000,
  failedMs: 60 * 1000,
  now: () => performance.now(),
};

interface Kept {
  answer: IssuerAnswer;
  bytes: number;
  until: number;
}

interface Fetching {
  answer: Promise<IssuerAnswer>;
  controller: AbortController;
  waiting: number;
}

/** Puts the cache before `fetchIssuer`. A fetch ends early only when everybody who waits has left. */
export function cached(fetchIssuer: FetchIssuer, limits: Partial<CacheLimits> = {}): FetchIssuer {
  const { entries, bytes, foundMs, failedMs, now } = { ...LIMITS, ...limits };
  // A Map keeps the order of insertion: the first is the one that was not used for longest.
  const kept = new Map<string, Kept>();
  const fetching = new Map<string, Fetching>();
  let size = 0;

  function drop(key: string): void {
    size -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  function recall(key: string): IssuerAnswer | null {
    const entry = kept.get(key);
    if (!entry) return null;
    drop(key);
    if (entry.until <= now()) return null;
    put(key, entry);
    return entry.answer;
  }

  function put(key: string, entry: Kept): void {
    kept.set(key, entry);
    size += entry.bytes;
    for (const oldest of kept.keys()) {
      if (kept.size <= entries && size <= bytes) break;
      drop(oldest);
    }
  }

  function keep(key: string, answer: IssuerAnswer): void {
    drop(key);
    put(key, {
      answer,
      bytes: key.length + answer.certificates.reduce((sum, { length }) => sum + length, 0),
      until: now() + (answer.problem === null ? foundMs : failedMs),
    });
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
    const known = recall(key);
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
