/** The development server: the app with hot reload on port 5173, and a proxy to the API. */
/// <reference lib="deno.ns" />
import { createServer, mergeConfig } from "vite";
import { POPUP_PATH } from "../src/page/documents.ts";
import config from "../vite.config.ts";

const API_PORT = "5174";
/** Documents other than the app's. The production build has only the first one. */
const DOCUMENTS = new Map([
  [POPUP_PATH, "/popup/index.html"],
  ["/dev/ui", "/dev/ui.html"],
  ["/dev/verdicts", "/dev/verdicts.html"],
]);
const root = new URL("../../", import.meta.url);

// The API also serves the built app, and does not start without a build.
const build = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", new URL("build.ts", import.meta.url).pathname, "--if-missing"],
});
if (!(await build.spawn().status).success) Deno.exit(1);

const api = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", "--watch", new URL("api/main.ts", root).pathname],
  env: { PORT: API_PORT },
}).spawn();

const server = await createServer(mergeConfig(config, {
  configFile: false,
  server: {
    proxy: {
      "/api": {
        target: `http://127.0.0.1:${API_PORT}`,
        // The documentation is a page of the app.
        bypass: (request: { url?: string; method?: string }) =>
          request.method === "GET" && request.url?.split("?")[0] === "/api/docs"
            ? "/index.html"
            : undefined,
      },
    },
  },
  plugins: [{
    name: "documents",
    configureServer({ middlewares }: { middlewares: { use(handler: Middleware): void } }) {
      middlewares.use((request, _response, next) => {
        const file = DOCUMENTS.get(request.url?.split("?")[0] ?? "");
        if (file) request.url = file;
        next();
      });
    },
  }],
}));
await server.listen();
server.printUrls();

type Middleware = (request: { url?: string }, response: unknown, next: () => void) => void;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    // SIGTERM would end the watched process, but not the watcher.
    api.kill("SIGKILL");
    await server.close();
    Deno.exit(0);
  });
}
