/** The JSON envelope of decisions.md, section 2: the only place that writes an API answer. */
import type { Contract } from "../core/contract.ts";
import type { Failure, ServerErrorCode } from "../core/errors.ts";
import { TEXT } from "../core/texts.ts";
import { STATUS } from "./status.ts";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** 200 with the value under `data`, or beside `success` where the contract says so. */
export function success(contract: Contract, value: unknown): Response {
  const body = contract.envelope === "top"
    ? { success: true, ...(value as Record<string, unknown>) }
    : { success: true, data: value };
  return new Response(JSON.stringify(body), { headers: HEADERS });
}

/** The error envelope. An operation that failed without a message is a server error in words. */
export function refusal(
  { code, message, issues = [] }: Partial<Failure> & { code: ServerErrorCode },
  headers: Record<string, string> = {},
): Response {
  const error = message || TEXT.internal;
  return new Response(JSON.stringify({ success: false, error, code, issues }), {
    status: STATUS[code],
    headers: { ...HEADERS, ...headers },
  });
}
