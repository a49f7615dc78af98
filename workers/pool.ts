/**
 * Starts and ends the workers. A worker starts when it is first needed and runs one operation at a
 * time. After a crash, a time limit or a cancellation the call returns an Outcome, and the next call
 * gets a new worker. Comlink itself never settles a call to a dead worker.
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
  /** The default time limit of an operation, in milliseconds. */
  timeLimit?: number;
  /** Connects to a worker; the default uses Comlink. */
  connect?: Connect;
}

/** The calls that the pool makes to a worker, one at a time. */
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
   * Starts a worker in advance, unless one is running, loads the operation's code in it and runs the
   * example, if one is given. Resolves when that is done. Ignores failures, because the first real call meets and
   * reports them.
   */
  prepare(name: string, example?: unknown): Promise<void>;
  /** Queues one operation. Never rejects. */
  run(name: string, input: unknown, options?: RunOptions): Promise<Outcome<unknown>>;
  /** Ends all workers and cancels all running and waiting operations. */
  dispose(): void;
}

interface Slot {
  worker: WorkerLike;
  calls: Calls;
  /** The running job; null while the worker is idle. */
  job: Job | null;
}

interface Job {
  name: string;
  input: unknown;
  options: RunOptions;
  settle(outcome: Outcome<unknown>): void;
  /** Ends the job early. Replaced when the job moves from the queue to a worker. */
  abort(code: ClientErrorCode, message: string): void;
}

/**
 * Creates a pool of at most `size` workers. A job that runs longer than `timeLimit` milliseconds
 * fails with `time_limit`, and its worker is terminated.
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
      // The Outcome reports it. Without this the console would report it again, and Deno would exit.
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
    const { now, lists } = job.options;
    const options = { ...now === undefined ? {} : { now }, ...lists && { lists } };
    slot.calls.execute(job.name, job.input, options).then(
      (outcome) => finish(outcome, true),
      () => job.abort("crashed", TEXT.workerCrashed),
    );
  }

  return {
    async prepare(name, example) {
      try {
        const [slot = open()] = slots;
        await slot.calls.load(name, example);
      } catch {
        // This platform cannot start a worker, or the code did not load. The first real call reports it.
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
