/**
 * The closed set of error codes, and the Outcome of an operation.
 *
 * An operation reports errors only by throwing OperationError; `execute` and `callSession` turn it into an
 * Outcome. Threads and sockets carry Outcomes, never exceptions. A message says what was found and what
 * was expected. It never quotes the input, which may be a secret; it may contain names that were read
 * from a certificate or a request.
 */

/** Error codes of operations. */
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

/** Error codes added by the HTTP server. */
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

/** Error codes added by the web client: worker crashes, timeouts and transport errors. */
export type ClientErrorCode =
  | "cancelled"
  | "time_limit"
  | "crashed"
  | "network_error"
  | "http_error"
  | "offline";

export type ServerErrorCode = OperationErrorCode | HttpErrorCode;
export type ErrorCode = ServerErrorCode | ClientErrorCode;

/** One fault of the input. `path` is the field's name with dots between levels; empty for the whole. `message` is a sentence. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * An error as data. `message` is a sentence as pages show it, without a full stop; the API also sends it in
 * capitals. It is empty if only the fact of the failure is known.
 */
export interface Failure<C extends ErrorCode = ErrorCode> {
  code: C;
  message: string;
  issues: Issue[];
}

export type Outcome<T, C extends ErrorCode = ErrorCode> =
  | { ok: true; value: T }
  | { ok: false; error: Failure<C> };

/**
 * `instanceof` fails if an engine evaluates this module twice and an error comes from the other copy, so
 * errors carry a brand instead.
 */
const BRAND = Symbol.for("ssl-tools.operation-error");

/** An expected error of an operation. Use `isOperationError` to recognise it, not `instanceof`. */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly [BRAND] = true;

  /** `path` is the name of the input field at fault; "" if it is not a single field. */
  constructor(
    readonly code: OperationErrorCode,
    message: string,
    readonly path: string = "",
  ) {
    super(message);
  }
}

/** Whether a thrown value is an OperationError, from any copy of this module. */
export function isOperationError(thrown: unknown): thrown is OperationError {
  return typeof thrown === "object" && thrown !== null && Reflect.get(thrown, BRAND) === true;
}

/** A failed Outcome. `issues` are the fields at fault, each with its message. */
export function failure<C extends ErrorCode>(
  code: C,
  message: string,
  issues: Issue[] = [],
): { ok: false; error: Failure<C> } {
  return { ok: false, error: { code, message, issues } };
}
