import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { inlineCompute } from "../../api/compute/inline.ts";
import {
  Busy,
  type Kind,
  Schedule,
  type ScheduleLimits,
  scheduleLimits,
} from "../../api/compute/schedule.ts";
import { DEVICE_LIMITS } from "../../core/kernel/context.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import * as schema from "../../core/csr/schema.ts";
import { bind, registry } from "../../core/kernel/execute.ts";
import { testConfig } from "../support/server.ts";

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
type Work = ReturnType<typeof work>;

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => setTimeout(resolve, 0)));

/** A schedule whose clock stands still until the test sets it. */
function scheduled(parts: Partial<ScheduleLimits> = {}, threads = 2) {
  const clock = { now: 0 };
  const schedule = new Schedule({ ...scheduleLimits(threads), ...parts }, () => clock.now);
  const submit = (client: string, kind: Kind, bytes = 0) => {
    const one = work();
    return { ...one, work: one, result: schedule.run(client, kind, one.run, { bytes }) };
  };
  return { schedule, clock, submit };
}

const started = (jobs: readonly { work: Work }[]) => jobs.map(({ work }) => work.started);

async function endAll(jobs: readonly { end(): void; result: Promise<unknown> }[]): Promise<void> {
  for (const job of jobs) job.end();
  await Promise.all(jobs.map(({ result }) => result));
}

describe("schedule", () => {
  it("runs as many as there are threads, the others in the order in which they came", async () => {
    const { schedule, submit } = scheduled();
    const jobs = ["a", "b", "c", "d"].map((client) => submit(client, "light"));
    assert.deepEqual(started(jobs), [true, true, false, false]);
    assert.deepEqual([schedule.running("light"), schedule.waiting("light")], [2, 2]);
    jobs[1].end();
    await jobs[1].result;
    await settled();
    assert.deepEqual(started(jobs), [true, true, true, false]);
    await endAll(jobs);
    assert.deepEqual([schedule.running("light"), schedule.waiting("light")], [0, 0]);
  });

  for (const threads of [2, 3, 8]) {
    it(`leaves one of ${threads} threads to light work, whatever waits`, async () => {
      const { submit } = scheduled({}, threads);
      const heavy = Array.from({ length: threads + 3 }, (_, n) => submit(`client ${n}`, "compute"));
      assert.equal(started(heavy).filter(Boolean).length, threads - 1);
      const light = submit("somebody", "light");
      assert(light.work.started);
      light.end();
      await light.result;
      await settled();
      assert.equal(started(heavy).filter(Boolean).length, threads - 1);
      await endAll(heavy);
    });
  }

  it("lets a single thread do everything", async () => {
    const { submit } = scheduled({}, 1);
    const jobs = [submit("a", "compute"), submit("b", "light")];
    assert.deepEqual(started(jobs), [true, false]);
    await endAll(jobs);
  });

  it("lets clients take turns, however much one of them has asked for", async () => {
    const { submit } = scheduled({}, 1);
    const greedy = Array.from({ length: 5 }, () => submit("greedy", "light"));
    const other = submit("other", "light");
    greedy[0].end();
    await greedy[0].result;
    await settled();
    greedy[1].end();
    await greedy[1].result;
    await settled();
    assert.equal(other.work.started, true);
    assert.equal(greedy[2].work.started, false);
    await endAll([...greedy, other]);
  });

  it("does not give the last thread to a client whose light work takes long", async () => {
    const { clock, submit } = scheduled();
    const long = submit("slow", "light");
    clock.now = 501;
    const second = submit("slow", "light");
    const others = submit("other", "light");
    assert.deepEqual(started([second, others]), [false, true]);
    others.end();
    await others.result;
    await settled();
    assert.equal(second.work.started, false);
    long.end();
    await long.result;
    await settled();
    assert.equal(second.work.started, true);
    await endAll([second]);
  });

  it("remembers for a while that a client's light work took long", async () => {
    const { clock, submit } = scheduled();
    const pair = () => [submit("slow", "light"), submit("slow", "light")];
    for (const [took, both] of [[240, true], [480, true], [300, false]] as const) {
      const long = submit("slow", "light");
      clock.now += took;
      await endAll([long]);
      const next = pair();
      assert.deepEqual(started(next), [true, both], `after ${took} ms`);
      await endAll(next);
    }
    clock.now += 10 * 280;
    const later = pair();
    assert.deepEqual(started(later), [true, true]);
    await endAll(later);
  });

  it("counts what the work took of a thread, where that is known, and not the clock", async () => {
    const { schedule, clock, submit } = scheduled();
    for (const [used, both] of [[1, true], [600, false]] as const) {
      await schedule.run("a", "light", () => {
        clock.now += 5_000;
        return Promise.resolve();
      }, { took: () => used });
      const pair = [submit("a", "light"), submit("a", "light")];
      assert.deepEqual(started(pair), [true, both], `${used} ms`);
      await endAll(pair);
    }
  });

  it("starts no expensive work beside light work that takes long in all other threads", async () => {
    const { clock, submit } = scheduled();
    const long = submit("a", "light");
    clock.now = 251;
    const heavy = submit("b", "compute");
    assert.equal(heavy.work.started, false);
    await endAll([long]);
    await settled();
    assert.equal(heavy.work.started, true);
    await endAll([heavy]);
  });

  it("takes no thread for work that waits for other hosts", async () => {
    const { submit } = scheduled({ conversations: 1 });
    const network = [submit("a", "network"), submit("b", "network")];
    const light = [submit("a", "light"), submit("b", "light")];
    assert.deepEqual(started([...network, ...light]), [true, false, true, true]);
    await endAll([...network, ...light]);
  });

  it("never runs more, whenever one comes", async () => {
    const { schedule } = scheduled({}, 1);
    let running = 0;
    let most = 0;
    const step = async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    };
    const results: Promise<unknown>[] = [];
    for (let round = 0; round < 200; round++) {
      results.push(schedule.run("a", "light", step));
      if (round % 3 === 0) await Promise.resolve();
      if (round % 7 === 0) await settled();
    }
    await Promise.all(results);
    assert.equal(most, 1);
    assert.deepEqual([schedule.running("light"), schedule.waiting("light")], [0, 0]);
  });

  it("refuses when the queue is full, with a time to come back", async () => {
    const compute = { waiting: 3, perClient: 100, patience: 60_000 };
    const { submit } = scheduled({ compute });
    const jobs = Array.from({ length: 4 }, () => submit("a", "compute"));
    const refused = await submit("b", "compute").result;
    assert(refused instanceof Busy);
    assert(Number.isInteger(refused.retryAfter) && refused.retryAfter >= 1);
    await endAll(jobs);
  });

  it("refuses when the requests that wait hold too many bytes, in all or of one client", async () => {
    const { submit } = scheduled({ waitingBytes: 100, waitingBytesPerClient: 60 }, 1);
    const jobs = [submit("a", "light", 1_000), submit("a", "light", 50), submit("b", "light", 40)];
    assert(await submit("a", "light", 20).result instanceof Busy);
    assert(await submit("c", "light", 20).result instanceof Busy);
    const small = submit("c", "light", 10);
    await endAll([...jobs, small]);
    const again = [submit("a", "light", 1_000), submit("a", "light", 60)];
    await endAll(again);
    assert.deepEqual(await Promise.all(again.map(({ result }) => result)), ["done", "done"]);
  });

  it("gives one client a part of the places only", async () => {
    const compute = { waiting: 100, perClient: 3, patience: 60_000 };
    const { submit } = scheduled({ compute });
    const jobs = Array.from({ length: 3 }, () => submit("greedy", "compute"));
    assert(await submit("greedy", "compute").result instanceof Busy);
    const other = submit("other", "compute");
    await endAll([...jobs, other]);
    assert.equal(await other.result, "done");
    const again = submit("greedy", "compute");
    await endAll([again]);
    assert.equal(await again.result, "done");
  });

  it("keeps a place until the work has ended, though its caller has left", async () => {
    const { schedule, submit } = scheduled({}, 1);
    const leaving = new AbortController();
    const left = work();
    const result = schedule.run("a", "light", left.run, { signal: () => leaving.signal });
    const next = submit("b", "light");
    leaving.abort();
    await settled();
    assert.equal(next.work.started, false);
    left.end();
    await result;
    await settled();
    assert.equal(next.work.started, true);
    await endAll([next]);
  });

  it("gives up the place of a caller who leaves while waiting", async () => {
    const { schedule, submit } = scheduled({}, 1);
    const leaving = new AbortController();
    const gone = work();
    const first = submit("a", "light");
    const result = schedule.run("b", "light", gone.run, { signal: () => leaving.signal });
    const last = submit("c", "light");
    leaving.abort();
    assert(await result instanceof Busy);
    assert.equal(schedule.waiting("light"), 1);
    await endAll([first, last]);
    assert.equal(gone.started, false);
  });

  it("refuses who has waited too long", async () => {
    const { submit } = scheduled({ light: { waiting: 9, perClient: 9, patience: 1 } }, 1);
    const long = submit("a", "light");
    assert(await submit("b", "light").result instanceof Busy);
    await endAll([long]);
  });

  it("frees the place of work that failed", async () => {
    const { schedule } = scheduled({}, 1);
    const failing = work();
    const result = schedule.run("a", "light", failing.run);
    failing.fail();
    await assert.rejects(result, /failed/);
    assert.equal(schedule.running("light"), 0);
  });
});

describe("schedule of the API", () => {
  const heavy = { ...csrDecode, name: "test/heavy", cost: "compute" as const };

  it("answers 503 with Retry-After when there is no place, and cheap operations go on", async () => {
    const running = work();
    const operations = registry([
      bind(heavy, schema.csrDecode, () =>
        Promise.resolve(async () => {
          await running.run();
          return { valid: false as const, error: "", findings: [] };
        })),
      bind(
        csrDecode,
        schema.csrDecode,
        () => import("../../core/csr/decode.ts").then(({ decode }) => decode),
      ),
    ]);
    const schedule = new Schedule({
      ...scheduleLimits(2),
      compute: { waiting: 0, perClient: 9, patience: 1_000 },
    });
    const app = createApp({
      operations,
      config: testConfig(),
      compute: inlineCompute({ operations, limits: DEVICE_LIMITS, schedule }),
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
