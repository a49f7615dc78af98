/**
 * Bundles the server's compute threads (api/compute/worker.ts) into one file, because a thread without
 * any permission cannot read modules.
 */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { dataModules } from "./data-modules.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes compute-worker.js into `outDir`. */
export async function buildComputeWorker(outDir: URL): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: at("../../"),
    cacheDir: at("../../.vite/cache"),
    publicDir: false,
    plugins: [dataModules()],
    // The target of a browser's worker: some libraries then use no Node modules.
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: at("../../api/compute/worker.ts"),
      outDir: fileURLToPath(outDir),
      target: "esnext",
      // Names stay readable, so that the log shows where an error occurred.
      minify: false,
      rolldownOptions: {
        // A function that a process calls. A module would be parsed a second time by Deno, which takes
        // 70 MB.
        output: {
          format: "iife",
          name: "compute",
          codeSplitting: false,
          entryFileNames: "compute-worker.js",
        },
      },
    },
  });
}
