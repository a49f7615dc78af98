/** Path building with trust anchors and limits of the caller. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { buildPath } from "../../../core/x509/path/build.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import { now } from "../chain/support.ts";

/** Builds the path of a file whose first certificate is the leaf; `anchor` counts from there. */
async function build(name: string, anchor: number) {
  const budget = new Budget();
  const pool = new Pool(budget);
  const candidates = readBundle(chainText(name), budget).certificates
    .map(({ certificate }, index) =>
      new Candidate(certificate, index === anchor ? "trust-store" : "input", null)
    );
  // Callers add anchors first, and the leaf a second time if it is an anchor.
  pool.add(candidates[anchor]);
  const leaf = new Candidate(candidates[0].certificate, "input", null);
  pool.add(leaf);
  for (const candidate of candidates) pool.add(candidate);
  const inputs = { now, reference: null, purpose: "serverAuth", budget };
  const { certificates, complete, trusted, findings } = await buildPath(leaf, pool, inputs);
  return {
    length: certificates.length,
    complete,
    trusted,
    codes: findings.map(({ code }) => code),
  };
}

describe("chain > build", () => {
  it("ends a path at an anchor that is not self-signed, and at a leaf that is an anchor", async () => {
    assert.deepEqual(
      await build("plain", 1),
      { length: 2, complete: true, trusted: true, codes: [] },
    );
    assert.deepEqual(
      await build("plain", 0),
      { length: 1, complete: true, trusted: true, codes: [] },
    );
  });

  it("trusts a self-signed leaf that is an anchor", async () => {
    assert.deepEqual(
      await build("self-signed", 0),
      { length: 1, complete: true, trusted: true, codes: [] },
    );
  });
});
