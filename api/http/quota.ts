/**
 * The limit on each client's requests, with its headers: RateLimit-Policy and RateLimit as in
 * draft-ietf-httpapi-ratelimit-headers-10, Retry-After as in RFC 9110, 10.2.3.
 *
 * Requests are counted in a fixed window of 60 seconds that starts with a client's first request. The
 * counts are in this process, or in a Redis that all instances share.
 *
 * If Redis fails, no request fails: this process continues with the last counts from Redis, and
 * returns to Redis when it is available again. Clients gain nothing if Redis has lost its counts, or did
 * not see the requests in between, because the higher of both counts applies.
 */
import type { MiddlewareHandler } from "hono";
import type { Environment } from "./forwarded.ts";
import { refusal } from "./envelope.ts";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "../log.ts";
import { createRedis, redisProblem } from "../redis.ts";

/** The name of the only policy in the headers. */
const POLICY = '"requests"';

/** Counts a request of the client, and refuses it with `rate_limited` (429) if none is left. */
export function rateLimit(quota: Quota): MiddlewareHandler<Environment> {
  const policy = `${POLICY};q=${quota.limit};w=${WINDOW_SECONDS}`;
  return async (context, next) => {
    const { allowed, remaining, reset } = await quota.take(context.get("client"));
    const headers: Record<string, string> = {
      "ratelimit-policy": policy,
      "ratelimit": `${POLICY};r=${remaining};t=${reset}`,
    };
    if (!allowed) {
      headers["retry-after"] = String(reset);
      return refusal({ code: "rate_limited" }, headers);
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}

const WINDOW_SECONDS = 60;

/** The most clients that this process counts. Beyond that, the oldest counts are dropped. */
const MAX_CLIENTS = 100_000;

export interface Quota {
  readonly limit: number;
  /** Where requests are counted at the moment. */
  store(): "memory" | "redis" | "memory (redis unreachable)";
  /** Counts one request. Never rejects. */
  take(client: string): Promise<Taken>;
  close(): void;
}

interface Taken {
  allowed: boolean;
  /** Requests left in the window. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  reset: number;
}

const toTaken = (limit: number, { consumedPoints, msBeforeNext }: RateLimiterRes): Taken => ({
  allowed: consumedPoints <= limit,
  remaining: Math.max(limit - consumedPoints, 0),
  reset: Math.max(Math.ceil(msBeforeNext / 1000), 1),
});

/** The library also rejects with a result when the limit is reached. Any other rejection is a failure. */
async function settle(consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await consumed;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}

/** Counts requests in this process. */
export function memoryQuota(limit: number, maxClients = MAX_CLIENTS): Quota {
  const counts = new LocalCounts(limit, maxClients);
  return {
    limit,
    store: () => "memory",
    take: async (client) => toTaken(limit, await counts.take(client)),
    close: () => counts.clear(),
  };
}

/** Bounds RateLimiterMemory, which would otherwise grow with each new address. */
class LocalCounts {
  readonly #limiter: RateLimiterMemory;
  readonly #maxClients: number;
  /** Clients with the end of their window, in that order. */
  readonly #ends = new Map<string, number>();

  constructor(limit: number, maxClients: number) {
    this.#limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
    this.#maxClients = maxClients;
  }

  async take(client: string): Promise<RateLimiterRes> {
    this.#note(client, WINDOW_SECONDS * 1000);
    return await settle(this.#limiter.consume(client));
  }

  /**
   * Counts a request that Redis has counted too. The higher of both counts applies, and a lower count in
   * this process is raised to it.
   */
  async takeAtLeast(client: string, counted: RateLimiterRes): Promise<RateLimiterRes> {
    const own = await this.#limiter.get(client);
    if (own && own.msBeforeNext > 0 && own.consumedPoints >= counted.consumedPoints) {
      return await this.take(client);
    }
    const { consumedPoints, msBeforeNext } = counted;
    this.#note(client, msBeforeNext);
    await this.#limiter.set(client, consumedPoints, msBeforeNext / 1000);
    return counted;
  }

  clear(): void {
    for (const client of this.#ends.keys()) this.#limiter.delete(client);
    this.#ends.clear();
  }

  #note(client: string, lifetime: number): void {
    const now = Date.now();
    const end = this.#ends.get(client);
    if (end !== undefined && end > now) return;
    this.#ends.delete(client);
    for (const [first, firstEnd] of this.#ends) {
      if (firstEnd > now && this.#ends.size < this.#maxClients) break;
      this.#ends.delete(first);
      this.#limiter.delete(first);
    }
    this.#ends.set(client, now + lifetime);
  }
}

/** Milliseconds to wait for an answer of Redis. Clients wait for it too. */
const ANSWER_TIMEOUT = 500;
/** Milliseconds without use of Redis after a failure, so that a slow one does not delay every request. */
const PAUSE_AFTER_FAILURE = 1000;

/** Counts requests in Redis. The URL may contain a password and is never logged. */
export async function redisQuota(
  limit: number,
  url: string,
  log: Log,
  answerTimeout = ANSWER_TIMEOUT,
): Promise<Quota> {
  const client = await createRedis(url);
  const local = new LocalCounts(limit, MAX_CLIENTS);
  const shared = new RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    points: limit,
    duration: WINDOW_SECONDS,
    keyPrefix: "ssl-tools:quota",
  });
  let lost = false;
  let notBefore = 0;

  function onLost(thrown: unknown): void {
    notBefore = Date.now() + PAUSE_AFTER_FAILURE;
    if (!lost) {
      const effect = "requests are counted in this process";
      log.warn("redis_lost", { reason: redisProblem(thrown), effect });
    }
    lost = true;
  }

  function onBack(): void {
    if (lost) log.info("redis_back", { effect: "requests are counted in Redis" });
    lost = false;
    notBefore = 0;
  }

  client.on("error", onLost);
  client.on("ready", onBack);
  // The client retries by itself and reports failures through its events.
  client.connect().catch(onLost);

  return {
    limit,
    store: () => lost || !client.isReady ? "memory (redis unreachable)" : "redis",
    async take(key) {
      if (client.isReady && Date.now() >= notBefore) {
        try {
          const counted = await within(answerTimeout, settle(shared.consume(key)));
          onBack();
          return toTaken(limit, await local.takeAtLeast(key, counted));
        } catch (thrown) {
          onLost(thrown);
        }
      }
      return toTaken(limit, await local.take(key));
    },
    close() {
      local.clear();
      client.destroy();
    },
  };
}

/** Redis did not answer in time. */
class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer("no answer in time")), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
