/** Certification requests of public test suites, with those suites' verdicts. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import { decode } from "../../core/csr/decode.ts";
import { needsCorpus, readSampleText, samples } from "../support/corpus.ts";

describe("conformance > csr", needsCorpus(), () => {
  it("has requests", () => assert(samples("csr").length > 0));

  for (const { file, expected, signature, reason } of samples("csr")) {
    it(`${expected} ${signature} > ${file}`, async () => {
      const answer = await decode({ csr: readSampleText(file) }, createContext());
      if (expected === "valid") assert.equal(answer.valid, true, answer.error ?? "");
      if (expected === "invalid") assert.equal(answer.valid, false, reason);
      if (!answer.valid) {
        assert.match(answer.error, /^[A-Z]/);
        return;
      }
      if (expected === "invalid-strict") assert.notDeepEqual(answer.findings, [], reason);
      if (signature === "bad") assert.notEqual(answer.signatureValid, true);
      if (signature === "ok") assert.notEqual(answer.signatureValid, false);
      if (signature === "unsupported") assert.equal(answer.signatureValid, null);
      assert.equal(answer.signatureProblem === null, answer.signatureValid === true);
    });
  }
});
