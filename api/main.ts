/** Starts the server: reads the settings, assembles the application, listens, and shuts down on a signal. */
import { parseArgs } from "node:util";
import { assemble } from "./assemble.ts";
import { type Config, ConfigError, loggedSettings, readConfig, readLogLevel } from "./config.ts";
import { LAUNCHED, linkToLauncher } from "./compute/link.ts";
import { connectionsWithin } from "./http/connections.ts";
import { listenProblem } from "./http/listen-problem.ts";
import { type HttpServer, listen, SERVER_LIMITS } from "./http/server.ts";
import { bufferedSink, createLog, type LogLevel } from "./log.ts";
import { Uncaught } from "./uncaught.ts";
import { VERSION } from "../core/version.ts";

/** Milliseconds for requests after the end of listening, so that the process ends within 10 seconds. */
const GRACE = 9_000;

const { config, level, launched } = settingsOrExit();
const output = bufferedSink(writeAll);
const log = createLog(level, output.sink);
const uncaught = new Uncaught((fault) => log.error("fault", { ...fault }));
let stopping = false;
const link = launched ? linkToLauncher(onLauncherLost) : undefined;
const { app, quota, account, compute, readiness, lists, build } = await assemble(config, log, {
  link,
  uncaught,
});
const server = await listenOrExit();
uncaught.survive();
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
if (config.siteUrl === null && config.trustProxy === 0) {
  console.error(
    "Canonical links are relative and there is no sitemap: for search engines and social cards, " +
      "set SITE_URL to the site's address, or TRUST_PROXY behind a proxy",
  );
}
// This is the last step of the start, so a program that reads this line may send a signal.
const shown = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(config.host)
  ? "localhost"
  : config.host;
lists.start();
const url = `http://${shown}:${server.port}`;
log.info("started", {
  ...{ version: VERSION, build, url, compute: compute.kind, working: compute.working },
  ...loggedSettings(config),
});
// On stderr, because stdout has the log in JSON.
console.error(`SSL Tools is served on ${url}`);

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  readiness.stopping = true;
  if (config.drainSeconds > 0) {
    log.info("draining");
    await new Promise((resolve) => setTimeout(resolve, config.drainSeconds * 1000));
  }
  log.info("stopping");
  try {
    await server.shutdown(GRACE);
    quota.close();
    compute.close();
    lists.close();
    log.info("stopped");
  } finally {
    // A fault must not keep the process from ending.
    await output.flush();
    Deno.exit(0);
  }
}

/** Without its launcher, the server could not limit a process any more. The processes end with it. */
function onLauncherLost(): void {
  if (stopping) return;
  console.error("The launcher has ended, and so does the server");
  Deno.exit(1);
}

function settingsOrExit(): { config: Config; level: LogLevel; launched: boolean } {
  try {
    const { values } = parseArgs({
      args: Deno.args,
      options: { "log-level": { type: "string" }, [LAUNCHED]: { type: "boolean" } },
    });
    return {
      launched: values[LAUNCHED] === true,
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
  const file = new URL("../dist/site.json", import.meta.url);
  const files = connectionsWithin(file, SERVER_LIMITS.connections);
  if (files.connections < SERVER_LIMITS.connections) log.warn("few_files", { ...files });
  try {
    return await listen(
      (request, peer) => app.fetch(request, peer),
      {
        hostname: config.host,
        port: config.port,
        limits: { ...SERVER_LIMITS, ...files },
        account,
        trustProxy: config.trustProxy,
      },
    );
  } catch (error) {
    console.error(listenProblem(config, error));
    Deno.exit(1);
  }
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += await Deno.stdout.write(bytes.subarray(written));
}
