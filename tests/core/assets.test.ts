/** The sources of the built-in tables: each is complete, and none is older than its purpose allows. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { HAND_READ } from "../../core/assets/sources.ts";

describe("facts that a person reads", () => {
  for (const { what, url, file, readOn, lookAgainBy } of HAND_READ) {
    it(`are to be read again by ${lookAgainBy}: ${what}`, () => {
      assert.ok(readOn < lookAgainBy, "the day of the next look is later");
      assert.ok(Deno.statSync(new URL(`../../${file}`, import.meta.url)).isFile, file);
      const today = new Date().toISOString().slice(0, 10);
      assert.ok(
        today <= lookAgainBy,
        `Read ${url} again. Correct ${file} if it says something new, and set readOn and lookAgainBy of ` +
          "this entry in core/assets/sources.ts.",
      );
    });
  }
});
