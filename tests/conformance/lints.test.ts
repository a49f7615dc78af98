/** The linter beside zlint's own judgement of its test certificates, where the corpus is there. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { lintResults, shares } from "./lints.ts";

/** Lints that no code of ours tells apart, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  e_dsa_correct_order_in_subgroup: "zlint's test changes the key after reading the file",
};

/** Sources that are ours, and how many of their lints must be told apart. */
const WANTED = {
  rfc: 0.95,
  cabf_br: 0.9,
  mozilla: 0.9,
  apple: 0.9,
  community: 0.9,
  cabf_smime_br: 0.9,
} as const;

describe("conformance > zlint", () => {
  const found = new Map(shares(lintResults()).map((share) => [share.source, share]));

  for (const [source, least] of Object.entries(WANTED)) {
    it(`${source}: one code at all bad examples of a lint, and at none of its good ones`, () => {
      const share = found.get(source);
      // The corpus is not there, which support/corpus.ts says.
      if (!share) return;
      console.log(`${source}: ${share.told} of ${share.lints} lints told apart`);
      const missing = share.missing.map(({ lint }) => lint)
        .filter((lint) => !Object.hasOwn(LEFT_OUT, lint));
      assert.deepEqual(missing, []);
      assert(share.told / share.lints >= least);
    });
  }
});
