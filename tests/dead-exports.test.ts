/** Every export is used by another file, and no export of the product is for tests alone. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type Export, exportsOf, isUsed, usesOf } from "./support/exports.ts";

const ROOT = new URL("../", import.meta.url);

/**
 * Exports that something else than a module of the project uses, or that are written for readers.
 */
const ENTRIES = new Set([
  // `deno serve` and Deno Deploy.
  "api/deploy/fetch.ts default",
  // The documentation shows this file as it is written.
  "web/popup/messages.ts PrefillMessage",
  // The build loads the bundle of these two.
  "web/src/prerender.tsx renderPage",
  "web/src/prerender.tsx renderPopup",
  // Exports of files that the build writes; the writing script only has them as text.
  "web/build/roots.ts ROOTS",
  "web/build/root-programs.ts MOZILLA",
  "web/build/root-programs.ts CHROME",
  "web/build/root-programs.ts EXTENDED_VALIDATION",
]);

/**
 * Exports that are there for tests too: single steps of what the product does, where tests need
 * whole names.
 */
const FOR_TESTS = [
  "core/names/service-identity.ts matchesDnsName",
];

const files = new Map<string, string>();
for (const folder of ["core", "wasm", "workers", "api", "web", "tests"]) await read(folder);

async function read(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      if (name !== "node_modules" && name !== "output") await read(path);
    } else if (/\.tsx?$/.test(path)) {
      files.set(path, await Deno.readTextFile(new URL(path, ROOT)));
    }
  }
}

const isTest = (file: string) => file.startsWith("tests/");
const nameOf = ({ file, name }: Export) => `${file} ${name}`;

const uses = [...files].flatMap(([file, text]) => usesOf(file, text));
const exported = [...files].flatMap(([file, text]) => exportsOf(file, text))
  .filter((each) => !isTest(each.file) || each.file.startsWith("tests/support/"))
  // One stands in for the library of its name; the others declare code that is not a module here.
  .filter(({ file }) => file !== "tests/support/bdd.ts" && !file.endsWith(".d.ts"));

const used = new Set(uses.map(({ target, name }) => `${target} ${name}`));
const usedByProduct = new Set(
  uses.filter(({ file }) => !isTest(file)).map(({ target, name }) => `${target} ${name}`),
);

describe("exports", () => {
  it("are found, with who uses them", () => {
    assert(exported.length > 1000);
    assert(usedByProduct.has("core/operations.ts operations"));
  });

  it("are imported by another file", () => {
    const dead = exported.filter((each) => !isUsed(each, used)).map(nameOf);
    assert.deepEqual(dead.filter((name) => !ENTRIES.has(name)), []);
    assert.deepEqual([...ENTRIES].filter((name) => !dead.includes(name)), [], "no entries now");
  });

  it("are used by the product, not by tests alone", () => {
    const forTests = exported.filter((each) =>
      !isTest(each.file) && isUsed(each, used) && !isUsed(each, usedByProduct) &&
      !isMentioned(each)
    );
    assert.deepEqual(forTests.map(nameOf), FOR_TESTS);
  });

  it("are told by every form of export and import", () => {
    const text = [
      "export const a = 1;",
      "export async function b() {}",
      "export interface C {}",
      'export { d, type e as E } from "./d.ts";',
      "export default a;",
    ].join("\n");
    assert.deepEqual(exportsOf("core/a.ts", text).map(({ name }) => name), [
      "a",
      "b",
      "C",
      "d",
      "E",
      "default",
    ]);
    const taken = usesOf(
      "core/a.ts",
      [
        'import x, { a, type b as c } from "./b.ts";',
        'import * as all from "../c.ts";',
        'import type {\n  F,\n} from "./f.ts";',
        'export { d } from "./d.ts";',
        'const { g, h: i } = await import("./g.ts");',
        'load(() => import("./h.ts"));',
        'import { valibot } from "valibot";',
      ].join("\n"),
    );
    assert.deepEqual(taken.map(({ target, name }) => `${target} ${name}`), [
      "core/b.ts a",
      "core/b.ts b",
      "core/b.ts default",
      "c.ts *",
      "core/f.ts F",
      "core/d.ts d",
      "core/g.ts g",
      "core/g.ts h",
      "core/h.ts *",
    ]);
  });
});

/** Whether its own file mentions it besides exporting it. */
function isMentioned({ file, name }: Export): boolean {
  const word = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name.replace("$", "\\$")}(?![\\w$])`, "g");
  return (files.get(file)!.match(word) ?? []).length > 1;
}
