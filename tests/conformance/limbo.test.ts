/**
 * x509-limbo's cases, if they are there. Where implementations agree, our verdicts must be theirs;
 * the disputed ones are printed.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { judge } from "./limbo.ts";
import { limboCases } from "./suites.ts";

const { cases, consensus } = limboCases();

describe("conformance > x509-limbo", () => {
  for (const testCase of cases.filter(({ id }) => consensus.has(id))) {
    it(`${testCase.id}`, async () => {
      const { actual_result, context } = await judge(testCase);
      assert.equal(actual_result, testCase.expected_result, context);
    });
  }

  if (cases.length > 0) {
    it("the disputed cases are told apart by a finding", async () => {
      for (const testCase of cases.filter(({ id }) => !consensus.has(id))) {
        const { actual_result, context } = await judge(testCase);
        console.log(`${testCase.id}: ${actual_result}, ${context}`);
        // Each of them breaks a rule of public authorities; whether that is fatal is the dispute.
        assert.match(context, /[a-z_]+@[0-9]/);
      }
    });
  }
});
