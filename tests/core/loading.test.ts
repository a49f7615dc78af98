/** Every module of core loads on its own, in any order, because operations are loaded on first use. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";

const ROOT = new URL("../../core/", import.meta.url);

function modulesOf(folder: URL): URL[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return modulesOf(new URL(`${name}/`, folder));
    return name.endsWith(".ts") && !name.endsWith(".d.ts") ? [new URL(name, folder)] : [];
  });
}

describe("core", () => {
  it("loads every module", async () => {
    const modules = modulesOf(ROOT);
    assert(modules.length > 100);
    for (const { href } of modules) await assert.doesNotReject(import(href), href);
  });
});
