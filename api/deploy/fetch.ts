/**
 * Entry point where the platform owns the socket: Deno Deploy, or `deno serve api/deploy/fetch.ts`.
 * Pages, files and the API come from the same application as everywhere; deadlines for slow
 * connections, HOST and PORT are the platform's.
 */
import { assemble } from "../assemble.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";

const config = readConfig((name) => Deno.env.get(name));
const { app } = await assemble(config, createLog("info", (line) => console.log(line)));

export default {
  fetch: (request, { remoteAddr }) =>
    app.fetch(request, { address: "hostname" in remoteAddr ? remoteAddr.hostname : "" }),
} satisfies Deno.ServeDefaultExport;
