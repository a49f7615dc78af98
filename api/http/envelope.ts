/** The JSON envelope (docs/decisions.md, "The envelope"): the only place that writes an API answer. */
import type { Contract } from "../../core/kernel/contract.ts";
import type { Failure, ServerErrorCode } from "../../core/kernel/errors.ts";
import { errorText } from "./errors.ts";
import { STATUS } from "./errors.ts";
import * as TEXT from "../../core/texts.ts";

/** An answer as it crosses a thread: finished, so that nobody writes JSON on the thread that answers. */
export interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

/** The most bytes of an answer's body. A call that needs more has asked for too much at once. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** The success envelope around an operation's value. */
export function enveloped({ envelope }: Pick<Contract, "envelope">, value: unknown): object {
  return envelope === "top"
    ? { success: true, ...(value as object) }
    : { success: true, data: value };
}

/** 200 with the value under `data`, or beside `success` where the contract says so. */
export function successAnswer(contract: Contract, value: unknown): Answer {
  const answer = encode(200, JSON.stringify(enveloped(contract, value)));
  return isSmall(answer)
    ? answer
    : refusalAnswer({ code: "too_complex", message: TEXT.answerTooLarge });
}

type Refusal = Partial<Failure> & { code: ServerErrorCode };

/** The error envelope. Without a message it says what its code says, or that the server failed. */
export function refusalAnswer(parts: Refusal): Answer {
  const answer = encode(STATUS[parts.code], refusalBody(parts));
  return isSmall(answer) ? answer : refusalAnswer({ ...parts, issues: [] });
}

/**
 * The JSON text of a refusal. `error` is in upper case from its first to its last letter; the messages
 * of `issues` keep the letters of the names and commands in them.
 */
export function refusalBody({ code, message, issues = [] }: Refusal): string {
  const error = (message || errorText(code)).toUpperCase();
  return JSON.stringify({ success: false, error, code, issues });
}

/** 200 with data that no contract describes: the server's own. */
export function data(value: unknown): Response {
  return respond(encode(200, JSON.stringify({ success: true, data: value })));
}

/** The response to a request that is refused, with its code's status. */
export function refusal(parts: Refusal, headers: Record<string, string> = {}): Response {
  return respond(refusalAnswer(parts), headers);
}

/** The length is in the headers, so that the log has it without reading the body. */
export function respond({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { ...HEADERS, "content-length": String(body.length), ...headers },
  });
}

function encode(status: number, text: string): Answer {
  return { status, body: new TextEncoder().encode(text) };
}

function isSmall({ body }: Answer): boolean {
  return body.length <= MAX_ANSWER_BYTES;
}
