/**
 * Bundles the server's compute threads (api/compute/worker.ts) into one file: they run without any
 * permission, and so cannot read modules of their own.
 */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { dataModules } from "./data-modules.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `outDir`: gets compute-worker.js and nothing else. */
export async function buildComputeWorker(outDir: URL): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    root: at("../../"),
    cacheDir: at("../../.vite/cache"),
    publicDir: false,
    plugins: [dataModules()],
    // Built as for a browser's worker: libraries that can do without Node's modules then do without
    // them.
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: at("../../api/compute/worker.ts"),
      outDir: fileURLToPath(outDir),
      target: "esnext",
      // Names are kept, so that the log can say where a fault occurred.
      minify: false,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: "compute-worker.js" },
      },
    },
  });
}
