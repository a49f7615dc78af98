/**
 * Which web pages may call the API (docs/decisions.md, "Limits of the API").
 *
 * By default pages of every origin may. A server with access to a private network must not be
 * controlled by any web site that one of its users visits. There, CORS is allowed only for configured
 * origins, and the Host header must name this server, which prevents DNS rebinding.
 */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import { refusal } from "./envelope.ts";

/** Headers that a page of another origin may read. */
const EXPOSED = ["RateLimit", "RateLimit-Policy", "Retry-After"];

type Rules = Pick<Config, "allowPrivateNetwork" | "corsOrigins" | "publicHosts">;

/** Sets CORS headers and answers preflights; does neither in a private network without named origins. */
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
    // Set these headers on the answer. The library sets them before there is one, and Hono then creates
    // a second response that reads the body of the first through a stream.
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

/** Refuses requests for other host names. */
export function hostGuard(rules: Rules): MiddlewareHandler {
  if (!rules.allowPrivateNetwork) return async (_context, next) => await next();
  const accepted = new Set(["localhost", ...rules.publicHosts]);
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!accepted.has(hostname) && !isLoopback(hostname)) {
      return refusal({ code: "forbidden" });
    }
    // Refuse a page of another origin, even for simple requests, which browsers send without preflight.
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
