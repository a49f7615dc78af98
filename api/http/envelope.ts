/** The JSON envelope of the API (docs/decisions.md, "The envelope"). Every answer is made here. */
import type { Contract } from "../../core/kernel/contract.ts";
import type { Failure, ServerErrorCode } from "../../core/kernel/errors.ts";
import { inCapitals } from "../../core/kernel/texts.ts";
import { errorText } from "./errors.ts";
import { STATUS } from "./errors.ts";
import * as TEXT from "../../core/texts.ts";

/** A finished answer. Compute threads encode the body, so that the main thread does not have to. */
export interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

/** The most bytes of an answer's body. A longer one becomes the error `too_complex`. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** An operation's value in the success envelope. */
export function enveloped({ envelope }: Pick<Contract, "envelope">, value: unknown): object {
  return envelope === "top"
    ? { success: true, ...(value as object) }
    : { success: true, data: value };
}

/** 200 with the value in `data`, or in the top level if the contract says so. */
export function successAnswer(contract: Contract, value: unknown): Answer {
  const answer = encode(200, JSON.stringify(enveloped(contract, value)));
  return isSmall(answer)
    ? answer
    : refusalAnswer({ code: "too_complex", message: TEXT.answerTooLarge });
}

type Refusal = Partial<Failure> & { code: ServerErrorCode };

/** The error envelope. Without a message, it has the text of its code. */
export function refusalAnswer(parts: Refusal): Answer {
  const answer = encode(STATUS[parts.code], refusalBody(parts));
  return isSmall(answer) ? answer : refusalAnswer({ ...parts, issues: [] });
}

/**
 * The JSON text of a refusal. `error` and the messages of `issues` are in capitals, as specified. Where the
 * sentence of a page differs, it is in `message` and `text`.
 */
export function refusalBody({ code, message: given, issues: faults = [] }: Refusal): string {
  const sentence = given || errorText(code);
  const error = inCapitals(sentence);
  const message = sentence === error ? undefined : sentence;
  const issues = faults.map(({ path, message: text }) => {
    const message = inCapitals(text);
    return text === message ? { path, message } : { path, message, text };
  });
  return JSON.stringify({ success: false, error, message, code, issues });
}

/** 200 with data of the server itself, which no contract describes. */
export function data(value: unknown): Response {
  return respond(encode(200, JSON.stringify({ success: true, data: value })));
}

/** The response to a refused request, with the status of its code. */
export function refusal(parts: Refusal, headers: Record<string, string> = {}): Response {
  return respond(refusalAnswer(parts), headers);
}

/** An answer as a response. The content-length header lets the log know the size of the body. */
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
