/** Compute processes: limits of time and memory, kills at any moment, starts that fail. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Compute } from "../../api/compute/compute.ts";
import { encode, writeAll } from "../../api/compute/frames.ts";
import type { Assignment, Order } from "../../api/compute/keeper.ts";
import { NoProcesses } from "../../api/compute/processes.ts";
import type { Call, Fault } from "../../api/compute/protocol.ts";
import { type Ran, remoteCompute } from "../../api/compute/remote.ts";
import { exampleCall } from "../../api/compute/example-call.ts";
import { Busy, Schedule, scheduleLimits } from "../../api/compute/schedule.ts";
import { createNetwork } from "../../api/network/network.ts";
import { caaValidate } from "../../core/caa/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { isFull } from "../support/matrix.ts";
import { ensureBuilt } from "../support/process.ts";
import { startProcesses, type TestProcesses } from "../support/processes.ts";
import { until } from "../support/redis.ts";
import { testConfig } from "../support/server.ts";

/** Requests that may lose their process: after one in fifty a process ends. */
const MIXED = isFull ? 1_000 : 300;

await ensureBuilt();

/** Code whose calls do what their name says, in place of operations. */
const CODE = new TextEncoder().encode(`
var compute = (() => {
  const kept = [];
  const reply = (fields = {}) => ({
    type: "answer",
    answer: { status: 200, body: new Uint8Array(0) },
    faults: [],
    ...fields,
  });
  const calls = {
    async spin() { for (;;); },
    async sleep() { await new Promise(() => {}); },
    async typed() {
      for (let n = 0; n < 2048; n++) kept.push(new Uint8Array(1024 * 1024).fill(n));
      return reply();
    },
    async wasm() {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
      for (let n = 0; n < 2048; n++) {
        const before = memory.grow(16) * 65536;
        new Uint8Array(memory.buffer, before, 1024 * 1024).fill(n);
      }
      return reply();
    },
    async some() {
      kept.push(new Uint8Array(300 * 1024 * 1024).fill(1));
      await new Promise(() => {});
    },
    async held() {
      const found = {};
      const tries = {
        net: () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
        read: () => Deno.readTextFile("/etc/hostname"),
        env: () => Deno.env.get("HOME"),
        run: () => new Deno.Command(Deno.execPath()).output(),
      };
      for (const [name, attempt] of Object.entries(tries)) {
        try { await attempt(); found[name] = "allowed"; } catch (fault) { found[name] = fault.name; }
      }
      const body = new TextEncoder().encode(JSON.stringify(found));
      return reply({ answer: { status: 200, body } });
    },
    async die() { Deno.exit(3); },
    async echo(call) { return reply({ answer: { status: 200, body: call.body.slice() } }); },
  };
  return { answer: (call) => (calls[call.name] ?? (() => reply()))(call) };
})();`);

const call = (name: string, parts: Partial<Call> = {}): Call => ({
  ...exampleCall(),
  name,
  ...parts,
});
const heavy = { light: false };

const lossOf = (ran: Ran) => "lost" in ran ? ran.lost : null;
const bodyOf = (ran: Ran) =>
  "reply" in ran && ran.reply.type === "answer" ? ran.reply.answer.body : null;

/** Whether a process of the operating system exists. */
function exists(pid: number): boolean {
  try {
    Deno.statSync(`/proc/${pid}`);
    return true;
  } catch {
    return false;
  }
}

const whole = (used: TestProcesses, count = 2) =>
  until(() => Promise.resolve(used.processes.places === count));

describe("compute processes", () => {
  for (const name of ["typed", "wasm"]) {
    it(`are killed when they allocate 2 GiB of ${name} memory, and others go on`, async () => {
      await using used = await startProcesses({ code: CODE });
      await whole(used);
      const [lost, other] = await Promise.all([
        used.processes.execute(call(name, heavy)),
        used.processes.execute(call("echo", { body: Uint8Array.of(7) })),
      ]);
      assert.equal(lossOf(lost), "memory");
      assert.deepEqual(bodyOf(other), Uint8Array.of(7));
      await whole(used);
      assert.equal(used.processes.ends.memory, 1);
    });
  }

  it("together stay below their memory: the largest makes room", async () => {
    await using used = await startProcesses({ code: CODE, count: 4, memory: 896 * 2 ** 20 });
    await whole(used, 4);
    const held = Array.from({ length: 3 }, () => used.processes.execute(call("some", heavy)));
    assert.equal(lossOf(await Promise.race(held)), "shared_memory");
    assert(used.processes.memory < 896 * 2 ** 20);
  });

  it("end when light work takes too much processor time, and the place is free afterwards", async () => {
    await using used = await startProcesses({ code: CODE, count: 1 });
    const [pid] = used.pids();
    const ran = await used.processes.execute(call("spin"));
    assert.equal(lossOf(ran), "processor_time");
    assert(ran.used! > 400, JSON.stringify(ran));
    assert(!exists(pid), "the place was free before the process had ended");
    await whole(used, 1);
    const next = await used.processes.execute(call("echo", { body: Uint8Array.of(1) }));
    assert.deepEqual(bodyOf(next), Uint8Array.of(1));
  });

  it("are killed when their reports stop", async () => {
    await using used = await startProcesses({ code: CODE, limits: { silence: 500 } });
    await whole(used);
    const [pid] = used.pids();
    const running = used.processes.execute(call("sleep", heavy));
    Deno.kill(pid, "SIGSTOP");
    assert.equal(lossOf(await running), "silence");
    await whole(used);
  });

  it("have no permission, and no variable of the environment", async () => {
    await using used = await startProcesses({ code: CODE, count: 1 });
    const body = bodyOf(await used.processes.execute(call("held")))!;
    const held = JSON.parse(new TextDecoder().decode(body));
    assert.deepEqual(Object.keys(held), ["net", "read", "env", "run"]);
    assert.deepEqual(new Set(Object.values(held)), new Set(["NotCapable"]));
    const [pid] = used.pids();
    const environment = Deno.readTextFileSync(`/proc/${pid}/environ`).split("\0").filter(Boolean);
    const names = environment.map((line) => line.split("=")[0]);
    const expected = ["NO_COLOR", "DENO_NO_UPDATE_CHECK", "MALLOC_MMAP_THRESHOLD_"];
    assert.deepEqual(names.sort(), [...expected, "MALLOC_ARENA_MAX"].sort());
  });

  for (const length of [0, 1, 65_527, 65_528, 65_536, 1_000_000, 20_000_000]) {
    it(`carry a body of ${length} octets both ways`, async () => {
      await using used = await startProcesses({ code: CODE, count: 1 });
      const body = new Uint8Array(length).map((_, at) => at * 31);
      const sent = length > 15_000_000 ? call("sink", { body }) : call("echo", { body });
      const ran = await used.processes.execute(sent);
      if (sent.name === "echo") assert.deepEqual(bodyOf(ran), body);
      else assert.equal(lossOf(ran), null);
    });
  }

  /** Small calls of one turn, of which the third one is not an echo. */
  const several = (used: TestProcesses, third: string) =>
    Promise.all(
      Array.from(
        { length: 8 },
        (_, n) =>
          used.processes.execute(call(n === 2 ? third : "echo", { body: Uint8Array.of(n) })),
      ),
    );

  function assertOnlyThirdLost(all: readonly Ran[], loss: string): void {
    assert.deepEqual(all.map(lossOf), [null, null, loss, null, null, null, null, null]);
    const bodies = all.filter((_, n) => n !== 2).map((ran) => bodyOf(ran)?.[0]);
    assert.deepEqual(bodies, [0, 1, 3, 4, 5, 6, 7]);
  }

  it("have several small calls, and one that exceeds its limit takes no other with it", async () => {
    await using used = await startProcesses({ code: CODE, count: 1 });
    assertOnlyThirdLost(await several(used, "spin"), "processor_time");
    assert.equal(used.processes.ends.processor_time, 1);
  });

  it("have several small calls, and one that ends its process twice takes no other with it", async () => {
    await using used = await startProcesses({ code: CODE, count: 1 });
    assertOnlyThirdLost(await several(used, "die"), "crashed");
    assert.equal(used.processes.ends.crashed, 2);
  });

  it("get no further call while they have one that is not small", async () => {
    await using used = await startProcesses({ code: CODE });
    await whole(used);
    used.processes.execute(
      call("spin", { light: false, body: new Uint8Array(9_000) }),
    );
    // All of them get the other process, so none waits ten seconds for the long one.
    await Promise.all(
      Array.from(
        { length: 20 },
        () => used.processes.execute(call("echo", { body: Uint8Array.of(1) })),
      ),
    );
    assert.equal(used.processes.ends.processor_time, 0);
  });

  it("are replaced after a number of calls, without losing one", async () => {
    await using used = await startProcesses({ code: CODE, limits: { calls: 10 } });
    await whole(used);
    // At first several at a time, which leaves no pause between two calls.
    const sent = Array.from({ length: 100 }, (_, n) => Uint8Array.of(n));
    const all = sent.map((body) => used.processes.execute(call("echo", { body })));
    assert.deepEqual((await Promise.all(all)).map(bodyOf), sent);
    // One that ends counts until it has ended, so calls go on until a second one was replaced.
    await until(async () => {
      for (const body of sent.slice(0, 20)) {
        const ran = await used.processes.execute(call("echo", { body }));
        assert.deepEqual(bodyOf(ran), body);
      }
      return used.processes.ends.age >= 2;
    });
    assert.equal(used.processes.ends.crashed, 0);
  });

  it("are replaced when they are idle, as soon as another one takes calls", async () => {
    await using used = await startProcesses({ code: CODE, limits: { calls: 10 } });
    await whole(used);
    const calls = Array.from({ length: 30 }, () => used.processes.execute(call("echo")));
    await Promise.all(calls);
    // Both have had their number. The second one is needed until the new one has started.
    await until(() => Promise.resolve(used.processes.ends.age === 2));
    await whole(used);
  });

  it("are not replaced while a long call keeps every other one busy", async () => {
    await using used = await startProcesses({ code: CODE, limits: { calls: 10 } });
    await whole(used);
    used.processes.execute(call("sleep", heavy));
    const calls = Array.from({ length: 30 }, () => used.processes.execute(call("echo")));
    await Promise.all(calls);
    const kills = () => used.orders.filter(({ type }) => type === "kill").length;
    assert.equal(kills(), 0);
    assert.equal(used.processes.places, 2);
  });

  it("are no places from the moment at which an idle one is killed", async () => {
    await using used = await startProcesses({ code: CODE, limits: { calls: 10 } });
    await whole(used);
    const told: [number, boolean][] = [];
    used.processes.onPlaces((places, isOneMissing) => told.push([places, isOneMissing]));
    await Promise.all(Array.from({ length: 30 }, () => used.processes.execute(call("echo"))));
    assert.deepEqual(told.slice(0, 2), [[2, false], [1, true]]);
    await until(() => Promise.resolve(used.processes.ends.age === 2));
    await whole(used);
    assert.deepEqual(told.at(-1), [2, false]);
  });

  it("that die while they are idle cost no call", async () => {
    await using used = await startProcesses({ code: CODE, count: 1 });
    for (let n = 0; n < 5; n++) {
      const [pid] = used.pids();
      Deno.kill(pid, "SIGKILL");
      const ran = await used.processes.execute(call("echo", { body: Uint8Array.of(n) }));
      assert.deepEqual(bodyOf(ran), Uint8Array.of(n), JSON.stringify(ran));
    }
  });
});

describe("starting compute processes", () => {
  it("is tried again with growing pauses", async () => {
    let attempts = 0;
    const at: number[] = [];
    await using used = await startProcesses({
      code: CODE,
      count: 1,
      limits: { pause: 20 },
      // The first two get a port at which nothing listens.
      change: (order) => {
        if (order.type !== "start") return order;
        at.push(performance.now());
        return ++attempts <= 2 ? { ...order, port: 9 } : order;
      },
    });
    assert.equal(used.processes.places, 1);
    assert.equal(used.processes.ends.start, 2);
    assert.equal(at.length, 3);
  });

  it("is tried again if a process is slow, more than three times", async () => {
    let attempts = 0;
    await using used = await startProcesses({
      code: CODE,
      count: 1,
      limits: { pause: 1, start: 1_000 },
      // The first four do not answer.
      change: (order) => order.type === "start" && ++attempts <= 4 ? null : order,
    });
    assert(attempts >= 5);
    assert.equal(used.processes.ends.start, attempts - 1);
  });

  it("gives up if no process can be started, or the first three fail", async () => {
    await assert.rejects(
      startProcesses({
        code: CODE,
        limits: { pause: 1 },
        change: (order) => order.type === "start" ? { ...order, port: 9 } : order,
      }),
      NoProcesses,
    );
  });

  it("ignores connections that do not know the token", async () => {
    let order: Order | undefined;
    await using used = await startProcesses({ code: CODE, count: 1, change: (one) => order = one });
    assert(order?.type === "start");
    using stranger = await connect({ ...order, token: "0".repeat(32) });
    assert.equal(await stranger.read(new Uint8Array(1)).catch(() => null), null);
    assert.equal(used.processes.places, 1);
  });

  it("goes on if a process ends after its first message, before it is ready", async () => {
    const silent: Promise<Deno.Conn>[] = [];
    await using used = await startProcesses({
      code: CODE,
      count: 1,
      limits: { start: 1_000, pause: 1 },
      // The first one connects, sends its message, and does nothing else.
      change: (order) => {
        if (order.type !== "start" || silent.length > 0) return order;
        silent.push(connect(order));
        return null;
      },
    });
    using connection = await silent[0];
    assert.equal(
      await connection.readable.pipeTo(new WritableStream()).catch(() => null),
      undefined,
    );
    assert.equal(used.processes.places, 1);
    assert.equal(used.processes.ends.start, 1);
  });
});

/** Connects in place of a process, and sends its first message. */
async function connect({ id, port, token }: Assignment): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await writeAll(connection, encode({ id, token }));
  return connection;
}

describe("operations in processes", () => {
  async function withCompute(
    use: (compute: Compute, used: TestProcesses, faults: Fault[]) => Promise<void>,
  ) {
    await using used = await startProcesses();
    await whole(used);
    const faults: Fault[] = [];
    const compute = remoteCompute({
      ...{ kind: "processes", wanted: 2, executor: used.processes },
      network: createNetwork(testConfig()),
      schedule: new Schedule(scheduleLimits(2)),
      onFault: (fault) => faults.push(fault),
    });
    await use(compute, used, faults);
  }

  async function ask(compute: Compute, contract: Contract, input: unknown, client = "somebody") {
    const body = new TextEncoder().encode(JSON.stringify(input));
    const { signal } = new AbortController();
    const answer = await compute.run(contract, { body, client, signal: () => signal });
    return answer instanceof Busy ? 503 : answer.status;
  }

  it(`lose at most the request of a process that is killed, during ${MIXED} mixed requests`, async () => {
    await withCompute(async (compute, used, faults) => {
      const mix = [csrDecode, caaValidate, matchVerify, csrGenerate].map((contract) =>
        [contract, { ...exampleOf(contract) as object, keyType: "ECC" }] as const
      );
      let next = 0;
      let kills = 0;
      const statuses: number[] = [];
      const workers = Array.from({ length: 8 }, async (_, client) => {
        while (next < MIXED) {
          const [contract, input] = mix[next++ % mix.length];
          statuses.push(await ask(compute, contract, input, `${client}`));
          if (statuses.length % 50 === 0) {
            const pids = used.pids();
            Deno.kill(pids[kills++ % pids.length], "SIGKILL");
          }
        }
      });
      await Promise.all(workers);
      const lost = statuses.filter((status) => status !== 200);
      assert(statuses.length >= MIXED && kills >= MIXED / 50);
      assert(lost.length <= kills, `${lost.length} of ${statuses.length} lost by ${kills} kills`);
      assert(lost.every((status) => status === 500), lost.join());
      assert(faults.every(({ error, place }) => error === "crashed" && place === undefined));
    });
  });
});
