/**
 * Where engines differ, core answers before an engine is asked (tests/fixtures/key-edges/make.ts).
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import type { DecodedCsr } from "../../../core/csr/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import type { MatchResponse } from "../../../core/match/contract.ts";
import { operations } from "../../../core/operations.ts";
import { edgeChains, edgePairs, edgeRequests } from "../../fixtures/key-edges/index.ts";

const run = async <T>(operation: string, input: unknown) => {
  const outcome = await execute(operations, operation, input, createContext());
  return outcome.ok ? { value: outcome.value as T } : { error: outcome.error };
};

/** Runs `body` with an engine that fails the test if it imports a key. */
async function withoutEngine(body: () => Promise<void>): Promise<void> {
  const { subtle } = crypto;
  Object.defineProperty(subtle, "importKey", {
    configurable: true,
    value: () => assert.fail("the engine was asked"),
  });
  try {
    await body();
  } finally {
    Reflect.deleteProperty(subtle, "importKey");
  }
}

describe("requests with edge-case keys", () => {
  for (const { name, input, signatureValid, findings } of edgeRequests) {
    it(name, async () => {
      const { value } = await run<DecodedCsr>("csr/decode", input);
      assert(value?.valid);
      assert.equal(value.signatureValid, signatureValid, value.signatureProblem ?? "");
      assert.deepEqual([...new Set(value.findings.map(({ code }) => code))], findings);
    });
  }

  it("report the fault of a key without giving it to an engine", async () => {
    const problems = new Set<string>();
    await withoutEngine(async () => {
      for (const { name, input, signatureValid } of edgeRequests) {
        if (signatureValid !== null) continue;
        const { value } = await run<DecodedCsr>("csr/decode", input);
        assert(value?.valid);
        assert.equal(value.signatureValid, null, name);
        problems.add(value.signatureProblem!);
      }
    });
    assert.deepEqual([...problems].sort(), [
      "The public key is not valid: The RSA modulus is even",
      "The public key is not valid: The RSA modulus is negative",
      "The public key is not valid: The RSA public exponent is 1",
      "The public key is not valid: The RSA public exponent is even",
      "The public key is not valid: The RSA public exponent is negative",
      "The public key is not valid: The key is not a point on its curve",
    ]);
  });
});

describe("pairs with edge-case keys", () => {
  for (const { name, input, expected } of edgePairs) {
    it(name, async () => {
      const { value, error } = await run<MatchResponse>("match/verify", input);
      if (typeof expected === "string") assert.equal(error?.code, expected);
      else assert.equal(value?.match, expected, error?.message ?? value?.reason ?? "");
    });
  }
});

describe("chains with edge-case keys", () => {
  for (const { name, input, isValid } of edgeChains) {
    it(name, async () => {
      const { value } = await run<ChainResponse>("chain/analyze", input);
      assert.equal(value?.validation.isValid, isValid);
    });
  }
});
