/** What a build is made from, and whether the one that is here is made from what is here now. */
/// <reference lib="deno.ns" />
import { createHash } from "node:crypto";

const root = new URL("../../", import.meta.url);

/**
 * Everything that the bundles are made from. `api` is among it for the compute threads, which are
 * bundled too.
 */
const SOURCES = ["core", "wasm", "workers", "web", "api", "deno.json", "deno.lock"];

export interface BuildRecord {
  /** SHA-256 over the sources, their names included. */
  sources: string;
  /** ISO 8601, UTC. */
  builtAt: string;
}

/** The record of the present build; null if there is none. */
export async function readRecord(): Promise<BuildRecord | null> {
  try {
    return JSON.parse(await Deno.readTextFile(new URL("dist/build.json", root)));
  } catch {
    return null;
  }
}

/** SHA-256 over the sources, their names included. */
export async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
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

/** Every file below a directory, sorted by path. */
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
