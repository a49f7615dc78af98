/**
 * The page's side of a session: a separate worker that runs until it is closed, crashes or exceeds a
 * time limit. As with the pool, every call returns an Outcome. After the session has ended, every call
 * returns the reason.
 */
import { expose, type Remote, transfer, wrap } from "comlink";
import type { ClientErrorCode, Failure, Outcome } from "../core/kernel/errors.ts";
import * as TEXT from "../core/texts.ts";
import type { WorkerLike } from "./pool.ts";
import type { WorkerApi } from "./protocol.ts";

export interface SessionCallOptions {
  /** Receives messages before the result, and returns replies. The worker waits for each reply. */
  onMessage?: (message: unknown) => unknown;
  /** Milliseconds after which the whole session ends. */
  timeLimit?: number;
  /** Buffers of the input that move to the worker instead of being copied. */
  transfer?: ArrayBuffer[];
}

export interface SessionClient {
  /** Never rejects. */
  call(method: string, input: unknown, options?: SessionCallOptions): Promise<Outcome<unknown>>;
  /** Terminates the worker, with all data of the session, and cancels open calls. */
  close(): void;
}

interface SessionOptions {
  /** Starts the worker; called with the first call. */
  spawn: () => WorkerLike;
  name: string;
  timeLimit?: number;
}

/**
 * Creates a session of this name. A call that takes longer than `timeLimit` milliseconds, or its own
 * limit, ends the session with `time_limit`.
 */
export function createSession(
  { spawn, name, timeLimit = 60_000 }: SessionOptions,
): SessionClient {
  let worker: WorkerLike | undefined;
  let remote: Remote<WorkerApi> | undefined;
  let ended: Failure<ClientErrorCode> | undefined;
  const open = new Set<(outcome: Outcome<unknown>) => void>();

  function end(code: ClientErrorCode, message: string): void {
    if (ended) return;
    ended = { code, message, issues: [] };
    worker?.terminate();
    for (const settle of [...open]) settle({ ok: false, error: ended });
  }

  function start(): Remote<WorkerApi> | null {
    if (remote) return remote;
    try {
      worker = spawn();
    } catch {
      end("crashed", TEXT.workerCrashed);
      return null;
    }
    const onCrash = (event: { preventDefault(): void }) => {
      // The Outcome reports it. Without this the console would report it again.
      event.preventDefault();
      end("crashed", TEXT.workerCrashed);
    };
    worker.addEventListener("error", onCrash);
    worker.addEventListener("messageerror", onCrash);
    return remote = wrap<WorkerApi>(worker as never);
  }

  return {
    call(method, input, options = {}) {
      return new Promise((resolve) => {
        if (ended) return resolve({ ok: false, error: ended });
        const target = start();
        if (!target) return resolve({ ok: false, error: ended! });
        const limit = options.timeLimit ?? timeLimit;
        const timer = setTimeout(
          () => end("time_limit", TEXT.workerTimeLimit(limit / 1000)),
          limit,
        );
        const { port1, port2 } = new MessageChannel();
        const settle = (outcome: Outcome<unknown>) => {
          if (!open.delete(settle)) return;
          clearTimeout(timer);
          port1.close();
          resolve(outcome);
        };
        open.add(settle);
        expose(async (message: unknown) => {
          // Drops a message that arrives after the session has ended.
          return ended ? undefined : await options.onMessage?.(message);
        }, port1 as never);
        const sent = options.transfer ? transfer(input, options.transfer) : input;
        target.call(name, method, sent as never, transfer(port2 as never, [port2 as never])).then(
          settle,
          () => end("crashed", TEXT.workerCrashed),
        );
      });
    },
    close: () => end("cancelled", TEXT.cancelled),
  };
}
