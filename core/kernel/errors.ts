/**
 * The closed set of error codes, and the one shape in which an operation ends.
 *
 * Rules: an operation throws OperationError and nothing else on purpose; `execute` and the sessions
 * make an Outcome of it; what crosses a thread or a socket is an Outcome, never an exception. A
 * message names what was found and what was wanted. It never quotes the input, which may be a
 * secret; only names that were read as such may be listed.
 */

/** What an operation itself may end in. */
export type OperationErrorCode =
  | "invalid_input"
  | "unreadable"
  | "wrong_type"
  | "unsupported"
  | "too_large"
  | "too_complex"
  | "passphrase_required"
  | "passphrase_wrong"
  | "key_inconsistent"
  | "key_mismatch"
  | "host_refused"
  | "host_unreachable"
  | "host_without_tls"
  | "host_timeout"
  | "internal";

/** What the HTTP server adds around an operation. */
type HttpErrorCode =
  | "endpoint_not_found"
  | "method_not_allowed"
  | "content_type"
  | "body_too_large"
  | "request_timeout"
  | "rate_limited"
  | "busy"
  | "forbidden"
  | "unauthorized"
  | "malformed_request"
  | "headers_too_large";

/** What the web client adds: the worker's fate, and a call that got no proper answer. */
export type ClientErrorCode =
  | "cancelled"
  | "time_limit"
  | "crashed"
  | "network_error"
  | "http_error"
  | "offline";

export type ServerErrorCode = OperationErrorCode | HttpErrorCode;
export type ErrorCode = ServerErrorCode | ClientErrorCode;

/** One fault of the input: `path` is the field's name (dots between levels), empty for the whole. */
export interface Issue {
  path: string;
  message: string;
}

/** `message` is empty when nothing better is known than that the operation failed. */
export interface Failure<C extends ErrorCode = ErrorCode> {
  code: C;
  message: string;
  issues: Issue[];
}

export type Outcome<T, C extends ErrorCode = ErrorCode> =
  | { ok: true; value: T }
  | { ok: false; error: Failure<C> };

/**
 * Known to every copy of this module: a class is not, and where an engine evaluates a module twice
 * an error of one copy would be a stranger to the other.
 */
const BRAND = Symbol.for("ssl-tools.operation-error");

/** The only thing that an operation throws on purpose. Recognised by `isOperationError` alone. */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly [BRAND] = true;

  /** `path` names the input field that is at fault, if it is one. */
  constructor(
    readonly code: OperationErrorCode,
    message: string,
    readonly path: string = "",
  ) {
    super(message);
  }
}

/** Whether something that was thrown is an OperationError, of whichever copy of this module. */
export function isOperationError(thrown: unknown): thrown is OperationError {
  return typeof thrown === "object" && thrown !== null && Reflect.get(thrown, BRAND) === true;
}

/** An Outcome that failed. `issues` are the fields at fault, with a message each. */
export function failure<C extends ErrorCode>(
  code: C,
  message: string,
  issues: Issue[] = [],
): { ok: false; error: Failure<C> } {
  return { ok: false, error: { code, message, issues } };
}
