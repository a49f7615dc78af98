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
   * Loads the code of an operation that is not called yet, so that its first call finds it there: and
   * warm, where there is an example to run it with, whose answer is nobody's.
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
