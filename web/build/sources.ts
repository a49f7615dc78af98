/** The sources of a build, and the record that shows whether a build is up to date. */
/// <reference lib="deno.ns" />
import { createHash } from "node:crypto";

const root = new URL("../../", import.meta.url);

/** All sources of the bundles. `api` is included because its compute threads are bundled. */
const SOURCES = ["core", "wasm", "workers", "web", "api", "deno.json", "deno.lock"];

export interface BuildRecord {
  /** The SHA-256 hash of names and contents of all sources. */
  sources: string;
  /** ISO 8601, UTC. */
  builtAt: string;
}

/** The record of the current build; null if `dist` does not exist. */
export async function readRecord(): Promise<BuildRecord | null> {
  try {
    return JSON.parse(await Deno.readTextFile(new URL("dist/build.json", root)));
  } catch {
    return null;
  }
}

/** Returns the SHA-256 hash of names and contents of all sources, and of `further` ones, in hex. */
export async function hashSources(further: readonly string[] = []): Promise<string> {
  const hash = createHash("sha256");
  for (const source of [...SOURCES, ...further]) {
    const url = new URL(source, root);
    const isFile = (await Deno.stat(url)).isFile;
    const files = isFile ? [url] : await listFiles(new URL(`${source}/`, root));
    for (const file of files) {
      hash.update(file.pathname.slice(root.pathname.length)).update("\0");
      hash.update(await Deno.readFile(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/** Returns every file below a directory, sorted by path, without node_modules. */
export async function listFiles(directory: URL): Promise<URL[]> {
  const found: URL[] = [];
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isDirectory) {
      if (entry.name !== "node_modules") {
        found.push(...await listFiles(new URL(`${entry.name}/`, directory)));
      }
    } else found.push(new URL(entry.name, directory));
  }
  return found.sort((a, b) => (a.pathname < b.pathname ? -1 : 1));
}
