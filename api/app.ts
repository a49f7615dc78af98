/** The HTTP application: an endpoint for each operation, the server's own endpoints, and the built site. */
import { type Context as HonoContext, Hono } from "hono";
import { DEVICE_LIMITS } from "../core/kernel/context.ts";
import type { Contract } from "../core/kernel/contract.ts";
import type { OnFault, Registry } from "../core/kernel/execute.ts";
import { openApiDocument } from "./docs/openapi.ts";
import { free, readBody } from "./http/body.ts";
import { clientKey } from "./http/forwarded.ts";
import { ByteAccount } from "./byte-account.ts";
import type { Compute, Demand } from "./compute/compute.ts";
import { inlineCompute } from "./compute/inline.ts";
import { Busy } from "./compute/schedule.ts";
import type { Config } from "./config.ts";
import { crossOrigin, hostGuard } from "./http/cross-origin.ts";
import { type Answer, data, refusal, respond } from "./http/envelope.ts";
import type { Environment } from "./http/forwarded.ts";
import { SECURITY_HEADERS } from "./http/headers.ts";
import { publishedData } from "./data/published.ts";
import type { LogLists } from "./data/log-lists.ts";
import { type Log, silentLog } from "./log.ts";
import { createMetrics, hasToken } from "./metrics.ts";
import { observe } from "./observe.ts";
import { inParts, wantsParts } from "./http/parts.ts";
import { memoryQuota, type Quota } from "./http/quota.ts";
import { rateLimit } from "./http/quota.ts";
import type { Site } from "./site.ts";
import type { Uncaught } from "./uncaught.ts";
import { VERSION } from "../core/version.ts";

export interface AppParts {
  operations: Registry;
  config: Pick<
    Config,
    | "allowPrivateNetwork"
    | "corsOrigins"
    | "metricsToken"
    | "publicHosts"
    | "rateLimitPerMinute"
    | "trustProxy"
  >;
  /** The log lists in use. Without them, only the built-in ones are. */
  lists?: LogLists;
  /** The built app. Without it, only the API is served. */
  site?: Site;
  /** Counts requests; by default in this process. */
  quota?: Quota;
  /** Counts the bytes that are kept for clients. */
  account?: ByteAccount;
  /** Runs operations; by default on this thread, with the budgets of a device. */
  compute?: Compute;
  /** Whether the server has got a signal to stop. */
  readiness?: Readiness;
  log?: Log;
  onFault?: OnFault;
  /** Counts the faults that nothing caught. The metrics show it. */
  uncaught?: Pick<Uncaught, "count">;
}

export interface Readiness {
  stopping: boolean;
}

type Handled = HonoContext<Environment>;

const HEALTH = "/api/health";
const READY = "/api/ready";
const METRICS = "/api/metrics";
const OPENAPI = "/api/openapi.json";
/** Seconds after which a request that found no room for its bytes is sent again. */
const BYTES_RETRY = 2;
/** A page below /api, which the site serves. */
const DOCS = "/api/docs";
/** The site redirects this path to the page. */
const DOCS_SLASH = `${DOCS}/`;

/**
 * Creates the application: limits, the API, its documentation, pages and errors. It opens no socket.
 */
export function createApp({
  operations,
  config,
  lists,
  site,
  quota = memoryQuota(config.rateLimitPerMinute),
  log = silentLog,
  onFault,
  account = new ByteAccount(),
  compute = inlineCompute({ operations, limits: DEVICE_LIMITS, onFault }),
  readiness = { stopping: false },
  uncaught,
}: AppParts): Hono<Environment> {
  const app = new Hono<Environment>();
  const started = performance.now();
  const build = site?.build ?? null;
  const metrics = createMetrics(compute, account, { lists, uncaught, build });
  const published = lists && publishedData(lists);
  const bindings = [...operations.values()].filter(({ contract }) => contract.runs !== "device");
  const pathOf = ({ name }: Contract) => `/api/${name}`;

  app.use("*", async (context, next) => {
    const forwarded = context.req.header("x-forwarded-for");
    context.set("client", clientKey(context.env?.address, forwarded, config.trustProxy));
    await next();
  });
  app.use(
    "*",
    observe(
      log,
      metrics,
      new Set([
        ...bindings.map(({ contract }) => pathOf(contract)),
        HEALTH,
        READY,
        METRICS,
        OPENAPI,
        DOCS,
      ]),
      { build, isBehindProxy: config.trustProxy > 0 },
    ),
  );

  app.use("/api/*", async (context, next) => {
    if (isDocsPage(context.req)) return await next();
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS.api)) {
      context.res.headers.set(name, value);
    }
  });

  // Comes before the cross-origin rules, because pages of other sites must not read metrics.
  app.get(METRICS, async ({ req, body }, next) => {
    if (
      config.metricsToken === null || !hasToken(req.header("authorization"), config.metricsToken)
    ) {
      return await next();
    }
    return body(await metrics.render(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
  });

  const shared = crossOrigin(config);
  app.use("/api/*", (context, next) => (
    context.req.path === METRICS || isDocsPage(context.req) ? next() : shared(context, next)
  ));
  app.use("/api/*", hostGuard(config));

  app.get(HEALTH, async () =>
    data({
      status: "ok",
      version: VERSION,
      build,
      uptime: Math.floor((performance.now() - started) / 1000),
      store: quota.store(),
      compute: { kind: compute.kind, threads: compute.threads, working: compute.working },
      data: await lists?.status() ?? [],
    }));

  app.get(READY, () => {
    if (!readiness.stopping && (compute.threads === 0 || compute.working > 0)) {
      return data({ status: "ready" });
    }
    const message = readiness.stopping ? "The server is stopping" : "The server is starting";
    return refusal({ code: "busy", message }, { "retry-after": "1" });
  });

  if (quota.limit > 0) {
    const limited = rateLimit(quota);
    app.use("/api/*", (context, next) => (
      isDocsPage(context.req) ? next() : limited(context, next)
    ));
  }

  if (config.metricsToken !== null) {
    app.get(METRICS, () => refusal({ code: "unauthorized" }, { "www-authenticate": "Bearer" }));
  }

  let description: string | undefined;
  app.get(OPENAPI, async () => {
    description ??= JSON.stringify(await describe());
    return new Response(description, {
      headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" },
    });
  });
  for (const path of [HEALTH, READY, OPENAPI]) app.all(path, () => methodNotAllowed("GET, HEAD"));

  for (const { contract } of bindings) {
    app.post(pathOf(contract), (context) => perform(contract, context));
    app.all(pathOf(contract), () => methodNotAllowed("POST, OPTIONS"));
  }

  app.all("/api/*", ({ req }) => {
    if (req.path === DOCS || req.path === DOCS_SLASH) return page(req.raw);
    return refusal({ code: "endpoint_not_found" });
  });
  app.all("/api", () => refusal({ code: "endpoint_not_found" }));
  app.all("*", ({ req }) => page(req.raw));

  app.onError((error) => {
    onFault?.("http", error);
    return refusal({ code: "internal" });
  });

  async function describe(): Promise<unknown> {
    const answers = await import("../core/example-answers.json", { with: { type: "json" } });
    return openApiDocument(bindings, {
      version: VERSION,
      rateLimit: quota.limit,
      answers: new Map(Object.entries(answers.default)),
    });
  }

  async function perform(contract: Contract, context: Handled): Promise<Response> {
    const request = context.req.raw;
    const client = context.get("client");
    const body = await readBody(
      request,
      (bytes, onGivenUp) => account.hold(client, bytes, onGivenUp),
      { arrive: context.env?.arrive },
    );
    if (!body.ok) {
      return body.error.code === "busy" ? whole(new Busy(BYTES_RETRY)) : refusal(body.error);
    }
    const { bytes, held } = body.value;
    const run = async (onPart?: Demand["onPart"]) => {
      try {
        const answer = await compute.run(contract, {
          body: bytes,
          client,
          signal: () => AbortSignal.any([request.signal, held.signal]),
          onPart,
        });
        return held.isGivenUp ? new Busy(BYTES_RETRY) : answer;
      } finally {
        held.release();
        free(bytes);
      }
    };
    return wantsParts(request) ? await inParts(run, whole) : whole(await run());
  }

  function whole(answer: Answer | Busy): Response {
    if (!(answer instanceof Busy)) return respond(answer);
    return refusal({ code: answer.code }, { "retry-after": String(answer.retryAfter) });
  }

  function page(request: Request): Response {
    if (!isRead(request.method)) return methodNotAllowed("GET, HEAD");
    return published?.(request) ?? site?.respond(request) ??
      refusal({ code: "endpoint_not_found" });
  }

  return app;
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function isDocsPage({ method, path }: { method: string; path: string }): boolean {
  return isRead(method) && (path === DOCS || path === DOCS_SLASH);
}

function methodNotAllowed(allow: string): Response {
  return refusal({ code: "method_not_allowed" }, { allow });
}
