/** The sample corpus read by our reader and @peculiar/x509, as certificate/read-again compares them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { needsCorpus } from "../support/corpus.ts";
import { compareAll, comparisonTable } from "./read-again.ts";

describe("conformance > read again", () => {
  it("explains every difference from @peculiar/x509", needsCorpus(), async () => {
    const comparison = await compareAll();
    console.log(comparisonTable(comparison));
    assert.deepEqual(comparison.unexplained, []);
    assert(comparison.both > 1_000);
    assert(comparison.fields.get("extension")!.agree > 5_000);
    assert.equal(comparison.fields.size, 10);
  });
});
