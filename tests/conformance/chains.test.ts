/**
 * Chains of public test suites as requests to chain/analyze, if the samples are available. Each
 * answer is as its suite expects, except for the cases of the ledger.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { CHAIN_LEDGER } from "./chain-ledger.ts";
import { fromLimbo, type LimboCase } from "./limbo.ts";
import { chainSuites } from "./suites.ts";
import { compare } from "./verifier.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { needs, needsAll } from "../support/programs.ts";
import { needsCorpus } from "../support/corpus.ts";

it("conformance > suites of chains are read", needsAll(needsCorpus(), needs("xz")), () => {
  assert(chainSuites().length > 4);
});

for (const { name, cases } of chainSuites()) {
  describe(`conformance > ${name}`, () => {
    for (const one of cases) {
      it(one.name, async () => {
        const { verdict, why } = await one.judge();
        assert.equal(verdict, Object.hasOwn(CHAIN_LEDGER, one.name) ? "ledger" : "agrees", why);
      });
    }
  });
}

describe("conformance > a chain", () => {
  const [leaf, ca, root] = chainText("plain").match(
    /-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g,
  )!;
  const one: LimboCase = {
    id: "plain",
    validation_kind: "SERVER",
    trusted_certs: [root],
    untrusted_intermediates: [ca],
    peer_certificate: leaf,
    validation_time: "2026-11-21T12:00:00+00:00",
    expected_result: "SUCCESS",
    expected_peer_name: null,
  };
  const accepted = async (changes: Partial<LimboCase>) =>
    (await compare(fromLimbo({ ...one, ...changes }, "private"))).accepted;

  it("is accepted where the answer accepts the certificate of the case", async () => {
    assert.equal(await accepted({}), true);
    const other = { peer_certificate: ca, untrusted_intermediates: [leaf] };
    assert.equal(await accepted(other), false, "the answer is about another certificate");
    assert.equal(await accepted({ trusted_certs: [] }), false);
    assert.equal(await accepted({ trusted_certs: ["none"] }), false);
    assert.equal(await accepted({ validation_time: "2000-01-01T00:00:00Z" }), false);
    const name = { kind: "DNS", value: "other.example.net" };
    assert.equal(await accepted({ expected_peer_name: name }), false);
  });

  it("is left out where the operation has no field for the question", async () => {
    const name = { kind: "DNS", value: "www.example.com" };
    for (
      const changes of [
        { validation_kind: "CLIENT" as const, expected_peer_names: [name, name] },
        { expected_peer_name: { kind: "RFC822", value: "a@example.com" } },
        { max_chain_depth: 1 },
        { extended_key_usage: ["serverAuth", "clientAuth"] },
        { extended_key_usage: ["timeStamping"] },
      ]
    ) assert.equal(await accepted(changes), null);
  });
});
