/** What is known of each request afterwards: its id, one line in the log, its place in the metrics. */
import { createHmac } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Environment } from "./http/forwarded.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Characters of a path in the log: it is the caller's, so it is cut and has no query. */
const MAX_PATH = 200;

/** Notes each request, with `routes` as the paths that the metrics may name. */
export function observe(
  log: Log,
  metrics: Metrics,
  routes: ReadonlySet<string>,
): MiddlewareHandler<Environment> {
  // A key of this process alone: the log shows which requests one client made, not who it is.
  const key = crypto.getRandomValues(new Uint8Array(32));
  const hash = (client: string) =>
    createHmac("sha256", key).update(client).digest("hex").slice(0, 12);

  return async (context, next) => {
    const started = performance.now();
    const id = crypto.randomUUID();
    await next();
    const { method, path } = context.req;
    const duration = performance.now() - started;
    context.res.headers.set("x-request-id", id);
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
