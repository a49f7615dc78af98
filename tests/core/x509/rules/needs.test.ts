/** Rules that are not asked of every certificate (ask.ts, `needs`). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { HAS } from "../../../../core/x509/rules/lint/features.ts";
import { CASES } from "./all-cases.ts";
import { missed, RULES } from "./missed.ts";

describe("lint > needs", () => {
  it("leave out no rule that one of the cases breaks", () => {
    for (const [code, { bad, good }] of Object.entries(CASES)) {
      assert.deepEqual(missed(bad), [], `the bad certificate of ${code}`);
      if (good) assert.deepEqual(missed(good), [], `the good certificate of ${code}`);
    }
  });

  it("leave half of the rules out for a usual certificate", () => {
    const counted = RULES.filter(([, { needs = [] }]) =>
      needs.some((need) => need !== HAS.noResponder)
    );
    assert(counted.length > RULES.length / 3, `${counted.length} of ${RULES.length}`);
  });
});
