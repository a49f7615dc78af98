import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { cached, type CacheLimits, type FetchIssuer } from "../../../api/network/issuers/cache.ts";
import type { IssuerAnswer } from "../../../api/network/issuers/fetch.ts";
import { never } from "./support.ts";

const found = (size = 10): IssuerAnswer => ({
  certificates: [new Uint8Array(size)],
  problem: null,
});
const failed: IssuerAnswer = { certificates: [], problem: "not_found" };

/** A cache over a counting fetch, with a clock. */
function setUp(answer: (url: string) => IssuerAnswer, limits: Partial<CacheLimits> = {}) {
  const asked: string[] = [];
  const clock = { now: 1 };
  const fetchIssuer: FetchIssuer = (url) => {
    asked.push(url);
    return Promise.resolve(answer(url));
  };
  return { asked, clock, cache: cached(fetchIssuer, { now: () => clock.now, ...limits }) };
}

describe("cache of issuers", () => {
  it("fetches once, until the answer expires", async () => {
    const { asked, clock, cache } = setUp(() => found(), { foundMs: 1000 });
    await cache("a", never());
    clock.now = 1001;
    assert.equal((await cache("a", never())).problem, null);
    assert.equal(asked.length, 1);
    clock.now = 1002;
    await cache("a", never());
    assert.equal(asked.length, 2);
  });

  it("remembers failures for a shorter time", async () => {
    const { asked, clock, cache } = setUp(() => failed, { foundMs: 1000, otherMs: 100 });
    await cache("a", never());
    clock.now = 101;
    assert.deepEqual(await cache("a", never()), failed);
    assert.equal(asked.length, 1);
    clock.now = 102;
    await cache("a", never());
    assert.equal(asked.length, 2);
  });

  it("does not cache that the resolver was silent", async () => {
    const { asked, cache } = setUp(() => ({ certificates: [], problem: "unresolved" }));
    await cache("a", never());
    await cache("a", never());
    assert.equal(asked.length, 2);
  });

  it("ignores the fragment of a URL", async () => {
    const { asked, cache } = setUp(() => found());
    await cache("a#1", never());
    await cache("a#2", never());
    assert.equal(asked.length, 1);
  });

  it("evicts the least recently used answer when there are too many", async () => {
    const { asked, cache } = setUp(() => found(), { entries: 2 });
    for (const url of ["a", "b", "a", "c"]) await cache(url, never());
    assert.deepEqual(asked, ["a", "b", "c"]);
    await cache("a", never());
    assert.equal(asked.length, 3);
    await cache("b", never());
    assert.equal(asked.length, 4);
  });

  it("evicts answers when there are too many bytes", async () => {
    const { asked, cache } = setUp((url) => found(url === "big" ? 900 : 10), { bytes: 1000 });
    for (const url of ["a", "b", "big"]) await cache(url, never());
    await cache("b", never());
    assert.equal(asked.length, 3);
    for (let index = 0; index < 50; index++) await cache(`other ${index}`, never());
    await cache("big", never());
    assert.equal(asked.at(-1), "big");
  });

  it("does not cache an answer that exceeds the limit by itself", async () => {
    const { asked, cache } = setUp(() => found(2000), { bytes: 1000 });
    await cache("a", never());
    await cache("a", never());
    assert.equal(asked.length, 2);
  });
});

describe("sharing of fetches", () => {
  function slow() {
    const gate = Promise.withResolvers<IssuerAnswer>();
    const signals: AbortSignal[] = [];
    const cache = cached((_url, signal) => {
      signals.push(signal);
      signal.addEventListener("abort", () => gate.reject(signal.reason));
      return gate.promise;
    });
    return { gate, signals, cache };
  }

  it("gives concurrent callers one fetch", async () => {
    const { gate, signals, cache } = slow();
    const all = Array.from({ length: 50 }, () => cache("a", never()));
    gate.resolve(found());
    assert.equal((await Promise.all(all)).length, 50);
    assert.equal(signals.length, 1);
  });

  it("continues for the other callers when one leaves", async () => {
    const { gate, signals, cache } = slow();
    const leaving = new AbortController();
    const first = cache("a", leaving.signal);
    const second = cache("a", never());
    leaving.abort(new Error("gone"));
    await assert.rejects(first, { message: "gone" });
    assert.equal(signals[0].aborted, false);
    gate.resolve(found());
    assert.equal((await second).problem, null);
  });

  it("is aborted when all callers have left, and starts again for the next one", async () => {
    let fetches = 0;
    const cache = cached((_url, signal) => {
      if (fetches++ > 0) return Promise.resolve(found());
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [cache("a", one.signal), cache("a", two.signal)];
    one.abort();
    two.abort();
    for (const each of waiting) await assert.rejects(each);
    assert.equal((await cache("a", never())).problem, null);
    assert.equal(fetches, 2);
  });

  it("does not start for a caller that has left", async () => {
    const { signals, cache } = slow();
    await assert.rejects(cache("a", AbortSignal.abort()));
    assert.equal(signals.length, 0);
  });
});
