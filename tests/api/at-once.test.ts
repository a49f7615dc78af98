/** Small calls of a few operations, answered on the thread that answers requests. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { AT_ONCE, AtOnce, MOST_OCTETS } from "../../api/compute/at-once.ts";
import { exampleCall } from "../../api/compute/example-call.ts";
import { perform } from "../../api/compute/perform.ts";
import { type Executor, remoteCompute } from "../../api/compute/remote.ts";
import { Busy, Schedule, scheduleLimits } from "../../api/compute/schedule.ts";
import { createNetwork } from "../../api/network/network.ts";
import { caaValidate } from "../../core/caa/contract.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { BUILT_IN_TABLES } from "../../core/kernel/context.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { testConfig } from "../support/server.ts";

/** A server's compute, and the names of the calls that a process got. */
function compute(atOnce?: AtOnce) {
  const carried: string[] = [];
  const executor: Executor = {
    ...{ ahead: 1, places: 2, onPlaces: () => {}, close: () => {} },
    async execute(call) {
      carried.push(call.name);
      return { reply: { ...await perform(call, BUILT_IN_TABLES), used: 0 } };
    },
  };
  const { run } = remoteCompute({
    ...{ kind: "processes", wanted: 2, executor, atOnce },
    network: createNetwork(testConfig()),
    schedule: new Schedule(scheduleLimits(2)),
  });
  async function ask(contract: Contract, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const { signal } = new AbortController();
    const answer = await run(contract, { body, client: "one", signal: () => signal });
    assert(!(answer instanceof Busy));
    return `${answer.status} ${new TextDecoder().decode(answer.body)}`;
  }
  return { ask, carried };
}

const padded = (octets: number) => {
  const { body } = exampleCall(caaValidate);
  return new TextEncoder().encode(new TextDecoder().decode(body).padEnd(octets));
};

describe("small calls", () => {
  it("get the answers of a process, without one", async () => {
    const here = compute(new AtOnce());
    const there = compute();
    for (const contract of AT_ONCE) {
      const { body } = exampleCall(contract);
      const answer = await here.ask(contract, body);
      assert.match(answer, /^200 /);
      assert.equal(answer, await there.ask(contract, body));
    }
    const wrong = new TextEncoder().encode("{}");
    assert.equal(await here.ask(caaValidate, wrong), await there.ask(caaValidate, wrong));
    assert.deepEqual(here.carried, []);
    assert.equal(there.carried.length, AT_ONCE.length + 1);
  });

  it("are only those of the list, and no longer than a test has measured", async () => {
    const { ask, carried } = compute(new AtOnce());
    await ask(csrDecode, exampleCall(csrDecode).body);
    assert.deepEqual(carried, [csrDecode.name]);
    await ask(caaValidate, padded(MOST_OCTETS));
    assert.equal(carried.length, 1);
    await ask(caaValidate, padded(MOST_OCTETS + 1));
    assert.deepEqual(carried, [csrDecode.name, caaValidate.name]);
  });

  it("go to a process after long ones, until a part of the time has gone by", async () => {
    let now = 0;
    let length = 0;
    const atOnce = new AtOnce(() => now);
    const { body, ...rest } = exampleCall(caaValidate);
    // Time goes by when the body is read: before the call, and while it runs.
    const call = {
      ...rest,
      get body() {
        now += length;
        return body;
      },
    };
    const isHere = async () => await atOnce.answer(call) !== null;
    for (let count = 0; count < 1_000; count++) assert(await isHere());
    length = 20;
    let answered = 0;
    while (await isHere()) assert(++answered < 100);
    assert(answered > 5);
    length = 0;
    assert(!await isHere());
    now += 1_000;
    assert(await isHere());
  });

  it("do not charge each other when they come together", async () => {
    let now = 0;
    // Each look at the clock takes a fifth of what is not charged.
    const atOnce = new AtOnce(() => now += 0.2);
    const call = exampleCall(caaValidate);
    const replies = await Promise.all(Array.from({ length: 500 }, () => atOnce.answer(call)));
    assert(replies.every((reply) => reply !== null));
    assert.notEqual(await atOnce.answer(call), null);
  });

  it("use no table that is renewed, no network and no secret", () => {
    for (const { runs, cost, usesTables, stretches, secrets } of AT_ONCE) {
      assert.deepEqual([runs, cost, usesTables], ["both", "light", false]);
      assert.deepEqual([...stretches, ...secrets], []);
    }
  });
});
