/** The server's start: environment, site, socket, and an orderly end. */
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createNetwork } from "./network/network.ts";
import { apiOperations } from "./operations.ts";
import { loadSite } from "./site.ts";

function configOrExit(): Config {
  try {
    return readConfig((name) => Deno.env.get(name));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}

const config = configOrExit();
const root = new URL("../", import.meta.url);
const site = await loadSite(new URL("dist/", root), new URL("dist-previous/", root));
const app = createApp({
  operations: apiOperations(createNetwork(config)),
  config,
  site,
  // The message of a fault may hold what a user sent; its name and place do not.
  onFault(name, fault) {
    const error = fault instanceof Error ? fault : new Error("not an Error");
    const place = error.stack?.split("\n").find((line) => line.trim().startsWith("at "))?.trim();
    console.error(JSON.stringify({ level: "error", operation: name, error: error.name, place }));
  },
});

const server = Deno.serve({
  hostname: config.host,
  port: config.port,
  onListen({ hostname, port }) {
    const host = hostname === "127.0.0.1" || hostname === "0.0.0.0" ? "localhost" : hostname;
    console.log(`SSL Tools is served on http://${host}:${port}`);
  },
}, app.fetch);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => {
    server.shutdown();
    // Whoever has not finished by then is cut off.
    Deno.unrefTimer(setTimeout(() => Deno.exit(0), 10_000));
  });
}
await server.finished;
Deno.exit(0);
