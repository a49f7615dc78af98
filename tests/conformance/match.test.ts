/** Keys and certificates of public test suites, matching and not by openssl's public key. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import type { MatchResponse } from "../../core/match/contract.ts";
import { operations } from "../../core/operations.ts";
import { latin1Sample, needsCorpus, pairs, samples } from "../support/corpus.ts";

const passwords = new Map(samples("key").map(({ file, password }) => [file, password]));

/** Algorithms whose private keys cannot be checked against their public part here. */
const UNVERIFIABLE = /for (DSA|DH)/;

describe("conformance > match", needsCorpus(), () => {
  it("has pairs", () => assert(pairs().length > 0));

  for (const { key, other, matches } of pairs()) {
    it(`${matches} > ${key} ${other}`, async () => {
      const input = {
        certificate: latin1Sample(other),
        privateKey: latin1Sample(key),
        passphrase: passwords.get(key) ?? "",
      };
      const outcome = await execute(operations, "match/verify", input, createContext());
      assert(outcome.ok, JSON.stringify(outcome));
      const { match, reason } = outcome.value as MatchResponse;
      if (match === null) assert.match(reason!, UNVERIFIABLE);
      else assert.equal(match, matches);
    });
  }
});
