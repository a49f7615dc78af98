/**
 * Runs calls in threads, where processes cannot be started. They are the same worker pool as in the
 * page. A busy thread cannot be ended, so only budgets bound its work.
 */
import { type Connect, createPool, type WorkerLike } from "../../workers/pool.ts";
import type { LogLists } from "../data/log-lists.ts";
import type { Network } from "../network/network.ts";
import type { Allowance } from "./allowance.ts";
import type { AtOnce } from "./at-once.ts";
import type { Compute } from "./compute.ts";
import type { Fault, Reply } from "./protocol.ts";
import { exampleCall } from "./example-call.ts";
import { type Executor, remoteCompute } from "./remote.ts";
import { Schedule, scheduleLimits } from "./schedule.ts";

export interface ThreadsParts {
  threads: number;
  network: Network;
  spawn: () => WorkerLike;
  onFault?: (fault: Fault) => void;
  schedule?: Schedule;
  allowance?: Allowance;
  atOnce?: AtOnce;
  /** The log lists that are newer than the built-in ones. */
  lists?: Pick<LogLists, "sent">;
}

/** Resolves when all threads have started; rejects if one does not start. */
export async function threadedCompute(
  {
    threads,
    network,
    spawn,
    onFault,
    schedule = new Schedule(scheduleLimits(threads)),
    allowance,
    atOnce,
    lists,
  }: ThreadsParts,
): Promise<Compute> {
  const pool = createPool({ spawn, size: threads, connect: overMessages });
  const executor: Executor = {
    places: threads,
    ahead: 1,
    onPlaces: () => {},
    async execute(call) {
      // The pool does not tell which thread a call gets, so each call has the lists.
      const outcome = await pool.run(call.name, { ...call, lists: lists?.sent });
      // The pool has replaced a thread that failed.
      if (!outcome.ok) return { lost: outcome.error.code === "time_limit" ? "time" : "crashed" };
      const reply = outcome.value as Reply;
      return { reply, used: reply.used };
    },
    close: () => pool.dispose(),
  };

  // An example request makes each thread load its code now, so that no client has to wait for it.
  const example = exampleCall();
  const starting = Array.from({ length: threads }, () => pool.run(example.name, example));
  if ((await Promise.all(starting)).some(({ ok }) => !ok)) {
    pool.dispose();
    throw new Error("A compute thread did not start");
  }
  return remoteCompute({
    ...{ kind: "threads", wanted: threads, executor },
    ...{ network, schedule, allowance, atOnce, onFault },
  });
}

/**
 * Sends plain messages, one at a time. A call through Comlink's proxies took 130 microseconds instead
 * of 50, part of it on the main thread.
 */
const overMessages: Connect = (worker) => {
  let answer: ((reply: Reply) => void) | undefined;
  (worker as Worker).addEventListener("message", ({ data }) => answer?.(data));
  return {
    execute: (_name, call) =>
      new Promise((resolve) => {
        answer = (reply) => resolve({ ok: true, value: reply });
        worker.postMessage(call, []);
      }),
    load: () => Promise.resolve(),
  };
};

/** The bundle of worker.ts that the build makes. */
export const SCRIPT = new URL("../../dist/server/compute-worker.js", import.meta.url);

/**
 * Returns a function that starts a thread, or null if the platform has no workers. The script is read
 * only once, so that all threads run the same code even if the build is replaced meanwhile.
 */
export async function threadSpawner(): Promise<(() => WorkerLike) | null> {
  if (typeof Worker !== "function") return null;
  const script = new Blob([await Deno.readFile(SCRIPT)], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  return () => new Worker(url, { type: "module", ...WITHOUT_PERMISSIONS });
}

/**
 * Compute threads handle untrusted input and need only their messages, so they run without
 * permissions. This needs the `unstable` setting in deno.json.
 */
export const WITHOUT_PERMISSIONS = { deno: { permissions: "none" } } as WorkerOptions;
