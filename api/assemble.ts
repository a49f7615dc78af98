/** The application with everything around it, made from the settings: the same in every deployment. */
import type { Hono } from "hono";
import { createApp, type Environment } from "./app.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { createNetwork } from "./network/network.ts";
import { apiOperations } from "./operations.ts";
import { memoryQuota, type Quota, redisQuota } from "./quota.ts";
import { loadSite } from "./site.ts";

export interface Assembled {
  app: Hono<Environment>;
  quota: Quota;
}

export async function assemble(config: Config, log: Log): Promise<Assembled> {
  const root = new URL("../", import.meta.url);
  const site = await loadSite(new URL("dist/", root), {
    previous: new URL("dist-previous/", root),
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
  });
  const { rateLimitPerMinute, redisUrl } = config;
  const quota = redisUrl && rateLimitPerMinute > 0
    ? await redisQuota(rateLimitPerMinute, redisUrl, log)
    : memoryQuota(rateLimitPerMinute);
  const app = createApp({
    operations: apiOperations(createNetwork(config)),
    config,
    site,
    quota,
    log,
    // The message of a fault may hold what a user sent; its name and place do not.
    onFault(operation, fault) {
      const error = fault instanceof Error ? fault : new Error("not an Error");
      const place = error.stack?.split("\n").find((line) => line.trim().startsWith("at "))?.trim();
      log.error("fault", { operation, error: error.name, place });
    },
  });
  return { app, quota };
}
