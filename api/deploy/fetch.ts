/**
 * Entry point where the platform owns the socket: Deno Deploy, or `deno serve api/deploy/fetch.ts`.
 * Pages, files and the API come from the same application as everywhere; deadlines for slow
 * connections, HOST and PORT are the platform's.
 */
import { assemble } from "../assemble.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";

const config = readConfig((name) => Deno.env.get(name));
const { app, compute } = await assemble(config, createLog("info", (line) => console.log(line)));

// `deno serve` ends when what is under way has ended, and waits for threads for ever.
if (compute.threads > 0) {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => compute.close());
  }
}

export default {
  fetch: (request, { remoteAddr }) =>
    app.fetch(request, { address: "hostname" in remoteAddr ? remoteAddr.hostname : "" }),
} satisfies Deno.ServeDefaultExport;
