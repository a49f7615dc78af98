/**
 * BoringSSL's chains and NIST's PKITS, if they are there, judged by RFC 5280 alone: our verdicts
 * must be the suites', except for the cases that are listed here.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { judge } from "./limbo.ts";
import { chainCases } from "./suites.ts";

/** Cases that are left out, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "boringssl::many-names/ok-all-types":
    "its constraints on URIs are whole URIs, where RFC 5280, 4.2.1.10, wants a host or domain",
  "pkits::4.1.4::Section1ValidDSASignaturesTest4": "DSA cannot be verified here",
  "pkits::4.1.5::Section1ValidDSAParameterInheritanceTest5": "DSA cannot be verified here",
};

describe("conformance > chains by RFC 5280 alone", () => {
  const cases = chainCases();
  for (const testCase of cases) {
    it(testCase.id, async () => {
      const { actual_result, context } = await judge(testCase, "private");
      // Cases that are left out are refused: nothing is accepted against the suite's verdict.
      const wanted = Object.hasOwn(LEFT_OUT, testCase.id) ? "FAILURE" : testCase.expected_result;
      assert.equal(actual_result, wanted, context);
    });
  }

  if (cases.length > 0) {
    it("as the public web has it, names, keys and purposes decide as well", async () => {
      const strict = cases.filter(({ expected_result }) => expected_result === "SUCCESS");
      const results = await Promise.all(strict.map((testCase) => judge(testCase)));
      const refused = results.filter(({ actual_result }) => actual_result === "FAILURE");
      assert(refused.some(({ context }) => context.includes("san_missing@0")));
    });
  }
});
