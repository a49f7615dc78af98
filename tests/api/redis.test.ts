/** A quota shared by instances, in a real Redis, and with that Redis gone. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createLog } from "../../api/log.ts";
import { type Quota, redisQuota } from "../../api/http/quota.ts";
import { callApi, startServer, type TestServer } from "../support/server.ts";
import { needs } from "../support/programs.ts";
import { startRedis, type TestRedis, until } from "../support/redis.ts";

interface Instance extends AsyncDisposable {
  server: TestServer;
  quota: Quota;
  log: string[];
  store(): Promise<string>;
  /** The status of one csr/decode, and how many requests its headers say are left. */
  call(): Promise<{ status: number; left: number }>;
}

/**
 * Milliseconds. On a busy machine Redis may take half a second, and tests must wait for it. Only the
 * test with a Redis that hangs uses the product's own limit.
 */
const PATIENT = 30_000;

async function startInstance(
  url: string,
  limit: number,
  answerTimeout = PATIENT,
): Promise<Instance> {
  const log: string[] = [];
  const toLog = createLog("info", (line) => log.push(line));
  const quota = await redisQuota(limit, url, toLog, answerTimeout);
  const server = await startServer({ quota });
  return {
    server,
    quota,
    log,
    async store() {
      const response = await fetch(`${server.origin}/api/health`);
      return (await response.json()).data.store;
    },
    async call() {
      const response = await fetch(`${server.origin}/api/csr/decode`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"csr":"x"}',
      });
      await response.body?.cancel();
      const left = /;r=(\d+);/.exec(response.headers.get("ratelimit") ?? "");
      return { status: response.status, left: Number(left?.[1]) };
    },
    async [Symbol.asyncDispose]() {
      quota.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The Redis client's timer for its next attempt ends with that attempt. */
async function comeBack(redis: TestRedis, instance: Instance): Promise<void> {
  await redis.start();
  await onRedis(instance);
}

const onRedis = (instance: Instance) => until(async () => await instance.store() === "redis");

describe("quota in Redis", () => {
  it("is shared exactly by two instances", needs("redis-server"), async () => {
    await using redis = await startRedis();
    await using first = await startInstance(redis.url, 50);
    await using second = await startInstance(redis.url, 50);
    await onRedis(first);
    await onRedis(second);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => (index % 3 === 0 ? first : second).call()),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 50);
    assert.equal(answers.filter(({ status }) => status === 429).length, 70);
    assert.deepEqual(
      answers.filter(({ status }) => status === 200).map(({ left }) => left).sort((a, b) => b - a),
      Array.from({ length: 50 }, (_, index) => 49 - index),
    );
  });

  it(
    "fails no request when Redis dies under load, continues to count, and returns to Redis",
    needs("redis-server"),
    async () => {
      await using redis = await startRedis();
      await using instance = await startInstance(redis.url, 100_000);
      await onRedis(instance);
      const statuses: number[] = [];
      const lefts: number[] = [];
      let loading = true;
      const load = Array.from({ length: 8 }, async () => {
        while (loading) {
          const { status, left } = await instance.call();
          statuses.push(status);
          lefts.push(left);
        }
      });
      await until(() => statuses.length > 200);
      await redis.kill();
      const atDeath = statuses.length;
      const lastShared = Math.min(...lefts);
      await until(() => statuses.length > atDeath + 400);
      assert.equal(await instance.store(), "memory (redis unreachable)");
      assert(Math.min(...lefts) < lastShared - 300, "counts go on from where Redis left them");

      await redis.start();
      await onRedis(instance);
      const back = statuses.length;
      await until(() => statuses.length > back + 200);
      loading = false;
      await Promise.all(load);

      assert.deepEqual(statuses.filter((status) => status !== 200), []);
      const [lost, returned, ...others] = instance.log.map((line) => JSON.parse(line));
      assert.deepEqual([lost.event, returned.event, others], ["redis_lost", "redis_back", []]);
      assert.match(lost.reason, /^(?:SocketClosedUnexpectedlyError|ECONN(?:RESET|REFUSED)|EPIPE)$/);
      // The new Redis is empty, but requests that were counted in this process stay counted.
      assert(Math.max(...lefts.slice(back)) < Math.min(...lefts.slice(0, atDeath + 400)));
      // Requests are counted in Redis again: another instance sees them.
      await using another = await startInstance(redis.url, 100_000);
      await onRedis(another);
      assert((await another.call()).left < 100_000 - 200);
    },
  );

  it(
    "still refuses a client that had used up its quota when Redis is gone",
    needs("redis-server"),
    async () => {
      await using redis = await startRedis();
      await using instance = await startInstance(redis.url, 5);
      await onRedis(instance);
      for (let count = 0; count < 6; count++) await instance.call();
      await redis.kill();
      assert.equal((await instance.call()).status, 429);
      await comeBack(redis, instance);
      // It comes back empty.
      for (let count = 0; count < 3; count++) assert.equal((await instance.call()).status, 429);
    },
  );

  it(
    "refuses a client that used up its quota while Redis was away",
    needs("redis-server"),
    async () => {
      await using redis = await startRedis({ started: false });
      await using instance = await startInstance(redis.url, 5);
      for (let count = 0; count < 5; count++) assert.equal((await instance.call()).status, 200);
      assert.equal((await instance.call()).status, 429);
      await comeBack(redis, instance);
      assert.equal((await instance.call()).status, 429);
    },
  );

  it(
    "serves when Redis is down at the start, and uses it once it is available",
    needs("redis-server"),
    async () => {
      await using redis = await startRedis({ started: false });
      await using instance = await startInstance(redis.url, 10);
      const answer = await instance.call();
      assert.equal(answer.status, 200);
      assert.equal(answer.left, 9);
      assert.equal(await instance.store(), "memory (redis unreachable)");
      await redis.start();
      await onRedis(instance);
      assert.equal((await instance.call()).left, 8);
    },
  );

  it(
    "answers while Redis hangs, and soon without waiting for it",
    needs("redis-server"),
    async () => {
      await using redis = await startRedis();
      await using instance = await startInstance(redis.url, 1_000, 200);
      await onRedis(instance);
      await instance.call();
      redis.pause();
      assert.equal((await instance.call()).status, 200);
      // From now on Redis is known to hang, and is tried only once a second.
      for (let count = 0; count < 20; count++) {
        assert.equal(await instance.store(), "memory (redis unreachable)");
        assert.equal((await instance.call()).status, 200);
      }
      redis.resume();
      await until(async () => {
        await instance.call();
        return await instance.store() === "redis";
      });
    },
  );

  it("never logs the URL, which may contain a password", needs("redis-server"), async () => {
    await using redis = await startRedis({ started: false, password: "hunter2" });
    await using instance = await startInstance(redis.url, 10);
    assert(redis.url.includes("hunter2"));
    await until(() => instance.log.length > 0);
    assert.equal((await callApi(instance.server.origin, "csr/decode", { csr: "x" })).status, 200);
    await comeBack(redis, instance);
    assert.equal((await instance.call()).left, 8);
    assert(!instance.log.join().includes("hunter2") && !instance.log.join().includes("127.0.0.1"));
  });
});
