/**
 * An operation that goes on: it keeps what it was given and answers many calls, each in an Outcome,
 * with messages in between. A session lives in one worker and ends with it; the API has none.
 */
import { failure, isOperationError, type OperationErrorCode, type Outcome } from "./errors.ts";

/**
 * Sends a message to the caller. Resolves when it was taken, so that the caller is not flooded, with
 * the answer where the message asks for one.
 */
export type Emit = (message: unknown) => Promise<unknown>;

/** Methods by name. Each throws OperationError alone on purpose. */
export type Session = ReadonlyMap<string, (input: never, emit: Emit) => unknown>;

/** Calls one method. Never throws and never rejects, as `execute`. */
export async function callSession(
  session: Session,
  method: string,
  input: unknown,
  emit: Emit,
): Promise<Outcome<unknown, OperationErrorCode>> {
  const call = session.get(method);
  if (!call) return failure("invalid_input", "NO SUCH METHOD");
  try {
    return { ok: true, value: await call(input as never, emit) };
  } catch (thrown) {
    if (!isOperationError(thrown)) return failure("internal", "");
    const issues = thrown.path ? [{ path: thrown.path, message: thrown.message }] : [];
    return failure(thrown.code, thrown.message, issues);
  }
}
