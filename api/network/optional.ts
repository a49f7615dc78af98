/** Readings that an answer can do without. */
import { isOperationError } from "../../core/kernel/errors.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Returns the result of an optional reading. If it fails, the answer has `otherwise` in its place, which says why:
 * a reading that only adds to an answer never ends the whole answer.
 *
 * A fault of our own code goes to the log. Without a log (`context.onFault`) it is thrown.
 *
 * @param otherwise makes the replacement. `because` is a sentence without a full stop
 */
export async function optional<T>(
  read: () => Promise<T>,
  otherwise: (because: string) => T,
  { onFault }: Pick<RequestContext, "onFault">,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await read();
  } catch (fault) {
    if (isOperationError(fault)) return otherwise(fault.message);
    if (signal.aborted) return otherwise("The time was up");
    if (!onFault) throw fault;
    onFault(fault);
    return otherwise("This server failed");
  }
}
