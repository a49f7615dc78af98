/** The server's start: environment, site, socket, and an orderly end. */
import { parseArgs } from "node:util";
import { operations } from "../core/operations.ts";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig, readLogLevel } from "./config.ts";
import { type HttpServer, listen } from "./http-server.ts";
import { bufferedSink, createLog, type Log, type LogLevel } from "./log.ts";
import { memoryQuota, type Quota, redisQuota } from "./quota.ts";
import { loadSite } from "./site.ts";

/** Whoever has not finished by then is cut off, so that the process ends within 10 seconds. */
const GRACE = 9_000;

const { config, level } = settingsOrExit();
const output = bufferedSink((bytes) => writeAll(bytes));
const log = createLog(level, output.sink);
const quota = await quotaFor(config, log);
const root = new URL("../", import.meta.url);
const site = await loadSite(new URL("dist/", root), new URL("dist-previous/", root));
const app = createApp({
  operations,
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

const server = await listenOrExit();
const shown = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(config.host)
  ? "localhost"
  : config.host;
console.log(`SSL Tools is served on http://${shown}:${server.port}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  await server.shutdown(GRACE);
  quota.close();
  log.info("stopped");
  await output.flush();
  Deno.exit(0);
}

function settingsOrExit(): { config: Config; level: LogLevel } {
  try {
    const { values } = parseArgs({ args: Deno.args, options: { "log-level": { type: "string" } } });
    return {
      config: readConfig((name) => Deno.env.get(name)),
      level: readLogLevel(values["log-level"]),
    };
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof TypeError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}

async function listenOrExit(): Promise<HttpServer> {
  try {
    return await listen(
      (request, peer) => app.fetch(request, peer),
      { hostname: config.host, port: config.port },
    );
  } catch (error) {
    const { code } = error as { code?: string };
    console.error(
      code === "EADDRINUSE"
        ? `PORT ${config.port} is in use: a free port is accepted, or 0 for any`
        : `HOST ${config.host} with PORT ${config.port} cannot be listened on (${code}): ` +
          "an address of this machine and a port that is allowed to this user are accepted",
    );
    Deno.exit(1);
  }
}

function quotaFor({ rateLimitPerMinute, redisUrl }: Config, log: Log): Promise<Quota> | Quota {
  return redisUrl && rateLimitPerMinute > 0
    ? redisQuota(rateLimitPerMinute, redisUrl, log)
    : memoryQuota(rateLimitPerMinute);
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += await Deno.stdout.write(bytes.subarray(written));
}
