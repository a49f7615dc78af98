/** The inspector's queue: every control in every state. The session runs in this process, and calls can be held. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createHelper } from "../../core/inspect/helper.ts";
import { MAX_OBJECTS } from "../../core/inspect/options.ts";
import { createInspection } from "../../core/inspect/session.ts";
import { failure } from "../../core/kernel/errors.ts";
import { callSession } from "../../core/kernel/execute.ts";
import * as TEXT from "../../core/texts.ts";
import {
  EMPTY,
  InspectionQueue,
  type InspectionState,
} from "../../web/src/tools/inspect/inspection-queue.ts";
import type { DroppedFile } from "../../web/src/ui/form/dropped-files.ts";
import type { SessionClient } from "../../workers/session-client.ts";
import { fixture } from "../fixtures/inspect/index.ts";

const LOCKED = "renewal/new-encrypted.key";
const PASSWORD = "renewal";

const fileOf = (name: string, content: BlobPart): DroppedFile => (
  { path: name, file: new File([content], name) }
);
const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => fileOf(`${from + n}.txt`, `host-${from + n}.example\n`));
const locked = () => fileOf("locked.key", fixture(LOCKED));

/** A queue whose workers are sessions in this process. `at` holds the next call of a method. */
function start() {
  const states: InspectionState[] = [EMPTY];
  const held = new Map<string, { reached: () => void; go: Promise<void> }>();
  const workers: { name: string; isClosed: boolean }[] = [];
  const calls: string[] = [];
  const queue = new InspectionQueue({
    show: (state) => states.push(state),
    hasHelper: true,
    open: (name) => {
      const session = name === "inspect" ? createInspection() : createHelper();
      const worker = { name, isClosed: false };
      workers.push(worker);
      const cancelled = { ok: false as const, error: failure("cancelled", TEXT.cancelled).error };
      const closed = Promise.withResolvers<typeof cancelled>();
      const client: SessionClient = {
        async call(method, input, { onMessage } = {}) {
          if (worker.isClosed) return cancelled;
          const hold = held.get(method);
          held.delete(method);
          hold?.reached();
          const work = async () => {
            await hold?.go;
            calls.push(method);
            return await callSession(
              session,
              method,
              input,
              async (message) => worker.isClosed ? undefined : await onMessage?.(message),
            );
          };
          return await Promise.race([work(), closed.promise]);
        },
        close() {
          worker.isClosed = true;
          closed.resolve(cancelled);
        },
      };
      return Promise.resolve(client);
    },
  });
  return {
    queue,
    calls,
    workers,
    state: () => states.at(-1)!,
    /** The results of all passwords. */
    results: () => states.map((state) => counts(state).opened),
    /** Resolves when the next call of the method has begun; returns what lets it go on. */
    async at(method: string): Promise<() => void> {
      const reached = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      held.set(method, { reached: reached.resolve, go: go.promise });
      await reached.promise;
      return go.resolve;
    },
  };
}

type Started = ReturnType<typeof start>;

/** Counts and codes of a state. */
function counts({ status, picture, unlocked, passwords }: InspectionState) {
  const rows = [...picture?.rows.values() ?? []];
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  return {
    status,
    growing: picture?.growing ?? null,
    names: count("domain-name"),
    locked: rows.filter((row) => row.locked).length,
    keys: count("private-key"),
    skipped: picture?.skipped.length ?? 0,
    opened: unlocked && `${unlocked.opened} of ${unlocked.tried}`,
    passwords,
  };
}

const NOTHING = counts(EMPTY);
/** 200 names in four batches after the locked key. */
const FIRST = [locked(), ...hosts(200)];
const RESULT = { ...NOTHING, status: "ready" as const, growing: false, names: 200, locked: 1 };

/** Each brings the queue into a state, and returns what lets it leave the state. */
const STATES = {
  empty: () => Promise.resolve(() => {}),
  async reading({ queue, at }: Started) {
    const reached = at("add");
    queue.read(FIRST);
    (await reached)();
    return await at("add");
  },
  async relating({ queue, at }: Started) {
    const reached = at("relate");
    queue.read(FIRST);
    return await reached;
  },
  async locked({ queue }: Started) {
    await queue.read(FIRST);
    return () => {};
  },
  async unlocking({ queue, at }: Started) {
    await queue.read(FIRST);
    const reached = at("unlock");
    queue.unlock("another", null);
    return await reached;
  },
  async full({ queue }: Started) {
    await queue.read([
      locked(),
      fileOf("a.pem", fixture("renewal/new.pem")),
      ...Array.from({ length: 11 }, (_, n) =>
        fileOf(
          `${n}.txt`,
          Array.from({ length: 1000 }, (_, m) => `host-${n * 1000 + m}.example\n`).join(""),
        )),
    ]);
    return () => {};
  },
} as const;
type StateName = keyof typeof STATES;

const BEFORE: Record<StateName, Partial<ReturnType<typeof counts>>> = {
  empty: NOTHING,
  reading: RESULT,
  relating: RESULT,
  locked: RESULT,
  unlocking: { ...RESULT, opened: "0 of 1" },
  full: { ...RESULT, names: MAX_OBJECTS - 2 },
};

type Change = Partial<ReturnType<typeof counts>> | "ended";

/** Presses the control. Returns what it changes in the state that the queue would have come to without it. */
const CONTROLS: Record<
  string,
  (started: Started, state: StateName) => Change | Promise<Change>
> = {
  "more files"({ queue }, state) {
    queue.read(hosts(70, 20_000));
    if (state === "full") return {};
    return { status: "ready", growing: false, names: (state === "empty" ? 0 : 200) + 70 };
  },
  "more files, twice"({ queue }, state) {
    queue.read(hosts(70, 20_000));
    queue.read(hosts(70, 20_035));
    if (state === "full") return {};
    return { status: "ready", growing: false, names: (state === "empty" ? 0 : 200) + 105 };
  },
  "the right password"({ queue }, state) {
    queue.unlock(PASSWORD, null);
    return state === "empty" ? { opened: "0 of 0" } : { locked: 0, keys: 1, opened: "1 of 1" };
  },
  "a wrong password"({ queue }, state) {
    queue.unlock("wrong", null);
    return state === "empty" ? { opened: "0 of 0" } : { opened: "0 of 1" };
  },
  "a wrong password and the right one"({ queue }, state) {
    queue.unlock("wrong", null);
    queue.unlock(PASSWORD, null);
    return state === "empty" ? { opened: "0 of 0" } : { locked: 0, keys: 1, opened: "1 of 1" };
  },
  "a password, then more files"({ queue }, state) {
    queue.unlock(PASSWORD, null);
    queue.read([locked(), ...hosts(70, 20_000)]);
    if (state === "full") return { locked: 0, keys: 1 };
    const names = state === "empty" ? 70 : 270;
    // The key that comes again is locked again.
    return { status: "ready", growing: false, names, keys: state === "empty" ? 0 : 1, locked: 1 };
  },
  "details"({ queue }) {
    queue.ask("details", { id: 0 });
    return {};
  },
  "the end"({ queue }) {
    queue.end();
    return "ended";
  },
  "the end, keeping public objects"({ queue }) {
    return queue.endKeeping(["a.pem"]).then(() => "ended" as const);
  },
};

// Deno's FileReader leaves a timer behind.
const readsFiles = { sanitizeOps: false, sanitizeResources: false };

describe("the inspector's queue", readsFiles, () => {
  for (const state of Object.keys(STATES) as StateName[]) {
    for (const [control, press] of Object.entries(CONTROLS)) {
      it(`in the state "${state}" takes ${control}`, async () => {
        const started = start();
        const leave = await STATES[state](started);
        const change = await press(started, state);
        const shown = started.state();
        leave();
        // Nothing is locked under this number. Its turn is the last.
        await started.queue.unlock("last", -1);
        if (change === "ended") {
          assert.equal(started.state(), shown);
          await started.queue.read(hosts(1));
          assert.equal(started.state(), shown);
          assert(started.workers.every(({ isClosed }) => isClosed));
          return;
        }
        const { opened, ...wanted } = { ...BEFORE[state], ...change };
        const { opened: last, ...rest } = counts(started.state());
        assert.equal(last, "0 of 0");
        // Each file beyond the most objects is named.
        if (state === "full") assert(rest.skipped >= 11_000 - (MAX_OBJECTS - 2));
        else assert.equal(rest.skipped, 0);
        assert.deepEqual(rest, { ...wanted, skipped: rest.skipped });
        if (opened) assert(started.results().includes(opened), `${opened}: ${started.results()}`);
      });
    }
  }

  it("reads all of 4,001 files when passwords come meanwhile", async () => {
    for (const password of [PASSWORD, "wrong"]) {
      const started = start();
      const reached = started.at("add");
      started.queue.read([locked(), ...hosts(4000)]);
      (await reached)();
      const leave = await started.at("add");
      const unlocked = started.queue.unlock(password, null);
      assert.equal(started.state().passwords, 1);
      leave();
      await unlocked;
      const { status, names, locked: stillLocked } = counts(started.state());
      assert.deepEqual([status, names], ["ready", 4000]);
      assert.equal(stillLocked, password === PASSWORD ? 0 : 1);
      // The password has its turn when all is read, and only then the objects are related.
      const { calls } = started;
      assert.deepEqual(calls, [...Array(calls.length - 2).fill("add"), "unlock", "relate"]);
      started.queue.end();
    }
  });

  it("relates once for files and passwords that wait together", async () => {
    const started = start();
    const leave = STATES.relating(started);
    const go = await leave;
    started.queue.read(hosts(70, 20_000));
    started.queue.unlock(PASSWORD, null);
    const last = started.queue.read(hosts(70, 30_000));
    go();
    await last;
    assert.equal(started.calls.filter((method) => method === "relate").length, 2);
    started.queue.end();
  });

  it("fails with the files that it was given, to read them again", async () => {
    const started = start();
    const leave = await STATES.reading(started);
    started.queue.unlock(PASSWORD, null);
    started.queue.read(hosts(3, 20_000));
    for (const worker of started.workers) worker.isClosed = true;
    leave();
    await started.queue.unlock("late", null);
    assert.equal(started.state().status, "failed");
    assert.equal(started.state().passwords, 0);
    assert.equal(started.queue.given.length, FIRST.length + 3);
  });

  it("keeps the public objects of a file with a key, and nothing else", async () => {
    const started = start();
    const [certificate, key] = ["renewal/new.pem", "renewal/new.key"].map((name) =>
      new TextDecoder().decode(fixture(name))
    );
    await started.queue.read([fileOf("both.pem", certificate + key), ...hosts(1)]);
    const kept = await started.queue.endKeeping(["both.pem"]);
    assert(started.workers.every(({ isClosed }) => isClosed));
    assert.deepEqual(started.queue.given, []);
    const again = start();
    await again.queue.read(kept.map(({ name, bytes }) => fileOf(name, bytes)));
    const kinds = [...again.state().picture!.rows.values()].map((
      { kind, places },
    ) => [kind, places.map(({ file }) => file)]);
    assert.deepEqual(kinds, [["certificate", ["both.pem"]]]);
    again.queue.end();
  });
});
