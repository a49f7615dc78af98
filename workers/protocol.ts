/** What crosses the thread: one call, its settings, its Outcome. */
import type { OperationErrorCode, Outcome } from "../core/errors.ts";

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
}
