/**
 * Builds the app into `dist`. With --if-needed it builds only if a source file has changed since the
 * last build, with --if-missing only if `dist` does not exist.
 *
 * It builds in another folder and then replaces `dist`, so a running server never sees half a build.
 * The hashed assets of the previous build stay in `dist-previous/assets` for pages that are still
 * open.
 */
/// <reference lib="deno.ns" />
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, mergeConfig, minifySync } from "vite";
import { pages } from "../src/app/routing/pages.ts";
import { POPUP_PATH } from "../src/page/documents.ts";
import config, { OUTPUT as staging } from "../vite.config.ts";
import { buildComputeWorker } from "./compute-worker.ts";
import { moduleList } from "./module-list.ts";
import { references } from "./reference/references.ts";
import { PLACEHOLDER_ORIGIN, prerender } from "./prerender.ts";
import { type BuildRecord, hashSources, listFiles, readRecord } from "./sources.ts";

const root = new URL("../../", import.meta.url);
const dist = new URL("dist/", root);
const previous = new URL("dist-previous/", root);
const renderer = new URL(".vite/renderer/", root);

const COMPRESSED = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
/** Bytes. Compressing a smaller file saves less than the extra headers cost. */
const COMPRESS_FROM = 512;

const sources = await hashSources();
const built = await readRecord();
if (
  Deno.args.includes("--if-needed") && built?.sources === sources ||
  Deno.args.includes("--if-missing") && built
) {
  console.log("The app is built already.");
} else {
  await buildApp();
}

async function buildApp(): Promise<void> {
  console.log("Building the app. This takes 10 to 60 seconds.");
  await remove(staging);
  await build(mergeConfig(config, {
    configFile: false,
    // Its warnings name modules of Node and how long plugins take. A fault ends the build.
    logLevel: "error",
    plugins: [moduleList(), prerender(config, renderer)],
  }));
  // The server needs the addresses of pages (all others get status 404), and the placeholder that it
  // replaces with its origin.
  await writeJson("site.json", {
    routes: [
      ...pages.map(({ path }) => path),
      ...(await references()).map(({ page }) => page.path),
      POPUP_PATH,
    ],
    placeholderOrigin: PLACEHOLDER_ORIGIN,
  });
  await minifyEarly(new URL("early.js", staging));
  await compress(staging);
  await buildComputeWorker(new URL("server/", staging));
  const record: BuildRecord = { sources, builtAt: new Date().toISOString() };
  await writeJson("build.json", record);
  await replaceDist();
  console.log("Built into dist.");
}

/** Minifies the script that blocks the first paint. The bundler copies it as it is. */
async function minifyEarly(file: URL): Promise<void> {
  const { code, errors } = minifySync("early.js", await Deno.readTextFile(file));
  if (errors.length > 0) throw new Error(errors[0].message);
  await Deno.writeTextFile(file, code);
}

async function replaceDist(): Promise<void> {
  // A second build of the same sources must not remove the assets of the previous version.
  if (built && built.sources !== sources) {
    await remove(previous);
    await Deno.mkdir(previous);
    await Deno.rename(new URL("assets/", dist), new URL("assets/", previous));
  }
  await remove(dist);
  await Deno.rename(staging, dist);
}

async function writeJson(name: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(new URL(name, staging), JSON.stringify(value, null, 2) + "\n");
}

async function remove(directory: URL): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Whether a file has the origin of the site. The server writes it, and then compresses the file. */
function hasPlaceholder(content: Uint8Array): boolean {
  return new TextDecoder().decode(content).includes(PLACEHOLDER_ORIGIN);
}

/** Writes a .br and a .gz copy of the other text files of at least `COMPRESS_FROM` bytes. */
async function compress(directory: URL): Promise<void> {
  const files = (await listFiles(directory)).filter((file) => COMPRESSED.test(file.pathname));
  await Promise.all(files.map(async (file) => {
    const content = await Deno.readFile(file);
    if (content.length < COMPRESS_FROM || hasPlaceholder(content)) return;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    await Deno.writeFile(new URL(`${file.href}.br`), br);
    await Deno.writeFile(new URL(`${file.href}.gz`), gz);
  }));
}
