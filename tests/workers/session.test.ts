import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { folder, MESSY_PASSWORD } from "../fixtures/inspect/index.ts";
import { createSession, type SessionClient } from "../../workers/session-client.ts";

function stubborn(timeLimit?: number): { session: SessionClient; started: () => number } {
  let started = 0;
  const session = createSession({
    name: "any",
    timeLimit,
    spawn() {
      started += 1;
      return new Worker(import.meta.resolve("./stubborn-worker.ts"), { type: "module" });
    },
  });
  return { session, started: () => started };
}

const codeOf = (outcome: Awaited<ReturnType<SessionClient["call"]>>) =>
  outcome.ok ? "ok" : outcome.error.code;

describe("session", () => {
  it("starts its worker with the first call and reuses it", async () => {
    const { session, started } = stubborn();
    assert.equal(started(), 0);
    await session.call("echo", 1);
    assert.deepEqual(await session.call("echo", 2), { ok: true, value: { input: 2, calls: 2 } });
    assert.equal(started(), 1);
    session.close();
  });

  it("delivers messages in order and waits for each reply", async () => {
    const { session } = stubborn();
    const taken: number[] = [];
    let open = 0;
    const outcome = await session.call("count", 5, {
      async onMessage(message) {
        open += 1;
        assert.equal(open, 1);
        await Promise.resolve();
        taken.push(message as number);
        open -= 1;
      },
    });
    assert(outcome.ok);
    assert.deepEqual(taken, [1, 2, 3, 4, 5]);
    session.close();
  });

  for (const fate of ["crash", "reject"]) {
    it(`fails every open and later call when its worker ends in "${fate}"`, async () => {
      const { session } = stubborn();
      await session.call("echo", "warm");
      const waiting = session.call("wait", null);
      const fatal = session.call(fate, null);
      assert.deepEqual([codeOf(await waiting), codeOf(await fatal)], ["crashed", "crashed"]);
      assert.equal(codeOf(await session.call("echo", null)), "crashed");
    });
  }

  it("ends at the time limit of a call", async () => {
    const { session } = stubborn();
    await session.call("echo", "warm");
    assert.equal(codeOf(await session.call("wait", null, { timeLimit: 50 })), "time_limit");
    assert.equal(codeOf(await session.call("echo", null)), "time_limit");
  });

  it("cancels open calls immediately on close, and makes no further callback", async () => {
    const { session } = stubborn();
    let told = 0;
    const counting = session.call("count", 1_000_000, { onMessage: () => void (told += 1) });
    const waiting = session.call("wait", null);
    session.close();
    assert.deepEqual([codeOf(await counting), codeOf(await waiting)], ["cancelled", "cancelled"]);
    const before = told;
    assert.equal(codeOf(await session.call("echo", null)), "cancelled");
    assert.equal(told, before);
  });

  it("reports a platform that cannot start workers", async () => {
    const session = createSession({
      name: "any",
      spawn() {
        throw new Error("no workers here");
      },
    });
    assert.equal(codeOf(await session.call("echo", 1)), "crashed");
  });

  it("runs an inspection in the real worker and transfers buffers instead of copying them", async () => {
    const session = createSession({
      name: "inspect",
      spawn: () => new Worker(import.meta.resolve("../../workers/worker.ts"), { type: "module" }),
    });
    const files = folder("messy");
    const rows: unknown[] = [];
    const added = await session.call("add", { files }, {
      transfer: files.map(({ bytes }) => bytes.buffer),
      onMessage: (batch) => void rows.push(...JSON.parse(batch as string) as unknown[]),
    });
    assert.deepEqual(added, { ok: true, value: { files: 16, objects: 13 } });
    assert.equal(rows.length, 13);
    assert(files.every(({ bytes }) => bytes.length === 0));
    const opened = await session.call("unlock", { password: MESSY_PASSWORD, id: null });
    assert.deepEqual(opened, { ok: true, value: { opened: 1, tried: 1, message: null } });
    assert.equal(codeOf(await session.call("no-such-method", {})), "invalid_input");
    session.close();
    const none = createSession({
      name: "no-such-session",
      spawn: () => new Worker(import.meta.resolve("../../workers/worker.ts"), { type: "module" }),
    });
    assert.equal(codeOf(await none.call("add", {})), "invalid_input");
    none.close();
  });
});
