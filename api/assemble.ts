/** Assembles the application from the settings, in the same way for every deployment. */
import type { Hono } from "hono";
import { INLINE_LIMITS } from "../core/kernel/context.ts";
import { createApp, type Readiness } from "./app.ts";
import { ByteAccount } from "./byte-account.ts";
import { Allowance } from "./compute/allowance.ts";
import { AtOnce } from "./compute/at-once.ts";
import type { Compute } from "./compute/compute.ts";
import { inlineCompute } from "./compute/inline.ts";
import type { Link } from "./compute/link.ts";
import { MEMORY_OF_PROCESS, NoProcesses, Processes } from "./compute/processes.ts";
import { type Fault, faultOf } from "./compute/protocol.ts";
import { remoteCompute } from "./compute/remote.ts";
import { Schedule, scheduleLimits } from "./compute/schedule.ts";
import { SCRIPT, threadedCompute, threadSpawner } from "./compute/threads.ts";
import type { Config } from "./config.ts";
import type { Environment } from "./http/forwarded.ts";
import type { Log } from "./log.ts";
import { fileFetcher } from "./data/fetch-file.ts";
import { createLogLists, type LogLists } from "./data/log-lists.ts";
import { connectLists } from "./data/shared-lists.ts";
import { accessOf, createNetwork } from "./network/network.ts";
import { apiOperations } from "./operations.ts";
import { memoryQuota, type Quota, redisQuota } from "./http/quota.ts";
import { loadSite } from "./site.ts";
import type { Uncaught } from "./uncaught.ts";

interface Assembled {
  account: ByteAccount;
  app: Hono<Environment>;
  quota: Quota;
  compute: Compute;
  readiness: Readiness;
  lists: LogLists;
  /** The build that is served. */
  build: string;
}

/**
 * Rejects if the site has not been built. Operations run in processes if there is a launcher that can
 * start them (`link`), otherwise in threads, and on platforms without workers on the main thread.
 */
export async function assemble(
  config: Config,
  log: Log,
  { link, uncaught }: { link?: Link; uncaught?: Pick<Uncaught, "count"> } = {},
): Promise<Assembled> {
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
  const account = new ByteAccount();
  const onFetchFault = (thrown: unknown) => onFault("fetch", thrown);
  const network = createNetwork(config, { onFault: onFetchFault, account });
  const lists = createLogLists({
    sources: config.listSources,
    hours: config.dataRefreshHours,
    fetchFile: fileFetcher(accessOf(config, { onFault: onFetchFault })),
    shared: redisUrl && config.dataRefreshHours > 0 ? await connectLists(redisUrl) : null,
    log,
    onFault: onFetchFault,
  });
  const operations = apiOperations(network);
  const allowance = new Allowance(rateLimitPerMinute > 0 ? config.cpuSecondsPerMinute : 0);
  const atOnce = config.computeAtOnce && config.computeThreads > 0 ? new AtOnce() : undefined;
  await atOnce?.load();
  const compute = await startProcesses() ?? await startThreads() ??
    inlineCompute({ operations, limits: INLINE_LIMITS, onFault, lists });
  const readiness = { stopping: false };
  const app = createApp({
    ...{ operations, config, site, quota, account, compute, lists },
    ...{ log, onFault, readiness, uncaught },
  });
  return { app, quota, account, compute, readiness, lists, build: site.build };

  async function startProcesses(): Promise<Compute | null> {
    if (!link || config.computeThreads === 0) return null;
    const memory = config.computeMemory * 1024 * 1024;
    const wanted = Math.min(config.computeThreads, Math.floor(memory / MEMORY_OF_PROCESS));
    try {
      const code = await Deno.readFile(SCRIPT);
      const onEnd = (reason: string) => log.warn("process_replaced", { reason });
      const executor = await Processes.start({ link, count: wanted, memory, code, lists, onEnd });
      const schedule = new Schedule(scheduleLimits(executor.places));
      return remoteCompute({
        ...{ kind: "processes", wanted, executor },
        ...{ network, schedule, allowance, atOnce, onFault: note },
      });
    } catch (fault) {
      if (!(fault instanceof NoProcesses)) throw fault;
      return null;
    }
  }

  async function startThreads(): Promise<Compute | null> {
    const threads = config.computeThreads;
    if (threads === 0) return null;
    log.warn("no_processes", { effect: "operations run in threads, which cannot be stopped" });
    try {
      const spawn = await threadSpawner();
      if (spawn) {
        return await threadedCompute({
          ...{ threads, network, spawn, allowance, atOnce, lists },
          onFault: note,
        });
      }
    } catch (error) {
      onFault("start", error);
    }
    log.warn("no_threads");
    return null;
  }
}
