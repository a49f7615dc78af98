/** Every tool has all parts that the project needs of it. A failure names the missing part. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { loaders } from "../../web/src/app/routing/loaders.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { registries } from "../../web/build/registries.ts";
import { screenStates } from "../e2e/states.ts";

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

  it("has states for each page", () => {
    for (const { path } of pages) {
      assert(
        screenStates.some((screen) => screen.path === path),
        `tests/e2e/states.ts has no state of ${path}`,
      );
    }
  });
});
