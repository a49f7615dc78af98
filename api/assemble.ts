/** Assembles the application from the settings, in the same way for every deployment. */
import type { Hono } from "hono";
import { INLINE_LIMITS } from "../core/kernel/context.ts";
import { createApp } from "./app.ts";
import type { Compute } from "./compute/compute.ts";
import { inlineCompute } from "./compute/inline.ts";
import { type Fault, faultOf } from "./compute/protocol.ts";
import { threadSpawner } from "./compute/threads.ts";
import { threadedCompute } from "./compute/threads.ts";
import type { Config } from "./config.ts";
import type { Environment } from "./http/forwarded.ts";
import type { Log } from "./log.ts";
import { createNetwork } from "./network/network.ts";
import { apiOperations } from "./operations.ts";
import { memoryQuota, type Quota, redisQuota } from "./http/quota.ts";
import { loadSite } from "./site.ts";

interface Assembled {
  app: Hono<Environment>;
  quota: Quota;
  compute: Compute;
}

/**
 * Rejects if the site has not been built. On platforms without workers, operations run on the main
 * thread.
 */
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
  const note = (fault: Fault) => log.error("fault", { ...fault });
  const onFault = (operation: string, thrown: unknown) => note(faultOf(operation, thrown));
  const network = createNetwork(config, { onFault: (thrown) => onFault("fetch", thrown) });
  const operations = apiOperations(network);
  const compute = await startThreads() ??
    inlineCompute({ operations, limits: INLINE_LIMITS, onFault });
  const app = createApp({ operations, config, site, quota, compute, log, onFault });
  return { app, quota, compute };

  async function startThreads(): Promise<Compute | null> {
    const threads = config.computeThreads;
    if (threads === 0) return null;
    try {
      const spawn = await threadSpawner();
      if (spawn) return await threadedCompute({ threads, network, spawn, onFault: note });
    } catch (error) {
      onFault("start", error);
    }
    log.warn("no_threads");
    return null;
  }
}
