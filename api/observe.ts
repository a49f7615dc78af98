/** Gives each request an ID, and records it in the log and in the metrics. */
import { createHmac } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Environment } from "./http/forwarded.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** The most characters of a path in the log. The client chooses the path; its query is not logged. */
const MAX_PATH = 200;

/** An ID that a proxy hands in: no character that a log, a terminal or a header would read. */
const HANDED_ID = /^[\w.:-]{8,128}$/;

interface Observed {
  /** The build, named in each answer; null without a built site. */
  build: string | null;
  /** Whether a proxy of ours is in front, which may have given the request an ID. */
  isBehindProxy: boolean;
}

/** Records each request. `routes` are the paths that the metrics name. */
export function observe(
  log: Log,
  metrics: Metrics,
  routes: ReadonlySet<string>,
  { build, isBehindProxy }: Observed,
): MiddlewareHandler<Environment> {
  // With a random key, the log shows which requests came from the same client, but not its address.
  const key = crypto.getRandomValues(new Uint8Array(32));
  const hash = (client: string) =>
    createHmac("sha256", key).update(client).digest("hex").slice(0, 12);

  return async (context, next) => {
    const started = performance.now();
    const handed = isBehindProxy ? context.req.header("x-request-id") : undefined;
    const id = handed !== undefined && HANDED_ID.test(handed) ? handed : crypto.randomUUID();
    await next();
    const { method, path } = context.req;
    const duration = performance.now() - started;
    context.res.headers.set("x-request-id", id);
    if (build !== null) context.res.headers.set("x-build", build);
    const route = routes.has(path) ? path : path.startsWith("/api/") ? "/api/other" : "/";
    metrics.observe(method, route, context.res.status, duration / 1000);
    log.info("request", () => {
      const length = context.res.headers.get("content-length");
      return {
        id,
        method: method.slice(0, 16),
        path: path.slice(0, MAX_PATH),
        status: context.res.status,
        ms: Math.round(duration * 10) / 10,
        bytes: length === null ? null : Number(length),
        client: hash(context.get("client")),
      };
    });
  };
}
