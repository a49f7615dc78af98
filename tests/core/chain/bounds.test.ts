/** Work is bounded: large and hostile bundles end, in an answer or in `too_complex`. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyze } from "../../../core/chain/analyze.ts";
import { type BudgetLimits, createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import { analyzeFile, analyzeText, now, problemsOf } from "./support.ts";

async function isTooComplex(certificate: string, limits: Partial<BudgetLimits> = {}) {
  await assert.rejects(
    async () => await analyze({ certificate, judgeAs: "auto", at: now }, createContext({ limits })),
    (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
  );
}

describe("chain > bounds", () => {
  it("finds the issuer among a hundred CAs with one name", async () => {
    const response = await analyzeFile("hundred-same-name-roots");
    assert.deepEqual(problemsOf(response), []);
    assert.equal(response.chain[1].position, 100);
    assert.equal(response.unused.length, 99);
  });

  it("finds it without key identifiers too", async () => {
    const response = await analyzeFile("hundred-without-identifiers");
    assert.equal(response.validation.isValid, true);
    assert.equal(response.chain[1].position, 100);
  });

  it("verifies the leaf only with the issuer that its key identifier names", async () => {
    const certificate = chainText("hundred-same-name-roots");
    // One signature for each root, and one for the leaf.
    const context = createContext({ limits: { signatures: 101 } });
    const response = await analyze({ certificate, judgeAs: "auto", at: now }, context);
    assert.equal(response.validation.isValid, true);
  });

  it("stops at the budget if CAs without a root all sign each other", async () => {
    await isTooComplex(chainText("mesh"));
  });

  it("accepts a chain of 19 certificates, and rejects one that is far deeper", async () => {
    const response = await analyzeFile("deep-18");
    assert.equal(response.validation.isValid, true);
    assert.equal(response.validation.depth, 19);
    const deeper = await analyzeFile("deep-60");
    assert.equal(deeper.validation.isValid, false);
  });

  it("finds the path among thirty certificates, most of them unrelated", async () => {
    const response = await analyzeFile("bundle-30");
    assert.deepEqual(problemsOf(response), []);
    assert.deepEqual(response.chain.map(({ position }) => position), [14, 28, 27]);
    assert.equal(response.unused.length, 27);
  });

  it("reads three thousand names", async () => {
    const response = await analyzeFile("names-3000");
    assert.deepEqual(problemsOf(response), []);
    assert.equal(response.certificate.extensions.subjectAltName.length, 3_000);
  });

  it("looks names up among the constraints instead of comparing each pair", async () => {
    const certificate = chainText("names-too-many-to-compare");
    const context = createContext();
    const response = await analyze({ certificate, judgeAs: "auto", at: now }, context);
    assert.equal(response.validation.isValid, true);
    // 600 names of some 20 characters: compared with each of 1,200 constraints they would take
    // 720,000 steps.
    assert(context.budget.spent("names") < 20_000);
  });

  it("counts each kind of work", async () => {
    const plain = chainText("plain");
    for (const kind of ["bytes", "nodes", "signatures", "paths"] as const) {
      await isTooComplex(plain, { [kind]: 1 });
    }
    await isTooComplex(chainText("names-permitted"), { names: 1 });
    assert.equal((await analyzeText(plain)).validation.isValid, true);
  });
});
