/** Everything that a tool needs besides its own folders exists: a forgotten entry is named. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { offered } from "../../core/operations.ts";
import { loaders } from "../../web/src/app/routing/loaders.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { moreTools, tools } from "../../web/src/tools/index.ts";
import { registries } from "../../web/build/registries.ts";
import { screenStates } from "../e2e/states.ts";
import { FIXTURE_SETS } from "../parity/sets.ts";

const ROOT = new URL("../../", import.meta.url);

describe("every tool", () => {
  it("is in the registries as they are committed", async () => {
    for (const [path, text] of await registries()) {
      const committed = await Deno.readTextFile(new URL(path, ROOT));
      assert(committed === text, `${path} is out of date: run \`deno task generated\``);
    }
  });

  it("has its page at the path of its folder", () => {
    assert.deepEqual(Object.keys(loaders).toSorted(), pages.map(({ path }) => path).toSorted());
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
