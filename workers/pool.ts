/**
 * The owner of the workers' life. A worker starts when it is first needed and runs one operation at
 * a time. A crash, a time limit and a cancel each end in an Outcome and a fresh worker for the next
 * call, never in a promise that stays open: Comlink alone leaves calls to a dead worker hanging.
 */
import { wrap } from "comlink";
import { type ClientErrorCode, failure, type Outcome } from "../core/kernel/errors.ts";
import * as TEXT from "../core/texts.ts";
import type { ExecuteOptions, WorkerApi } from "./protocol.ts";

type FatalEvent = "error" | "messageerror";

interface Preventable {
  preventDefault(): void;
}

/** The part of the platform's Worker that the pool uses. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: never[]): void;
  addEventListener(type: FatalEvent, listener: (event: Preventable) => void): void;
  terminate(): void;
}

export interface PoolOptions {
  /** Starts one worker; called lazily. */
  spawn: () => WorkerLike;
  /** The most workers alive at the same time. */
  size?: number;
  /** Milliseconds after which an operation is ended, unless its call says otherwise. */
  timeLimit?: number;
  /** How one worker is spoken to; through Comlink unless given. */
  connect?: Connect;
}

/** What the pool asks of a worker, one operation at a time. */
type Calls = Pick<WorkerApi, "execute" | "load">;
export type Connect = (worker: WorkerLike) => Calls;

const overComlink: Connect = (worker) => wrap<WorkerApi>(worker as never);

interface RunOptions extends ExecuteOptions {
  signal?: AbortSignal;
  /** Milliseconds, counted from when the operation starts to run. */
  timeLimit?: number;
}

export interface Pool {
  /**
   * Starts a worker that is not needed yet, unless there is one, and has it load the operation's
   * code, and run it with an example where there is one. A failure is not reported: the call that needs
   * the code meets it again and says so.
   */
  prepare(name: string, example?: unknown): void;
  /** Queues one operation. Never rejects. */
  run(name: string, input: unknown, options?: RunOptions): Promise<Outcome<unknown>>;
  /** Ends all workers; what runs or waits is cancelled. */
  dispose(): void;
}

interface Slot {
  worker: WorkerLike;
  calls: Calls;
  /** What it runs; null while it waits for work. */
  job: Job | null;
}

interface Job {
  name: string;
  input: unknown;
  options: RunOptions;
  settle(outcome: Outcome<unknown>): void;
  /** Ends the job from outside; set anew when it moves from the queue into a worker. */
  abort(code: ClientErrorCode, message: string): void;
}

/**
 * A pool of at most `size` workers, each started when there is work for it. `timeLimit`:
 * milliseconds of a job, after which it ends in `time_limit` and its worker with it.
 */
export function createPool(
  { spawn, size = 2, timeLimit = 60_000, connect = overComlink }: PoolOptions,
): Pool {
  const slots = new Set<Slot>();
  const queue: Job[] = [];
  const running = new Set<Job>();

  function startNext(): void {
    while (queue.length > 0) {
      let slot = [...slots].find(({ job }) => job === null);
      if (!slot) {
        if (slots.size >= size) return;
        try {
          slot = open();
        } catch {
          queue.shift()!.settle(failure("crashed", TEXT.workerCrashed));
          continue;
        }
      }
      start(slot, queue.shift()!);
    }
  }

  function open(): Slot {
    const worker = spawn();
    const slot: Slot = { worker, calls: connect(worker), job: null };
    const onCrash = (event: Preventable) => {
      // It is reported in the Outcome; the console need not say it again, and Deno not end.
      event.preventDefault();
      if (slot.job) slot.job.abort("crashed", TEXT.workerCrashed);
      else drop(slot);
    };
    worker.addEventListener("error", onCrash);
    worker.addEventListener("messageerror", onCrash);
    slots.add(slot);
    return slot;
  }

  function drop(slot: Slot): void {
    slots.delete(slot);
    slot.worker.terminate();
  }

  function start(slot: Slot, job: Job): void {
    slot.job = job;
    running.add(job);
    const limit = job.options.timeLimit ?? timeLimit;
    const timer = setTimeout(
      () => job.abort("time_limit", TEXT.workerTimeLimit(limit / 1000)),
      limit,
    );
    let ended = false;
    const finish = (outcome: Outcome<unknown>, reusable: boolean) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      running.delete(job);
      slot.job = null;
      if (!reusable) drop(slot);
      job.settle(outcome);
      startNext();
    };
    job.abort = (code, message) => finish(failure(code, message), false);
    const { now } = job.options;
    slot.calls.execute(job.name, job.input, now === undefined ? {} : { now }).then(
      (outcome) => finish(outcome, true),
      () => job.abort("crashed", TEXT.workerCrashed),
    );
  }

  return {
    prepare(name, example) {
      try {
        const [slot = open()] = slots;
        slot.calls.load(name, example).catch(() => {});
      } catch {
        // No worker starts here.
      }
    },
    run(name, input, options = {}) {
      return new Promise((resolve) => {
        const { signal } = options;
        const onAbort = () => job.abort("cancelled", TEXT.cancelled);
        const job: Job = {
          name,
          input,
          options,
          settle(outcome) {
            signal?.removeEventListener("abort", onAbort);
            resolve(outcome);
          },
          abort(code, message) {
            const place = queue.indexOf(job);
            if (place >= 0) queue.splice(place, 1);
            job.settle(failure(code, message));
          },
        };
        if (signal?.aborted) return onAbort();
        signal?.addEventListener("abort", onAbort, { once: true });
        queue.push(job);
        startNext();
      });
    },
    dispose() {
      for (const job of [...queue, ...running]) job.abort("cancelled", TEXT.cancelled);
      for (const { worker } of slots) worker.terminate();
      slots.clear();
    },
  };
}
