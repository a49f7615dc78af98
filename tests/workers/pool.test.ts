import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as TEXT from "../../core/texts.ts";
import { createPool, type Pool, type PoolOptions } from "../../workers/pool.ts";

interface Spawned {
  pool: Pool;
  /** Workers started so far. */
  started(): number;
}

function stubbornPool(options: Partial<PoolOptions> = {}): Spawned {
  let started = 0;
  const pool = createPool({
    size: 1,
    ...options,
    spawn() {
      started += 1;
      return new Worker(import.meta.resolve("./stubborn-worker.ts"), { type: "module" });
    },
  });
  return { pool, started: () => started };
}

describe("pool", () => {
  it("starts no worker before the first call", async () => {
    const { pool, started } = stubbornPool();
    assert.equal(started(), 0);
    const outcome = await pool.run("echo", "a");
    assert.deepEqual(outcome, { ok: true, value: { input: "a", calls: 1 } });
    assert.equal(started(), 1);
    pool.dispose();
  });

  it("uses the prepared worker for the first call", async () => {
    const { pool, started } = stubbornPool();
    pool.prepare("echo");
    pool.prepare("echo");
    assert.equal(started(), 1);
    assert.deepEqual(await pool.run("echo", "a"), { ok: true, value: { input: "a", calls: 1 } });
    assert.equal(started(), 1);
    pool.dispose();
  });

  it("runs the example in the prepared worker", async () => {
    const { pool, started } = stubbornPool();
    pool.prepare("echo", "example");
    assert.deepEqual(await pool.run("echo", "a"), { ok: true, value: { input: "a", calls: 2 } });
    assert.equal(started(), 1);
    pool.dispose();
  });

  it("replaces a prepared worker that failed", async () => {
    const { promise: broken, resolve } = Promise.withResolvers<void>();
    let started = 0;
    const pool = createPool({
      spawn() {
        started += 1;
        const worker = new Worker(import.meta.resolve("./stubborn-worker.ts"), { type: "module" });
        const { terminate } = worker;
        worker.terminate = () => {
          terminate.call(worker);
          resolve();
        };
        return worker;
      },
    });
    pool.prepare("crash");
    await broken;
    assert.deepEqual(await pool.run("echo", "a"), { ok: true, value: { input: "a", calls: 1 } });
    assert.equal(started, 2);
    pool.dispose();
  });

  it("ignores a failure to start a worker in advance", async () => {
    const pool = createPool({
      spawn() {
        throw new Error("no workers here");
      },
    });
    pool.prepare("echo");
    const outcome = await pool.run("echo", "a");
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "crashed");
    pool.dispose();
  });

  it("reuses a worker", async () => {
    const { pool, started } = stubbornPool();
    await pool.run("echo", "a");
    const outcome = await pool.run("echo", "b");
    assert.deepEqual(outcome, { ok: true, value: { input: "b", calls: 2 } });
    assert.equal(started(), 1);
    pool.dispose();
  });

  it("ends a hanging operation at its time limit and uses a new worker next", async () => {
    const { pool, started } = stubbornPool();
    await pool.run("echo", "warm");
    const outcome = await pool.run("wait", null, { timeLimit: 50 });
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "time_limit");
    assert.equal(outcome.error.message, TEXT.workerTimeLimit(0.05));
    assert.deepEqual(await pool.run("echo", "b"), { ok: true, value: { input: "b", calls: 1 } });
    assert.equal(started(), 2);
    pool.dispose();
  });

  for (const fate of ["crash", "reject"]) {
    it(`reports a worker that ends in "${fate}" and uses a new one next`, async () => {
      const { pool, started } = stubbornPool();
      const outcome = await pool.run(fate, null);
      assert(!outcome.ok);
      assert.equal(outcome.error.code, "crashed");
      assert.equal(outcome.error.message, TEXT.workerCrashed);
      assert.equal((await pool.run("echo", "b")).ok, true);
      assert.equal(started(), 2);
      pool.dispose();
    });
  }

  it("reports a missing worker script", async () => {
    const pool = createPool({
      size: 1,
      spawn: () => new Worker(import.meta.resolve("./missing-worker.ts"), { type: "module" }),
    });
    const outcome = await pool.run("echo", null);
    assert(!outcome.ok && outcome.error.code === "crashed");
    pool.dispose();
  });

  it("reports a platform that cannot start workers", async () => {
    const pool = createPool({
      spawn() {
        throw new Error("no workers here");
      },
    });
    const outcomes = await Promise.all([pool.run("echo", 1), pool.run("echo", 2)]);
    for (const outcome of outcomes) assert(!outcome.ok && outcome.error.code === "crashed");
  });

  it("cancels a running operation", async () => {
    const { pool, started } = stubbornPool();
    await pool.run("echo", "warm");
    const controller = new AbortController();
    const pending = pool.run("wait", null, { signal: controller.signal });
    controller.abort();
    const outcome = await pending;
    assert(!outcome.ok && outcome.error.code === "cancelled");
    assert.equal((await pool.run("echo", "b")).ok, true);
    assert.equal(started(), 2);
    pool.dispose();
  });

  it("cancels a waiting operation without ending the busy worker", async () => {
    const { pool, started } = stubbornPool();
    const controller = new AbortController();
    const first = pool.run("echo", "a");
    const second = pool.run("echo", "b", { signal: controller.signal });
    controller.abort();
    const outcome = await second;
    assert(!outcome.ok && outcome.error.code === "cancelled");
    assert.equal((await first).ok, true);
    assert.equal(started(), 1);
    pool.dispose();
  });

  it("runs nothing if the signal is already aborted", async () => {
    const { pool, started } = stubbornPool();
    const outcome = await pool.run("echo", "a", { signal: AbortSignal.abort() });
    assert(!outcome.ok && outcome.error.code === "cancelled");
    assert.equal(started(), 0);
  });

  it("runs one operation per worker at a time, in at most `size` workers", async () => {
    const { pool, started } = stubbornPool({ size: 2 });
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => pool.run("echo", n)));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok && (outcome.value as { input: number }).input),
      [1, 2, 3, 4, 5],
    );
    assert.equal(started(), 2);
    pool.dispose();
  });

  it("cancels every operation on dispose", async () => {
    const { pool } = stubbornPool();
    const pending = [pool.run("wait", 1), pool.run("echo", 2)];
    pool.dispose();
    for (const outcome of await Promise.all(pending)) {
      assert(!outcome.ok && outcome.error.code === "cancelled");
    }
  });
});
