/**
 * Bundles the server's threads that compute (api/compute/worker.ts) into one file: they run without
 * any permission, and so cannot read a module of their own.
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
    // A thread is a worker like a browser's: what asks for Node's modules there does without them.
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: at("../../api/compute/worker.ts"),
      outDir: fileURLToPath(outDir),
      target: "esnext",
      // Names stay: the log tells the place of a fault by them.
      minify: false,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: "compute-worker.js" },
      },
    },
  });
}
