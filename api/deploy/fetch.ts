/**
 * The entry point for platforms that own the socket: Deno Deploy, or `deno serve api/deploy/fetch.ts`.
 * The application is the same, but the platform determines deadlines for slow connections, the host
 * and the port.
 */
import { assemble } from "../assemble.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";

const config = readConfig((name) => Deno.env.get(name));
const { app, compute, lists } = await assemble(
  config,
  createLog("info", (line) => console.log(line)),
);
lists.start();

// `deno serve` ends after the last request, but waits for ever for threads that are not closed.
if (compute.threads > 0) {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      compute.close();
      lists.close();
    });
  }
}

export default {
  fetch: (request, { remoteAddr }) =>
    app.fetch(request, { address: "hostname" in remoteAddr ? remoteAddr.hostname : "" }),
} satisfies Deno.ServeDefaultExport;
