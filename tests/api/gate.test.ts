import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { Busy, Gate } from "../../api/gate.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { bind, registry } from "../../core/execute.ts";
import { testConfig } from "../support/server.ts";

const LIMITS = { slots: 2, queue: 3, perClient: 100, patience: 60_000 };

/** Work that ends when told. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  return {
    run: () => {
      started = true;
      return promise;
    },
    end: () => resolve("done"),
    fail: () => reject(new Error("failed")),
    get started() {
      return started;
    },
  };
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => setTimeout(resolve, 0)));

describe("gate", () => {
  it("runs so many at a time, the others in the order in which they came", async () => {
    const gate = new Gate(LIMITS);
    const all = [work(), work(), work(), work()];
    const results = all.map((one, index) => gate.run(`client ${index}`, one.run));
    assert.deepEqual(all.map((one) => one.started), [true, true, false, false]);
    assert.deepEqual([gate.running, gate.waiting], [2, 2]);
    all[1].end();
    await results[1];
    await settled();
    assert.deepEqual(all.map((one) => one.started), [true, true, true, false]);
    for (const one of all) one.end();
    assert.deepEqual(await Promise.all(results), ["done", "done", "done", "done"]);
    assert.deepEqual([gate.running, gate.waiting], [0, 0]);
  });

  it("never runs more, whenever one comes", async () => {
    const gate = new Gate({ ...LIMITS, slots: 1 });
    let running = 0;
    let most = 0;
    const step = async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    };
    const results: Promise<unknown>[] = [];
    for (let round = 0; round < 200; round++) {
      results.push(gate.run("a", step));
      if (round % 3 === 0) await Promise.resolve();
      if (round % 7 === 0) await settled();
    }
    await Promise.all(results);
    assert.equal(most, 1);
    assert.deepEqual([gate.running, gate.waiting], [0, 0]);
  });

  it("refuses when the queue is full, with a time to come back", async () => {
    const gate = new Gate(LIMITS);
    const all = Array.from({ length: 5 }, work);
    const results = all.map((one) => gate.run("a", one.run));
    const refused = await gate.run("b", work().run);
    assert(refused instanceof Busy);
    assert(Number.isInteger(refused.retryAfter) && refused.retryAfter >= 1);
    for (const one of all) one.end();
    await Promise.all(results);
  });

  it("gives one client a part of the places only", async () => {
    const gate = new Gate({ ...LIMITS, perClient: 3 });
    const all = Array.from({ length: 4 }, work);
    const results = all.slice(0, 3).map((one) => gate.run("greedy", one.run));
    assert(await gate.run("greedy", work().run) instanceof Busy);
    const other = gate.run("other", all[3].run);
    for (const one of all) one.end();
    assert.equal(await other, "done");
    await Promise.all(results);
    const again = work();
    again.end();
    assert.equal(await gate.run("greedy", again.run), "done");
  });

  it("keeps a slot until the work has ended, though its caller has left", async () => {
    const gate = new Gate({ ...LIMITS, slots: 1 });
    const leaving = new AbortController();
    const left = work();
    const next = work();
    const results = [gate.run("a", left.run, leaving.signal), gate.run("b", next.run)];
    leaving.abort();
    await settled();
    assert.equal(next.started, false);
    left.end();
    await settled();
    assert.equal(next.started, true);
    next.end();
    await Promise.all(results);
  });

  it("gives up the place of a caller who leaves while waiting", async () => {
    const gate = new Gate({ ...LIMITS, slots: 1 });
    const leaving = new AbortController();
    const [first, gone, last] = [work(), work(), work()];
    const results = [
      gate.run("a", first.run),
      gate.run("b", gone.run, leaving.signal),
      gate.run("c", last.run),
    ];
    leaving.abort();
    assert(await results[1] instanceof Busy);
    assert.equal(gate.waiting, 1);
    first.end();
    last.end();
    await Promise.all(results);
    assert.equal(gone.started, false);
  });

  it("refuses who has waited too long", async () => {
    const gate = new Gate({ ...LIMITS, slots: 1, patience: 1 });
    const long = work();
    const first = gate.run("a", long.run);
    assert(await gate.run("b", work().run) instanceof Busy);
    long.end();
    await first;
  });

  it("frees the slot of work that failed", async () => {
    const gate = new Gate({ ...LIMITS, slots: 1 });
    const failing = work();
    const result = gate.run("a", failing.run);
    failing.fail();
    await assert.rejects(result, /failed/);
    assert.equal(gate.running, 0);
  });
});

describe("gate of the API", () => {
  const heavy = { ...csrDecode, name: "test/heavy", cost: "compute" as const };

  it("answers 503 with Retry-After when there is no place, and cheap operations go on", async () => {
    const running = work();
    const gates = {
      compute: new Gate({ slots: 1, queue: 0, perClient: 9, patience: 1_000 }),
      network: new Gate(LIMITS),
    };
    const app = createApp({
      operations: registry([
        bind(heavy, () =>
          Promise.resolve(async () => {
            await running.run();
            return { valid: false as const, error: "", findings: [] };
          })),
        bind(csrDecode, () => import("../../core/csr/decode.ts").then(({ decode }) => decode)),
      ]),
      config: testConfig(),
      gates,
    });
    const post = (path: string) =>
      app.request(`http://localhost/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"csr":"x"}',
      });
    const first = post("test/heavy");
    while (!running.started) await settled();
    const refused = await post("test/heavy");
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get("retry-after")!, /^[1-9]\d*$/);
    assert.deepEqual(await refused.json(), {
      success: false,
      error: "SERVER BUSY",
      code: "busy",
      issues: [],
    });
    assert.equal((await post("csr/decode")).status, 200);
    running.end();
    assert.equal((await first).status, 200);
  });
});
