/** The HTTP application: a loop over the registry, and the built site behind it. */
import { Hono } from "hono";
import { execute, type OnFault, type Registry } from "../core/execute.ts";
import { TEXT } from "../core/texts.ts";
import { readJsonObject } from "./body.ts";
import type { Config } from "./config.ts";
import { crossOrigin, hostGuard } from "./cross-origin.ts";
import { refusal, success } from "./envelope.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { requestContext } from "./request-context.ts";
import type { Site } from "./site.ts";

export interface AppParts {
  operations: Registry;
  config: Pick<Config, "allowPrivateNetwork" | "corsOrigins" | "publicHosts">;
  /** The built app; without one only the API answers. */
  site?: Site;
  onFault?: OnFault;
}

/** Pages below /api: a GET of them is the site's, not the API's. */
const API_PAGES: readonly string[] = ["/api/docs"];

export function createApp({ operations, config, site, onFault }: AppParts): Hono {
  const app = new Hono();

  app.use("/api/*", async (context, next) => {
    if (isRead(context.req.method) && API_PAGES.includes(context.req.path)) return await next();
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS.api)) {
      context.res.headers.set(name, value);
    }
  });
  app.use("/api/*", crossOrigin(config), hostGuard(config));

  for (const { contract } of operations.values()) {
    if (contract.runs === "device") continue;
    const path = `/api/${contract.name}`;
    app.post(path, async ({ req }) => {
      const body = await readJsonObject(req.raw);
      if (!body.ok) return refusal(body.error);
      const outcome = await execute(
        operations,
        contract.name,
        body.value,
        requestContext(req.raw),
        onFault,
      );
      return outcome.ok ? success(contract, outcome.value) : refusal(outcome.error);
    });
    app.all(path, () => methodNotAllowed("POST, OPTIONS"));
  }

  app.all("/api/*", ({ req }) => {
    if (API_PAGES.includes(req.path)) return page(req.raw);
    return refusal({ code: "endpoint_not_found", message: TEXT.endpointNotFound });
  });
  app.all("/api", () => refusal({ code: "endpoint_not_found", message: TEXT.endpointNotFound }));
  app.all("*", ({ req }) => page(req.raw));

  app.onError((error) => {
    onFault?.("http", error);
    return refusal({ code: "internal" });
  });

  function page(request: Request): Response {
    if (!isRead(request.method)) return methodNotAllowed("GET, HEAD");
    return site?.respond(request) ??
      refusal({ code: "endpoint_not_found", message: TEXT.endpointNotFound });
  }

  return app;
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function methodNotAllowed(allow: string): Response {
  return refusal({ code: "method_not_allowed", message: TEXT.methodNotAllowed }, { allow });
}
