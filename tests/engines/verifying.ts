/**
 * Wycheproof's vectors in an engine's worker. Operations take whole requests and certificates, so
 * the built worker cannot verify a bare signature: the code that verifies is bundled for this test.
 */
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import type { VectorGroup } from "../support/wycheproof.ts";
import type { Page } from "./page.ts";

/** Bundled once for all engines. */
let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL("verifying-worker.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root: fileURLToPath(new URL("../../", import.meta.url)),
    cacheDir: fileURLToPath(new URL("../../.vite/cache", import.meta.url)),
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output: [chunk] }] = built as Rolldown.RolldownOutput[];
  return chunk.code;
}

/** Returns the result of `differing` in the page's engine. */
export async function differingIn(page: Page, groups: readonly VectorGroup[]): Promise<unknown[]> {
  const script = await (bundled ??= bundle());
  const listening = Promise.withResolvers<number>();
  await using _server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => listening.resolve(port),
  }, (request) => {
    const isScript = new URL(request.url).pathname === "/worker.js";
    const type = isScript ? "text/javascript" : "text/html";
    const text = isScript ? script : "<!doctype html><title>Vectors</title>";
    return new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
  // On localhost, where WebCrypto is available without https.
  await page.driver.goto(`http://localhost:${await listening.promise}/`);
  const answer = await page.evaluate(
    (vectors) =>
      new Promise<string>((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message || "the worker failed"));
        worker.postMessage(vectors);
      }),
    JSON.stringify(groups),
  );
  return JSON.parse(answer);
}
