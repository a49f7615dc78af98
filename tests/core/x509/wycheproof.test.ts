/** Signatures that Project Wycheproof made to be accepted and refused. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { wycheproof } from "../../fixtures/wycheproof/index.ts";
import { differing } from "../../support/wycheproof.ts";

const sources = Map.groupBy(wycheproof, ({ source }) => source);

describe("Wycheproof", () => {
  it("has valid and invalid vectors of every scheme", () => {
    for (const scheme of ["ecdsa", "ed25519", "ed448", "mldsa", "rsa_pss", "rsa_signature"]) {
      const tests = wycheproof.filter(({ source }) => source.startsWith(scheme))
        .flatMap(({ tests }) => tests);
      const kinds = new Set(tests.map(([, , , expected]) => expected));
      assert.equal(kinds.size, 2, scheme);
    }
  });

  for (const [source, groups] of sources) {
    it(source, async () => assert.deepEqual(await differing(groups), []));
  }
});
