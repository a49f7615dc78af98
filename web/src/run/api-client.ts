/** Runs operations on the server: one POST, its envelope opened into the same Outcome. */
import type { Contract } from "../../../core/kernel/contract.ts";
import { type ErrorCode, failure, type Issue, type Outcome } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";

/** Called with fields of an answer that are known before the rest. */
export type OnPart = (part: Record<string, unknown>) => void;

const PARTS_TYPE = "application/x-ndjson";

/** Milliseconds; the server's own deadlines are shorter, so this ends a connection that hangs. */
const TIME_LIMIT = 60_000;

/**
 * The message of a failure is the server's, if it gave one. It is 'An error occurred' for a reply
 * that is not OK and has none, and 'Network error occurred' if there is no reply or it is not JSON.
 * Otherwise it is empty, and the tool's own text is shown.
 */
export async function callApi(
  contract: Contract,
  input: unknown,
  signal?: AbortSignal,
  onPart?: OnPart,
): Promise<Outcome<unknown>> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api/${contract.name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(onPart && { accept: `${PARTS_TYPE}, application/json` }),
      },
      body: JSON.stringify(input),
      cache: "no-store",
      credentials: "omit",
      signal: withTimeLimit(signal),
    });
    body = onPart && response.headers.get("content-type") === PARTS_TYPE
      ? await lastOf(response, onPart)
      : await response.json();
  } catch {
    if (signal?.aborted) return failure("cancelled", TEXT.cancelled);
    return failure(navigator.onLine ? "network_error" : "offline", TEXT.networkError);
  }
  const envelope = isObject(body) ? body : {};
  if (!response.ok || envelope.success !== true) {
    const issues = Array.isArray(envelope.issues) ? envelope.issues.filter(isIssue) : [];
    const error = typeof envelope.error === "string" ? envelope.error : "";
    // The same text, but with the letters of the names and commands in it.
    const message = issues[0]?.message.toUpperCase() === error ? issues[0].message : error;
    return failure(
      // The server's codes are part of the closed set; an unknown one from elsewhere does no harm.
      typeof envelope.code === "string" ? envelope.code as ErrorCode : "http_error",
      message || (response.ok ? "" : TEXT.errorOccurred),
      issues,
    );
  }
  if (contract.envelope === "data") return { ok: true, value: envelope.data };
  const { success: _, ...value } = envelope;
  return { ok: true, value };
}

/** The whole answer, which is the last line of JSON; the parts before it go to `onPart`. */
async function lastOf({ body }: Response, onPart: OnPart): Promise<unknown> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return JSON.parse(rest);
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const said: unknown = JSON.parse(line);
      if (!isObject(said) || !isObject(said.part)) return said;
      onPart(said.part);
    }
  }
}

function withTimeLimit(signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(TIME_LIMIT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isIssue(value: unknown): value is Issue {
  return isObject(value) && typeof value.path === "string" && typeof value.message === "string";
}
