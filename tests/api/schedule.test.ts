import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { inlineCompute } from "../../api/compute/inline.ts";
import {
  Busy,
  type Kind,
  KINDS,
  Schedule,
  type ScheduleLimits,
  scheduleLimits,
} from "../../api/compute/schedule.ts";
import { DEVICE_LIMITS } from "../../core/kernel/context.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import * as schema from "../../core/csr/schema.ts";
import { csrFaultVerdict } from "../../core/verdict/csr-fault.ts";
import { bind, registry } from "../../core/kernel/execute.ts";
import { testConfig } from "../support/server.ts";

/** Work that ends when the test ends it. */
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
  const submit = (client: string, kind: Kind, bytes = 0, part = 1) => {
    const one = work();
    return { ...one, work: one, result: schedule.run(client, kind, one.run, { bytes, part }) };
  };
  return { schedule, clock, submit };
}

const started = (jobs: readonly { work: Work }[]) => jobs.map(({ work }) => work.started);

async function endAll(jobs: readonly { end(): void; result: Promise<unknown> }[]): Promise<void> {
  for (const job of jobs) job.end();
  await Promise.all(jobs.map(({ result }) => result));
}

describe("schedule", () => {
  it("runs as many jobs as there are threads, and the others in the order of their arrival", async () => {
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
    it(`leaves one of ${threads} threads to light work, regardless of waiting jobs`, async () => {
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

  it("runs everything on a single thread", async () => {
    const { submit } = scheduled({}, 1);
    const jobs = [submit("a", "compute"), submit("b", "light")];
    assert.deepEqual(started(jobs), [true, false]);
    await endAll(jobs);
  });

  describe("with small jobs, which share places", () => {
    const QUARTER = 0.25;
    const small = (submit: ReturnType<typeof scheduled>["submit"], count: number) =>
      Array.from({ length: count }, (_, n) => submit(`client ${n}`, "light", 0, QUARTER));

    it("runs as many as there are parts of places", async () => {
      const { schedule, submit } = scheduled();
      const jobs = small(submit, 10);
      assert.equal(started(jobs).filter(Boolean).length, 8);
      assert.deepEqual([schedule.running("light"), schedule.waiting("light")], [8, 2]);
      await endAll(jobs);
      assert.deepEqual([schedule.running("light"), schedule.waiting("light")], [0, 0]);
    });

    for (const kind of ["light", "compute"] as const) {
      it(`lets a ${kind} job that needs a whole place go before later ones`, async () => {
        const { submit } = scheduled();
        const jobs = small(submit, 8);
        const large = submit("large", kind);
        const later = small(submit, 4);
        for (const job of jobs.slice(0, 3)) job.end();
        await settled();
        assert.equal(large.work.started, false);
        assert.deepEqual(started(later), [false, false, false, false]);
        jobs[3].end();
        await settled();
        assert.equal(large.work.started, true);
        assert.deepEqual(started(later), [false, false, false, false]);
        await endAll([...jobs, large, ...later]);
      });
    }

    it("leaves a place to other clients if one client sends many", async () => {
      const { submit } = scheduled();
      const many = Array.from({ length: 8 }, () => submit("greedy", "light", 0, QUARTER));
      assert.equal(started(many).filter(Boolean).length, 4);
      const other = submit("other", "light");
      assert.equal(other.work.started, true);
      await endAll([...many, other]);
    });
  });

  it("lets clients take turns, even if one of them has many jobs", async () => {
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

  it("gives a place for expensive work to the client whose last one is the longest ago", async () => {
    const { submit } = scheduled();
    const order: string[] = [];
    const queue = ["a", "a", "b", "b", "c", "c"].map((client) => ({
      client,
      ...submit(client, "compute"),
    }));
    const waiting = new Set(queue);
    const next = async () => {
      const job = [...waiting].find(({ work }) => work.started)!;
      waiting.delete(job);
      order.push(job.client);
      await endAll([job]);
      await settled();
    };
    const comes = (client: string) => waiting.add({ client, ...submit(client, "compute") });
    await next();
    await next();
    // While the first job of c runs, a new client's job arrives. Its second one waits behind the others.
    comes("new");
    while (waiting.size > 4) await next();
    comes("new");
    while (waiting.size > 0) await next();
    assert.deepEqual(order, ["a", "b", "c", "new", "a", "b", "c", "new"]);
  });

  for (const threads of [2, 3, 8]) {
    it(`leaves one of ${threads} threads to other clients, even if one client sends much light work`, async () => {
      const { submit } = scheduled({}, threads);
      const many = Array.from({ length: threads + 3 }, () => submit("greedy", "light"));
      assert.equal(started(many).filter(Boolean).length, threads - 1);
      const other = submit("other", "light");
      assert(other.work.started);
      await endAll([other]);
      await settled();
      assert.equal(started(many).filter(Boolean).length, threads - 1);
      await endAll(many);
    });
  }

  it("runs light work of a client while its expensive work runs", async () => {
    const { submit } = scheduled();
    const jobs = [submit("a", "compute"), submit("a", "light")];
    assert.deepEqual(started(jobs), [true, true]);
    await endAll(jobs);
  });

  /** Runs charged work that takes so many milliseconds of a thread. Returns the kind that it counted as. */
  async function owed(schedule: Schedule, client: string, kind: Kind, used: number) {
    let counted: Kind | undefined;
    await schedule.run(client, kind, (as) => {
      counted = as;
      return Promise.resolve();
    }, { took: () => used });
    return counted;
  }

  it("treats light work as expensive while its client has a debt from work beyond 20 ms", async () => {
    const { schedule, clock } = scheduled();
    for (const [used, counted] of [[145, "light"], [146, "light"], [1, "compute"]] as const) {
      assert.equal(await owed(schedule, "slow", "light", used), counted, `${used} ms`);
    }
    assert.equal(await owed(schedule, "other", "light", 1), "light");
    clock.now += 9;
    assert.equal(await owed(schedule, "slow", "light", 1), "compute");
    clock.now += 1;
    assert.equal(await owed(schedule, "slow", "light", 1), "light");
  });

  it("charges expensive work that came as light, and pays off the debt within half a minute", async () => {
    const { schedule, clock } = scheduled();
    await owed(schedule, "slow", "compute", 1_000_000);
    clock.now += 27_499;
    assert.equal(await owed(schedule, "slow", "light", 20), "compute");
    clock.now += 1;
    assert.equal(await owed(schedule, "slow", "light", 20), "light");
  });

  it("does not charge work whose cost was known before", async () => {
    const { schedule, clock } = scheduled();
    await schedule.run("a", "compute", () => {
      clock.now += 5_000;
      return Promise.resolve();
    });
    assert.equal(await owed(schedule, "a", "light", 1), "light");
  });

  it("charges processor time, or elapsed time if that is unknown", async () => {
    const { schedule, clock } = scheduled();
    for (const [used, counted] of [[1, "light"], [undefined, "compute"]] as const) {
      await schedule.run("a", "light", () => {
        clock.now += 2_000;
        return Promise.resolve();
      }, { took: () => used });
      assert.equal(await owed(schedule, "a", "light", 1), counted, `${used} ms`);
    }
  });

  it("answers others soon while sixteen clients send light work that proves long", async () => {
    const LIGHT_TURN = 20;
    const { schedule, clock } = scheduled();
    const sleeping: { until: number; wake(): void }[] = [];
    const sleep = (milliseconds: number) =>
      new Promise<void>((wake) => sleeping.push({ until: clock.now + milliseconds, wake }));
    const job = (client: string, kind: Kind, milliseconds: number) => {
      let as: Kind | undefined;
      return schedule.run(client, kind, async (counted) => {
        as = counted;
        // A thread ends a light turn when its budget is used up.
        await sleep(counted === "light" ? Math.min(milliseconds, LIGHT_TURN) : milliseconds);
        return as;
      }, { took: () => as === "light" ? Math.min(milliseconds, LIGHT_TURN) : milliseconds });
    };
    let over = false;
    const clients = Array.from({ length: 16 }, async (_, n) => {
      while (!over) {
        if (await job(`hostile ${n}`, "light", 330) === "light") {
          await job(`hostile ${n}`, "compute", 330);
        }
      }
    });
    const waits: number[] = [];
    const other = (async () => {
      for (let turn = 0; turn < 100; turn++) {
        await sleep(50);
        const sent = clock.now;
        assert.equal(await job("other", "light", 1), "light");
        waits.push(clock.now - sent);
      }
      over = true;
    })();
    let done = false;
    const all = Promise.all([...clients, other]).then(() => done = true);
    while (!done) {
      await settled();
      sleeping.sort((one, two) => one.until - two.until);
      const next = sleeping.shift();
      if (!next) continue;
      clock.now = next.until;
      next.wake();
    }
    await all;
    // Each of the sixteen has one light turn before it has a debt. After that, others never wait.
    assert(Math.max(...waits) <= 16 * LIGHT_TURN + 1, `${waits}`);
    assert(waits.filter((wait) => wait > 1).length <= 1, `${waits}`);
  });

  it("lets light work of clients without a debt go before that of others", async () => {
    const { schedule, submit } = scheduled({}, 1);
    for (const [client, used] of [["slow", 200], ["slower", 240]] as const) {
      await schedule.run(client, "light", () => Promise.resolve(), { took: () => used });
    }
    const running = submit("somebody", "light");
    const jobs = ["slower", "slow", "new"].map((client) => submit(client, "light"));
    for (const [ending, expected] of [[running, "new"], [jobs[2], "slow"], [jobs[1], "slower"]]) {
      await endAll([ending as typeof running]);
      await settled();
      const next = ["slower", "slow", "new"].indexOf(expected as string);
      assert(jobs[next].work.started, `${expected}`);
    }
    await endAll(jobs);
  });

  it("lets light work of clients whose last one was short go before that of others", async () => {
    for (const [wait, next] of [[1_000, "quick"], [30_000, "slow"]] as const) {
      const { schedule, clock, submit } = scheduled({}, 1);
      for (const [client, used] of [["slow", 45], ["quick", 2]] as const) {
        const took = () => used;
        await schedule.run(client, "light", () => Promise.resolve(), { took, used: took });
      }
      // A debt of 25 ms is paid off after a quarter of a second.
      clock.now += wait;
      const running = submit("somebody", "light");
      const jobs = ["slow", "quick"].map((client) => ({ client, ...submit(client, "light") }));
      await endAll([running]);
      await settled();
      assert.equal(jobs.find(({ work }) => work.started)?.client, next, `after ${wait} ms`);
      await endAll(jobs);
    }
  });

  it("lets light work of a client whose last one was long begin while others send short ones without end", async () => {
    const { schedule, submit } = scheduled({}, 1);
    const took = () => 45;
    await schedule.run("once slow", "light", () => Promise.resolve(), { used: took });
    const others = ["a", "b", "c"];
    let running = { client: "a", ...submit("a", "light") };
    const waiting = others.slice(1).map((client) => ({ client, ...submit(client, "light") }));
    const slow = submit("once slow", "light");
    let turns = 0;
    while (!slow.work.started && turns < 100) {
      turns += 1;
      // Each client sends its next job before its last one has ended.
      waiting.push({ client: running.client, ...submit(running.client, "light") });
      await endAll([running]);
      await settled();
      const next = waiting.findIndex(({ work }) => work.started);
      if (next >= 0) [running] = waiting.splice(next, 1);
    }
    assert.equal(turns, 8);
    await endAll([slow, running, ...waiting]);
  });

  /** Runs work that takes so many milliseconds of processor time. */
  const spend = (schedule: Schedule, client: string, used: number) =>
    schedule.run(client, "compute", () => Promise.resolve(), { used: () => used });

  it("lets a client that has used more than its share wait behind all others, and refuses none", async () => {
    const { schedule, submit } = scheduled();
    await spend(schedule, "greedy", 10_001);
    await spend(schedule, "modest", 9_999);
    const running = submit("somebody", "compute");
    const queue = ["greedy", "modest", "new"].map((client) => ({
      client,
      ...submit(client, "compute"),
    }));
    const order: string[] = [];
    await endAll([running]);
    const waiting = new Set(queue);
    while (waiting.size > 0) {
      await settled();
      const job = [...waiting].find(({ work }) => work.started)!;
      waiting.delete(job);
      order.push(job.client);
      await endAll([job]);
    }
    assert.deepEqual(order, ["new", "modest", "greedy"]);
  });

  it("gives it one place at most while another client waits, and all when none does", async () => {
    const { schedule, submit } = scheduled({}, 4);
    await spend(schedule, "greedy", 60_000);
    const alone = [submit("greedy", "compute"), submit("greedy", "compute")];
    assert.deepEqual(started(alone), [true, true]);
    const others = ["a", "b"].map((client) => submit(client, "compute"));
    const more = submit("greedy", "compute");
    assert.deepEqual(started([...others, more]), [true, false, false]);
    await endAll([alone[0]]);
    await settled();
    assert.deepEqual(started([...others, more]), [true, true, false]);
    // The other client's second job comes first, although the greedy one was there before.
    const last = submit("a", "compute");
    await endAll([alone[1]]);
    await settled();
    assert.deepEqual(started([more, last]), [false, true]);
    await endAll([...others, last, more]);
  });

  for (const kind of ["light", "compute"] as const) {
    for (const [wait, comesFirst] of [[0, false], [36_001, true]] as const) {
      it(`forgets ten seconds of processor time a minute (${kind}, after ${wait} ms)`, async () => {
        const { schedule, clock, submit } = scheduled({}, 1);
        await schedule.run("greedy", "light", () => Promise.resolve(), { used: () => 16_000 });
        clock.now += wait;
        const running = submit("somebody", kind);
        const jobs = ["greedy", "other"].map((client) => submit(client, kind));
        await endAll([running]);
        await settled();
        assert.deepEqual(started(jobs), [comesFirst, !comesFirst]);
        await endAll(jobs);
      });
    }
  }

  it("refuses no light work of a client that has used more than its share", async () => {
    const { schedule, submit } = scheduled();
    await spend(schedule, "greedy", 60_000);
    const jobs = Array.from({ length: 100 }, () => submit("greedy", "light"));
    assert.equal(schedule.waiting("light"), 99);
    await endAll(jobs);
    for (const { result } of jobs) assert.equal(await result, "done");
  });

  it("follows the number of places that work", async () => {
    const { schedule, submit } = scheduled();
    schedule.resize(0);
    const jobs = ["a", "b", "c"].map((client) => submit(client, "light"));
    assert.deepEqual(started(jobs), [false, false, false]);
    schedule.resize(2);
    await settled();
    assert.deepEqual(started(jobs), [true, true, false]);
    schedule.resize(1);
    await endAll([jobs[0]]);
    await settled();
    assert.equal(jobs[2].work.started, false);
    await endAll(jobs.slice(1));
  });

  it("keeps the last place for light work while another one is missing", async () => {
    const { schedule, submit } = scheduled();
    schedule.resize(1, true);
    const jobs = [submit("a", "compute"), submit("b", "light")];
    assert.deepEqual(started(jobs), [false, true]);
    await endAll([jobs[1]]);
    await settled();
    assert.equal(jobs[0].work.started, false);
    schedule.resize(1);
    await settled();
    assert(jobs[0].work.started, "no other place is expected");
    await endAll(jobs);
  });

  it("examines two waiting clients for each free place, however many wait", async () => {
    const { schedule, submit } = scheduled({ outbound: 2 });
    const clients = Array.from({ length: 30 }, (_, n) => `client ${n}`);
    const jobs = [
      // These clients come first and cannot get another thread while they hold one.
      ...["first", "first", "first", "second", "second", "second"].map((client) =>
        submit(client, "light")
      ),
      ...KINDS.flatMap((kind) => clients.map((client) => submit(client, kind))),
    ];
    const begun = () => started(jobs).filter(Boolean).length;
    const ended = new Set<typeof jobs[number]>();
    while (ended.size < jobs.length) {
      const [examined, before] = [schedule.examined, begun()];
      const running = jobs.find((job) => job.work.started && !ended.has(job))!;
      ended.add(running);
      await endAll([running]);
      await settled();
      const handedOn = begun() - before;
      // For each kind, the search may end without a client.
      const looks = schedule.examined - examined;
      assert(looks <= 2 * handedOn + KINDS.length, `${looks} for ${handedOn}`);
    }
  });

  it("takes no thread for work that waits for other hosts", async () => {
    const { submit } = scheduled({ outbound: 1 });
    const network = [submit("a", "network"), submit("b", "network")];
    const light = [submit("a", "light"), submit("b", "light")];
    assert.deepEqual(started([...network, ...light]), [true, false, true, true]);
    await endAll([...network, ...light]);
  });

  it("never exceeds its limits, whenever a job arrives", async () => {
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

  it("refuses with a time to retry when the queue is full", async () => {
    const compute = { waiting: 3, perClient: 100, patience: 60_000 };
    const { submit } = scheduled({ compute });
    const jobs = ["a", "b", "c", "d"].map((client) => submit(client, "compute"));
    const refused = await submit("e", "compute").result;
    assert(refused instanceof Busy);
    assert(Number.isInteger(refused.retryAfter) && refused.retryAfter >= 1);
    await endAll(jobs);
  });

  for (const kind of KINDS) {
    it(`gives a new client the place of the newest job of the client with the most jobs (${kind})`, async () => {
      const few = { waiting: 6, perClient: 8, patience: 60_000 };
      const { schedule, submit } = scheduled({ [kind]: few, outbound: 1 }, 1);
      const running = submit("running", kind);
      const jobs = ["a", "a", "b", "b", "b", "a"].map((client) => submit(client, kind));
      const newcomers = [submit("c", kind), submit("c", kind)];
      // If two clients have the same number of jobs, the one whose turn is first loses one.
      assert(await jobs[5].result instanceof Busy);
      assert(await jobs[4].result instanceof Busy);
      assert(await submit("c", kind).result instanceof Busy);
      assert.equal(schedule.waiting(kind), 6);
      await endAll([running, ...jobs.slice(0, 4), ...newcomers]);
      for (const { result } of newcomers) assert.equal(await result, "done");
      for (const { result } of jobs.slice(0, 4)) assert.equal(await result, "done");
    });
  }

  it("makes room for new clients at the expense of the client with the most bytes", async () => {
    const { submit } = scheduled({ waitingBytes: 100, waitingBytesPerClient: 80 }, 1);
    const running = submit("running", "light");
    const jobs = [
      submit("a", "light", 30),
      submit("a", "compute", 15),
      submit("a", "light", 15),
      submit("b", "light", 40),
    ];
    const newcomer = submit("c", "light", 20);
    assert(await jobs[1].result instanceof Busy);
    assert(await jobs[2].result instanceof Busy);
    assert(await submit("d", "light", 50).result instanceof Busy);
    const rest = [jobs[0], jobs[3], newcomer];
    await endAll([running, ...rest]);
    for (const { result } of rest) assert.equal(await result, "done");
  });

  it("makes room at the expense of a client whose waiting bytes are of network jobs", async () => {
    const { submit } = scheduled(
      { waitingBytes: 100, waitingBytesPerClient: 80, outbound: 1 },
      1,
    );
    const running = submit("running", "network");
    const jobs = [
      submit("a", "network", 50),
      submit("a", "network", 20),
      submit("b", "network", 20),
    ];
    const newcomer = submit("c", "network", 30);
    assert(await jobs[1].result instanceof Busy);
    const rest = [jobs[0], jobs[2], newcomer];
    await endAll([running, ...rest]);
    for (const { result } of rest) assert.equal(await result, "done");
  });

  it("refuses when waiting requests hold too many bytes, in total or of one client", async () => {
    const { submit } = scheduled({ waitingBytes: 100, waitingBytesPerClient: 60 }, 1);
    const jobs = [submit("a", "light", 1_000), submit("a", "light", 50), submit("b", "light", 40)];
    assert(await submit("a", "light", 20).result instanceof Busy);
    assert(await submit("c", "light", 50).result instanceof Busy);
    const small = submit("c", "light", 10);
    await endAll([...jobs, small]);
    const again = [submit("a", "light", 1_000), submit("a", "light", 60)];
    await endAll(again);
    assert.deepEqual(await Promise.all(again.map(({ result }) => result)), ["done", "done"]);
  });

  it("gives one client only a share of the places", async () => {
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

  it("keeps a place until the work has ended, even if its client has disconnected", async () => {
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

  it("gives up the place of a client that disconnects while waiting", async () => {
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

  it("refuses a job that has waited too long", async () => {
    const { submit } = scheduled({ light: { waiting: 9, perClient: 9, patience: 1 } }, 1);
    const long = submit("a", "light");
    assert(await submit("b", "light").result instanceof Busy);
    await endAll([long]);
  });

  it("frees the place of failed work", async () => {
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

  it("answers 503 with Retry-After when all places are taken, and still runs cheap operations", async () => {
    const running = work();
    const operations = registry([
      bind(heavy, schema.csrDecode, () =>
        Promise.resolve(async () => {
          await running.run();
          const answer = { valid: false as const, error: "", message: "", findings: [] };
          return { ...answer, verdict: csrFaultVerdict("not_found") };
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
