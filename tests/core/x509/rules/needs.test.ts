/** Rules that are not asked of every certificate (ask.ts, `needs`). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { HAS, isUsualName } from "../../../../core/x509/rules/lint/features.ts";
import { CASES } from "./all-cases.ts";
import { missed, RULES } from "./missed.ts";

describe("lint > needs", () => {
  it("leave out no rule that one of the cases breaks", () => {
    for (const [code, { bad, good }] of Object.entries(CASES)) {
      assert.deepEqual(missed(bad), [], `the bad certificate of ${code}`);
      if (good) assert.deepEqual(missed(good), [], `the good certificate of ${code}`);
    }
  });

  it("call no name usual that a rule on the form of names objects to", () => {
    const long = "a".repeat(64);
    const odd = [
      "",
      " ",
      "a",
      "*",
      "*.com",
      "*.*.a.com",
      "a.*.com",
      "a*.b.com",
      "a..com",
      ".a.com",
    ];
    odd.push("a.com.", "-a.com", "a-.com", "a.-b.com", "ab--c.com", "xn--e1afmkfd.com", "a_b.com");
    odd.push("a b.com", "a\0.com", "ä.com", "a.com/", `${long}.com`, `a.${long}`, "1.2.3.4:5");
    odd.push(Array(65).fill("a").join("."));
    assert.deepEqual(odd.filter(isUsualName), []);
    const usual = ["a.com", "*.a.com", "www.A-b-1.example", "1.2.3.4", `${"a-".repeat(31)}a.com`];
    assert.deepEqual(usual.filter(isUsualName), usual);
  });

  it("leave half of the rules out for a usual certificate", () => {
    const counted = RULES.filter(([, { needs = [] }]) =>
      needs.some((need) => need !== HAS.noResponder)
    );
    assert(counted.length > RULES.length / 3, `${counted.length} of ${RULES.length}`);
  });
});
