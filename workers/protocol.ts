/** What crosses the thread: one call, its settings, its Outcome; for a session, messages in between. */
import type { OperationErrorCode, Outcome } from "../core/kernel/errors.ts";

export interface ExecuteOptions {
  /** Milliseconds since the epoch for which dates are judged; the worker's clock if absent. */
  now?: number;
}

/** The object that the worker exposes through Comlink. */
export interface WorkerApi {
  execute(
    name: string,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<Outcome<unknown, OperationErrorCode>>;
  /**
   * Loads the code of an operation before its first call. With an `example` it also runs the operation
   * once, so that the engine has compiled the code; that answer is dropped.
   */
  load(name: string, example?: unknown): Promise<void>;
  /**
   * Calls a method of the session of that name, which begins with the first call and ends with the
   * worker. Behind `port` is an Emit, exposed by the caller through Comlink.
   */
  call(
    session: string,
    method: string,
    input: unknown,
    port: MessagePort,
  ): Promise<Outcome<unknown, OperationErrorCode>>;
}
