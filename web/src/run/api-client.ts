/** Runs operations on the server: one POST request, whose envelope becomes an Outcome. */
import type { Contract } from "../../../core/kernel/contract.ts";
import { type ErrorCode, failure, type Issue, type Outcome } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";

/** Called with the fields of an answer that arrive before the rest. */
export type OnPart = (part: Record<string, unknown>) => void;

const PARTS_TYPE = "application/x-ndjson";

/** Milliseconds. The server's deadlines are shorter, so this only ends connections that hang. */
const TIME_LIMIT = 60_000;

/**
 * Returns the server's message for a failure if the response has one: `message`, or `error`, which is in
 * capitals, of a server that does not send it. Without a message it returns
 * 'An error occurred' for an error status, 'Network error occurred' for a missing or unreadable
 * response, and otherwise an empty message, which the caller replaces with the tool's own text.
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
    const message = stringOf(envelope.message) ?? stringOf(envelope.error) ?? "";
    return failure(
      // Our server sends codes of the closed set. An unknown code, such as a proxy's, does no harm.
      typeof envelope.code === "string" ? envelope.code as ErrorCode : "http_error",
      message || (response.ok ? "" : TEXT.errorOccurred),
      issues.map(({ path, message, text }) => ({ path, message: stringOf(text) ?? message })),
    );
  }
  if (contract.envelope === "data") return { ok: true, value: envelope.data };
  const { success: _, ...value } = envelope;
  return { ok: true, value };
}

/** Returns the last line of JSON, the whole answer, and passes the lines before it to `onPart`. */
async function lastOf({ body }: Response, onPart: OnPart): Promise<unknown> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return JSON.parse(rest);
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const message: unknown = JSON.parse(line);
      if (!isObject(message) || !isObject(message.part)) return message;
      onPart(message.part);
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

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** An issue of the API: `message` is in capitals, `text` is the same as a sentence. */
function isIssue(value: unknown): value is Issue & { text?: unknown } {
  return isObject(value) && typeof value.path === "string" && typeof value.message === "string";
}
