/**
 * The limit of requests a minute for each client, and the headers that state it: RateLimit-Policy and
 * RateLimit as in draft-ietf-httpapi-ratelimit-headers-10, Retry-After as in RFC 9110, section 10.2.3.
 */
import type { MiddlewareHandler } from "hono";
import type { Environment } from "./environment.ts";
import { refusal } from "./envelope.ts";
import { type Quota, WINDOW_SECONDS } from "./quota.ts";

/** The policy's name in the headers; there is one. */
const POLICY = '"requests"';

/** Takes one request of the client's; refuses with `rate_limited` (429) where none is left. */
export function rateLimit(quota: Quota): MiddlewareHandler<Environment> {
  const policy = `${POLICY};q=${quota.limit};w=${WINDOW_SECONDS}`;
  return async (context, next) => {
    const { allowed, remaining, reset } = await quota.take(context.get("client"));
    const headers: Record<string, string> = {
      "ratelimit-policy": policy,
      "ratelimit": `${POLICY};r=${remaining};t=${reset}`,
    };
    if (!allowed) {
      headers["retry-after"] = String(reset);
      return refusal({ code: "rate_limited" }, headers);
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}
