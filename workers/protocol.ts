/** The calls between a page and a worker: operations, and sessions with messages in between. */
import type { FetchedList } from "../core/x509/transparency/renew.ts";
import type { OperationErrorCode, Outcome } from "../core/kernel/errors.ts";

export interface ExecuteOptions {
  /** The time at which dates are checked, in milliseconds since the epoch; the default is now. */
  now?: number;
  /** The newest log lists that the caller has. The worker checks them and uses those that are newer than its own. */
  lists?: readonly SignedList[];
}

/** A log list with the key that signed it, if this is not the usual key of its source. */
export interface SignedList extends FetchedList {
  readonly publicKey: string | null;
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
   * once, so that the browser has compiled the code, and discards the result.
   */
  load(name: string, example?: unknown): Promise<void>;
  /**
   * Calls a method of the session of that name. The session starts with the first call and ends with
   * the worker. The caller exposes an Emit through Comlink at the other end of `port`.
   */
  call(
    session: string,
    method: string,
    input: unknown,
    port: MessagePort,
  ): Promise<Outcome<unknown, OperationErrorCode>>;
}
