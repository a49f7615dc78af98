/**
 * Who may call the API from a web page (docs/decisions.md, "Limits of the API").
 *
 * Usually every origin may. A server that was allowed into a private network must not be steered by
 * any web site that one of its users visits: there CORS is off but for named origins, and the Host
 * header must name this server, so that DNS rebinding finds nothing.
 */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import { refusal } from "./envelope.ts";

/** Headers that a page of another origin may read. */
const EXPOSED = ["RateLimit", "RateLimit-Policy", "Retry-After"];

type Rules = Pick<Config, "allowPrivateNetwork" | "corsOrigins" | "publicHosts">;

/** CORS headers and preflights; none in a private network without named origins. */
export function crossOrigin(rules: Rules): MiddlewareHandler {
  const origins = rules.corsOrigins.length > 0 ? [...rules.corsOrigins] : "*";
  if (rules.allowPrivateNetwork && origins === "*") return async (_context, next) => await next();
  const preflight = cors({
    origin: origins,
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Content-Type"],
    exposeHeaders: EXPOSED,
    maxAge: 86_400,
  });
  const exposed = EXPOSED.join(",");
  return async (context, next) => {
    if (context.req.method === "OPTIONS") return await preflight(context, next);
    await next();
    // These headers are set after the answer: the library sets them before it, and Hono then makes a
    // second response that reads the body of the first through a stream.
    const { headers } = context.res;
    const allowed = origins === "*" ? "*" : allowedOrigin(origins, context.req.header("origin"));
    if (allowed !== null) headers.set("access-control-allow-origin", allowed);
    headers.set("access-control-expose-headers", exposed);
    if (origins !== "*") headers.append("vary", "Origin");
  };
}

function allowedOrigin(origins: readonly string[], origin: string | undefined): string | null {
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/** Refuses requests that were meant for another host name. */
export function hostGuard(rules: Rules): MiddlewareHandler {
  if (!rules.allowPrivateNetwork) return async (_context, next) => await next();
  const accepted = new Set(["localhost", ...rules.publicHosts]);
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!accepted.has(hostname) && !isLoopback(hostname)) {
      return refusal({ code: "forbidden" });
    }
    // A page of another origin is refused even where the browser would let a simple request out.
    const origin = context.req.header("origin");
    if (origin && !rules.corsOrigins.includes(origin)) {
      if (!URL.canParse(origin) || new URL(origin).host !== new URL(context.req.url).host) {
        return refusal({ code: "forbidden" });
      }
    }
    await next();
  };
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === "loopback";
}
