/** The JSON envelope of decisions.md, section 2: the only place that writes an API answer. */
import type { Contract } from "../core/contract.ts";
import type { Failure, ServerErrorCode } from "../core/errors.ts";
import { errorText } from "../core/error-texts.ts";
import { enveloped } from "../core/openapi.ts";
import { STATUS } from "../core/status.ts";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** 200 with the value under `data`, or beside `success` where the contract says so. */
export function success(contract: Contract, value: unknown): Response {
  return answer(JSON.stringify(enveloped(contract, value)));
}

/** 200 with data that no contract describes: the server's own. */
export function data(value: unknown): Response {
  return answer(JSON.stringify({ success: true, data: value }));
}

/** The length stands in the headers, so that the log can tell it without reading the body. */
function answer(body: string, status = 200, headers: Record<string, string> = {}): Response {
  const bytes = new TextEncoder().encode(body);
  return new Response(bytes, {
    status,
    headers: { ...HEADERS, "content-length": String(bytes.length), ...headers },
  });
}

type Refusal = Partial<Failure> & { code: ServerErrorCode };

/** The error envelope. Without a message it says what its code says, or that the server failed. */
export function refusal(parts: Refusal, headers: Record<string, string> = {}): Response {
  return answer(refusalBody(parts), STATUS[parts.code], headers);
}

export function refusalBody({ code, message, issues = [] }: Refusal): string {
  return JSON.stringify({ success: false, error: message || errorText(code), code, issues });
}
