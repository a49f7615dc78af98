/** Names of CSS classes are short, and no two classes have the same one. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { shortClassNames } from "../../web/build/class-names.ts";
import { listFiles } from "../../web/build/sources.ts";

const FOLDER = new URL("../../web/src/", import.meta.url);
const modules = (await listFiles(FOLDER)).filter(({ pathname }) =>
  pathname.endsWith(".module.css")
);

/** Each class and the name that it is given, the modules in this order. */
async function namesOf(files: readonly URL[]): Promise<ReadonlyMap<string, string>> {
  const nameOf = await shortClassNames(FOLDER);
  return new Map(files.flatMap(({ pathname }) => {
    const text = Deno.readTextFileSync(pathname).replace(/\/\*[^]*?\*\//g, "");
    return [...text.matchAll(/\.([a-z][\w-]*)/gi)]
      .map(([, local]) => [`${pathname} ${local}`, nameOf(local, pathname)] as const);
  }));
}

const names = await namesOf(modules);

describe("names of classes", () => {
  it("are two letters and digits, each of one class alone", () => {
    assert(names.size > 200);
    assert.equal(new Set(names.values()).size, names.size);
    for (const [of, name] of names) assert.match(name, /^[a-z][a-z0-9]$/i, of);
  });

  it("are the same in whatever order the modules are read", async () => {
    const other = await namesOf(modules.toReversed());
    for (const [of, name] of names) assert.equal(other.get(of), name, of);
  });

  it("are refused to a style sheet from elsewhere", async () => {
    const nameOf = await shortClassNames(FOLDER);
    assert.throws(() => nameOf("card", "/elsewhere/other.module.css"), /not the app's own/);
  });
});
