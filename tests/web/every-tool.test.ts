/** Everything that a tool needs besides its own folders exists: a forgotten entry is named. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleOf } from "../../core/example-inputs.ts";
import { offered, operations } from "../../core/operations.ts";
import { loaders } from "../../web/src/app/routing/loaders.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { moreTools, tools } from "../../web/src/tools/index.ts";
import { screenStates } from "../e2e/states.ts";
import { FIXTURE_SETS } from "../parity/sets.ts";

const ROOT = new URL("../../", import.meta.url);

/** Names of the folders below this one that hold such a file. */
async function foldersWith(file: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(below, ROOT))) {
    if (!isDirectory) continue;
    const names = [...Deno.readDirSync(new URL(`${below}${name}/`, ROOT))].map(({ name }) => name);
    if (names.includes(file)) found.push(name);
  }
  assert(found.length > 5);
  return found;
}

describe("every tool", () => {
  it("has its operations in the registry", async () => {
    const known = [...operations.keys(), ...offered.map(({ contract }) => contract.name)]
      .map((name) => name.split("/")[0]);
    for (const folder of await foldersWith("operations.ts", "core/")) {
      assert(known.includes(folder), `core/operations.ts lacks core/${folder}/operations.ts`);
    }
  });

  it("has its page in the list", async () => {
    const known = [...tools, ...moreTools].map(({ id }) => id);
    for (const folder of await foldersWith("tool.ts", "web/src/tools/")) {
      assert(known.includes(folder), `web/src/tools/index.ts lacks ${folder}`);
    }
  });

  it("has its page among those that the app loads", () => {
    assert.deepEqual(Object.keys(loaders).toSorted(), pages.map(({ path }) => path).toSorted());
  });

  it("has an example of each operation", () => {
    for (const contract of [...operations.values(), ...offered].map(({ contract }) => contract)) {
      assert(exampleOf(contract), `core/example-inputs.ts lacks ${contract.name}`);
    }
  });

  it("has fixtures that process, worker and HTTP must agree on", () => {
    const compared = FIXTURE_SETS.map(({ operation }) => operation);
    for (const { contract: { name, runs } } of offered) {
      if (runs !== "both") continue;
      assert(compared.includes(name), `tests/parity/sets.ts has no fixtures of ${name}`);
    }
  });

  it("has states that looks and access are tested in", () => {
    const statesOf = (path: string) =>
      screenStates.filter((screen) => screen.path === path).map(({ state }) => state);
    for (const { path } of pages) {
      assert(statesOf(path).length > 0, `tests/e2e/states.ts has no state of ${path}`);
    }
    for (const { path } of [...tools, ...moreTools]) {
      for (const state of ["empty", "error", "result"]) {
        const has = statesOf(path).some((name) => name.includes(state));
        assert(has, `tests/e2e/states.ts has no state "${state}" of ${path}`);
      }
    }
  });
});
