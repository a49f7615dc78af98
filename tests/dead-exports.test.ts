/** Every export is used by another file, and no export of the product is only for tests. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type Import, type Module, readModule, readModules } from "./support/modules.ts";

/** Exports that no module imports, with their users. */
const ENTRIES = new Set([
  // `deno serve` and Deno Deploy.
  "api/deploy/fetch.ts default",
  // The documentation shows the text of this file.
  "web/popup/messages.ts PrefillMessage",
  // The build loads the bundle of these two.
  "web/src/prerender.tsx renderPage",
  "web/src/prerender.tsx renderPopup",
]);

/** Exports of the product that only tests import, because they check a single step. */
const FOR_TESTS = [
  "core/names/service-identity.ts matchesDnsName",
];

interface Export {
  module: Module;
  name: string;
}

const modules = await readModules(["core", "wasm", "workers", "api", "web", "cli", "tests"]);
const isTest = (file: string) => file.startsWith("tests/");
const labelOf = ({ module, name }: Export) => `${module.file} ${name}`;

/** The exports that the imports use. */
function usedBy(imports: readonly Import[]): Set<string> {
  return new Set(imports.flatMap((each) => {
    const module = modules.get(each.target ?? "");
    return module ? namesUsed(each, module).map((name) => labelOf({ module, name })) : [];
  }));
}

/**
 * The names that an import uses. A lazy import uses those that its file mentions, or all of them if
 * it mentions none.
 */
function namesUsed({ file, kind, names }: Import, { exports }: Module): readonly string[] {
  if (kind !== "lazy") return names.includes("*") ? exports : names;
  const mentioned = exports.filter((name) => modules.get(file)!.identifiers.has(name));
  return mentioned.length > 0 ? mentioned : exports;
}

const imports = [...modules.values()].flatMap((module) => module.imports);
const used = usedBy(imports);
const usedByProduct = usedBy(imports.filter(({ file }) => !isTest(file)));

const exported = [...modules.values()]
  .filter(({ file }) => !isTest(file) || file.startsWith("tests/support/"))
  // The first one replaces a library; the others declare code outside this project.
  .filter(({ file }) => file !== "tests/support/bdd.ts" && !file.endsWith(".d.ts"))
  // The exports of the library are for others.
  .filter(({ file }) => file !== "core/mod.ts")
  .flatMap((module) => module.exports.map((name): Export => ({ module, name })));

describe("exports", () => {
  it("are found, with their users", () => {
    assert(exported.length > 1000);
    assert(usedByProduct.has("core/operations.ts operations"));
  });

  it("are imported by another file", () => {
    const dead = exported.map(labelOf).filter((label) => !used.has(label));
    assert.deepEqual(dead.filter((label) => !ENTRIES.has(label)), []);
    assert.deepEqual([...ENTRIES].filter((label) => !dead.includes(label)), [], "outdated entries");
  });

  it("are used by the product, not only by tests", () => {
    const forTests = exported.filter((each) =>
      !isTest(each.module.file) && used.has(labelOf(each)) && !usedByProduct.has(labelOf(each)) &&
      each.module.identifiers.get(each.name) === 1
    );
    assert.deepEqual(forTests.map(labelOf), FOR_TESTS);
  });

  it("are recognized in every form of export and import", () => {
    const { exports } = readModule(
      "core/a.ts",
      [
        "export const a = 1;",
        "export async function b() {}",
        "export interface C {}",
        'export { d, type e as E } from "./d.ts";',
        "export default a;",
      ].join("\n"),
    );
    assert.deepEqual(exports, ["a", "b", "C", "d", "E", "default"]);
    const { imports } = readModule(
      "core/a.ts",
      [
        'import x, { a, type b as c } from "./b.ts";',
        'import * as all from "../c.ts";',
        'import type { F } from "./f.ts";',
        'export { d } from "./d.ts";',
        'load(() => import("./h.ts"));',
        'import { valibot } from "valibot";',
      ].join("\n"),
    );
    assert.deepEqual(imports.map(({ target, names }) => [target, ...names]), [
      ["core/b.ts", "default", "a", "b"],
      ["c.ts", "*"],
      ["core/f.ts", "F"],
      [null, "valibot"],
      ["core/d.ts", "d"],
      ["core/h.ts"],
    ]);
  });
});
