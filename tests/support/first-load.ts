/** The bytes that the built documents transfer before they can be used. */
import { brotliCompressSync } from "node:zlib";
import { POPUP_PATH } from "../../web/src/page/documents.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { ensureBuilt } from "./process.ts";

await ensureBuilt();

/** The most bytes of one page: document, styles and scripts. React itself takes 58 kB of it. */
export const FIRST_VISIT = 112_000;

export const DIST = new URL("../../dist/", import.meta.url);

export const readBuilt = (name: string) =>
  Deno.readTextFile(new URL(name.replace(/^\//, ""), DIST));

/** Bytes of a file on the wire: its brotli twin if the build made one. */
async function transferred(path: string): Promise<number> {
  try {
    return (await Deno.stat(new URL(`${path.slice(1)}.br`, DIST))).size;
  } catch {
    const content = await Deno.readFile(new URL(path.slice(1), DIST));
    // Documents are compressed by the server, because it writes its origin into them.
    return path.endsWith(".html") ? brotliCompressSync(content).length : content.length;
  }
}

export async function transferredSum(paths: Iterable<string>): Promise<number> {
  return (await Promise.all([...paths].map(transferred))).reduce((a, b) => a + b, 0);
}

const SIZES = new URL("sizes.json", import.meta.url);

/** Bytes on the wire of each file, by its name without the hash. */
export async function sizesOf(files: Iterable<string>): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const file of files) {
    const name = file.replace(/^\/(?:assets\/)?/, "").replace(/-[\w-]{8}(?=\.\w+$)/, "");
    sizes[name] = (sizes[name] ?? 0) + await transferred(file);
  }
  return sizes;
}

/** The sizes at the last run of `deno task sizes`, which say what has grown since then. */
export const readSizes = async (): Promise<Record<string, number>> =>
  JSON.parse(await Deno.readTextFile(SIZES));
export const recordSizes = async (files: Iterable<string>): Promise<void> =>
  Deno.writeTextFile(SIZES, JSON.stringify(await sizesOf(files), null, 2) + "\n");

/** The file of a route. */
export const fileOf = (path: string) =>
  path === "/" ? "/index.html" : path === POPUP_PATH ? "/popup/index.html" : `${path}.html`;

/** The files that a document needs before its page can be used: scripts, their imports, styles. */
export function loadedBy(html: string): string[] {
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)];
  const links = [
    ...html.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]*\shref="([^"]+)"/g),
  ];
  return [...scripts, ...links].map(([, address]) => address);
}

/** The files that each route loads first, without its document. */
export async function documentsOf(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(
    await Promise.all(
      [...pages.map(({ path }) => path), POPUP_PATH].map(async (path) =>
        [path, loadedBy(await readBuilt(fileOf(path)))] as const
      ),
    ),
  );
}
