/** Numbers with their nouns, as all pages write them. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { counted } from "../../web/src/lib/counted.ts";

it("a number has its noun, in the plural where it is not one", () => {
  assert.equal(counted(0, "record"), "0 records");
  assert.equal(counted(1, "record"), "1 record");
  assert.equal(counted(1200, "record"), "1,200 records");
  assert.equal(counted(2, "key that fits", "keys that fit"), "2 keys that fit");
});
