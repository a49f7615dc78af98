/**
 * No chunk may import a worker's entry script. WebKit would evaluate the entry a second time, which
 * duplicates listeners, answers and classes.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { DIST } from "../support/first-load.ts";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(["'`])([^"'`]+)\1/g;
const STARTED = /\bnew Worker\(\s*new URL\(\s*(["'`])([^"'`]+)\1/g;
const REGISTERED = /\.register\(\s*(["'`])(\/[^"'`]+)\1/g;

/** Scripts of the build by their URL path. */
async function scripts(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of ["", "assets/"]) {
    for await (const { name } of Deno.readDir(new URL(folder, DIST))) {
      if (!name.endsWith(".js")) continue;
      found.set(`/${folder}${name}`, await Deno.readTextFile(new URL(folder + name, DIST)));
    }
  }
  return found;
}

const addressesIn = (pattern: RegExp, text: string, base: string) =>
  [...text.matchAll(pattern)].map(([, , address]) => new URL(address, `file://${base}`).pathname);

const built = await scripts();
const entries = [...built].flatMap(([path, text]) =>
  [STARTED, REGISTERED].flatMap((pattern) => addressesIn(pattern, text, path))
);

describe("a worker's script in the build", () => {
  it("exists for the tools' worker and for the service worker", () => {
    assert.equal(entries.length, 2, entries.join());
    assert(entries.some((path) => /^\/assets\/worker-worker-[^/]+\.js$/.test(path)));
    assert(entries.includes("/sw.js"));
    for (const path of entries) assert(built.has(path), path);
  });

  it("is not imported by another script", () => {
    const imports = [...built].flatMap(([path, text]) =>
      addressesIn(IMPORT, text, path).map((target) => ({ path, target }))
    );
    assert(imports.length > built.size / 2, "imports are found");
    const wrong = imports.filter(({ target }) => entries.includes(target));
    assert.deepEqual(wrong.map(({ path, target }) => `${path} imports ${target}`), []);
  });

  it("has no static imports, which the workers' policy would block", () => {
    for (const path of entries.filter((path) => path !== "/sw.js")) {
      assert.doesNotMatch(built.get(path)!, /\bimport\s*["'`{*\w]|\bfrom\s*["'`]/, path);
    }
  });
});
