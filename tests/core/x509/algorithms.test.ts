/** Signatures and keys of every algorithm that browsers' WebCrypto lacks. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyze } from "../../../core/chain/analyze.ts";
import { decode } from "../../../core/csr/decode.ts";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { algorithmRequests, mlDsaChain } from "../../fixtures/algorithms/index.ts";

describe("requests of rare algorithms", () => {
  for (const { name, input, signatureValid, findings } of algorithmRequests) {
    it(name, async () => {
      const answer = await decode(input, createContext({ limits: SERVER_LIMITS }));
      assert(answer.valid, answer.error ?? "");
      assert.equal(answer.signatureValid, signatureValid, answer.signatureProblem ?? "");
      assert.deepEqual(answer.findings.map(({ code }) => code), findings);
    });
  }

  it("give the reason if they cannot be verified", async () => {
    const problems = [];
    for (const name of ["p192", "composite", "ed448-small-order", "ml-dsa-key-short"]) {
      const { input } = algorithmRequests.find((request) => request.name === name)!;
      const answer = await decode(input, createContext());
      assert(answer.valid);
      problems.push(`${answer.signatureAlgorithm}: ${answer.signatureProblem}`);
    }
    assert.deepEqual(problems, [
      "ecdsa-with-SHA256: ECDSA on P-192 is obsolete, and this tool does not verify it",
      "id-MLDSA65-ECDSA-P256-SHA512: Composite signatures are still a draft, and this tool does not verify them",
      "Ed448: The key has a small order. With it, a signature matches any data",
      "ML-DSA-44: The public key is not valid: ML-DSA-44 keys have 1,312 bytes, this key has 1,311",
    ]);
  });
});

describe("a chain of ML-DSA", () => {
  it("is verified, and judged by the rules for public CAs", async () => {
    const context = () => createContext({ now: Date.parse("2026-06-15T12:00:00Z") });
    const algorithms = async (judgeAs: "auto" | "private") => {
      const { problems } = await analyze({ certificate: mlDsaChain, judgeAs }, context());
      return problems.map(({ code, index }) => `${code}@${index}`)
        .filter((problem) => problem.includes("algorithm"));
    };
    const answer = await analyze({ certificate: mlDsaChain, judgeAs: "auto" }, context());
    assert.equal(answer.chain[0].signedByNext, true);
    assert.equal(answer.validation.isValid, true);
    assert.deepEqual(await algorithms("auto"), [
      "key_algorithm_not_allowed@0",
      "signature_algorithm_not_allowed@0",
      "key_algorithm_not_allowed@1",
    ]);
    assert.deepEqual(await algorithms("private"), []);
  });
});
