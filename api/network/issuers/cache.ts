/**
 * Caches issuers by URL, so that the certificates of a popular authority are not fetched for each
 * analysis. The cache is bounded, answers expire, and failures expire sooner. Concurrent requests for
 * the same URL share one fetch.
 */
import { ByteAccount } from "../../byte-account.ts";
import { until } from "../concurrency.ts";
import { CountedCache } from "../counted-cache.ts";
import type { IssuerAnswer } from "./fetch.ts";

export type FetchIssuer = (url: string, signal: AbortSignal) => Promise<IssuerAnswer>;

export interface CacheLimits {
  /** The most answers. The least recently used one is evicted first. */
  entries: number;
  /** The most bytes of certificates. */
  bytes: number;
  /** Milliseconds until certificates expire, and until every other answer does. */
  foundMs: number;
  otherMs: number;
  /** Returns milliseconds since any fixed instant, above 0. */
  now: () => number;
  /** Counts the bytes of the cache. */
  account: ByteAccount;
}

const LIMITS: Omit<CacheLimits, "account"> = {
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

/** Wraps `fetchIssuer` in a cache. A fetch is aborted only when all of its callers have left. */
export function cached(
  fetchIssuer: FetchIssuer,
  { account = new ByteAccount(), ...limits }: Partial<CacheLimits> = {},
): FetchIssuer {
  const { entries, bytes, foundMs, otherMs, now } = { ...LIMITS, ...limits };
  const kept = new CountedCache<string, IssuerAnswer>(account, {
    max: entries,
    maxSize: bytes,
    sizeCalculation: ({ certificates }, key) =>
      certificates.reduce((sum, { length }) => sum + length, key.length + 1),
    ttl: otherMs,
    // Reads the clock each time. A higher resolution would start timers.
    ttlResolution: 0,
    perf: { now },
  });
  // The library's own fetch() would end with the signal of its first caller, while others wait.
  const fetching = new Map<string, Fetching>();

  function keep(key: string, answer: IssuerAnswer): void {
    // A failure of our resolver says nothing about the issuer, so the next request tries again.
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
        // A new caller must not join a fetch that is being aborted.
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
