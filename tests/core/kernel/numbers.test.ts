/** Numbers in texts have commas between thousands. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { withCommas } from "../../../core/kernel/numbers.ts";

describe("withCommas", () => {
  it("writes whole numbers as the platform does", () => {
    for (
      const number of [0, 1, 9, 10, 999, 1000, 1001, 12345, 100_000, 999_999, 1_000_000, 2 ** 53]
    ) {
      assert.equal(withCommas(number), number.toLocaleString("en"));
      if (number > 0) assert.equal(withCommas(-number), (-number).toLocaleString("en"));
    }
  });
});
