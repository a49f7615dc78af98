/** The choice among several paths, and the findings if no path is complete. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { buildPath } from "../../../core/x509/path/build.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { edgeText } from "../../fixtures/chain-edges/index.ts";
import { analyzeText, now, problemsOf } from "../chain/support.ts";
import { authority, endEntity, keyOf } from "./revocation/authorities.ts";
import { now as then } from "./revocation/maker.ts";

/**
 * Builds the path of a bundle whose first certificate is the leaf; those at `anchors` are trusted.
 */
async function build(name: string, ...anchors: number[]) {
  const budget = new Budget();
  const pool = new Pool(budget);
  const candidates = readBundle(edgeText(name), budget).certificates
    .map(({ certificate, position }) =>
      new Candidate(certificate, anchors.includes(position) ? "trust-store" : "input", position)
    );
  for (const candidate of candidates) pool.add(candidate);
  const inputs = { now, reference: null, purpose: null, budget };
  const path = await buildPath(candidates[0], pool, inputs);
  return {
    positions: path.certificates.map(({ position }) => position),
    trusted: path.trusted,
    codes: path.findings.map(({ code, index }) => `${code}@${index}`),
  };
}

const analyzeEdge = (name: string) => analyzeText(edgeText(name));
const positionsOf = ({ chain }: Awaited<ReturnType<typeof analyzeText>>) =>
  chain.map(({ position }) => position);

describe("the chosen path", () => {
  it("prefers a trusted root to a path without any fault", async () => {
    assert.deepEqual(await build("fault-of-policy", 2), {
      positions: [0, 1, 2],
      trusted: true,
      codes: ["basic_constraints_not_critical@1"],
    });
  });

  it("prefers a proven path without a fault of policy to one with it", async () => {
    const response = await analyzeEdge("fault-of-policy");
    assert.deepEqual(positionsOf(response), [0, 3, 4]);
    assert.deepEqual(problemsOf(response), []);
    assert.deepEqual((await build("fault-of-policy", 2, 4)).positions, [0, 3, 4]);
  });

  it("prefers a trusted root to another one, in any order of the input", async () => {
    assert.deepEqual((await build("two-roots", 2)).positions, [0, 1, 2]);
    const second = await build("two-roots", 4);
    assert.deepEqual([second.positions, second.trusted], [[0, 3, 4], true]);
  });

  it("prefers the new root of a key rollover to its link to the old one, in any order", async () => {
    const until = { to: "2030-01-01T00:00:00Z" };
    const old = authority("Root", keyOf("old root"), null, until);
    const root = authority("Root", keyOf("new root"), null, until);
    const link = authority("Root", keyOf("new root"), old, until);
    const leaf = endEntity(root);
    const issuers = [old.certificate, root.certificate, link.certificate];
    for (const order of [issuers, issuers.toReversed()]) {
      const budget = new Budget();
      const pool = new Pool(budget);
      const [first, ...others] = [leaf, ...order].map((one, at) => new Candidate(one, "input", at));
      for (const candidate of [first, ...others]) pool.add(candidate);
      const inputs = { now: then, reference: null, purpose: null, budget };
      const { certificates } = await buildPath(first, pool, inputs);
      assert.deepEqual(certificates.map(({ certificate }) => certificate), [
        ...[leaf, root.certificate],
      ]);
    }
  });

  it("respects the constraints of each CA", async () => {
    const response = await analyzeEdge("too-deep-first");
    assert.deepEqual(positionsOf(response), [0, 1, 4, 5]);
    assert.deepEqual(problemsOf(response), []);
  });

  it("prefers an issuer whose signature can be verified", async () => {
    const response = await analyzeEdge("unverifiable-first");
    assert.deepEqual(positionsOf(response), [0, 2, 3]);
    assert.equal(response.validation.isValid, true);
    assert.deepEqual(problemsOf(response), ["aki_missing@0"]);
  });

  it("finds the one sound CA among many whose signatures cannot be verified", async () => {
    const response = await analyzeEdge("unverifiable-crowd");
    assert.deepEqual(positionsOf(response), [0, 41, 42]);
    assert.equal(response.validation.isValid, null);
  });

  it("prefers the certificate of a CA that expires last", async () => {
    const response = await analyzeEdge("reissued-both-valid");
    assert.deepEqual(positionsOf(response), [0, 2, 4]);
    assert.deepEqual(response.unused.map(({ position, reason }) => [position, reason]), [
      [1, "alternative"],
      [3, "alternative"],
    ]);
  });

  it("is the least broken path if all are broken", async () => {
    const response = await analyzeEdge("two-broken");
    assert.deepEqual(positionsOf(response), [0, 2, 3]);
    assert.deepEqual(problemsOf(response), ["expired@1"]);
  });

  it("is the longer one of two incomplete paths", async () => {
    const response = await analyzeEdge("incomplete-further");
    assert.deepEqual(positionsOf(response), [0, 2, 3]);
    assert.deepEqual(problemsOf(response), ["issuer_not_found@2"]);
  });

  it("stops if only another key has the issuer's name", async () => {
    const response = await analyzeEdge("other-key-alone");
    assert.deepEqual(positionsOf(response), [0]);
    assert.deepEqual(problemsOf(response), ["issuer_not_found@0"]);
    assert.deepEqual(response.unused.map(({ reason }) => reason), ["unrelated"]);
  });
});

describe("an anchor", () => {
  it("may have extended key usages if another CA issued it; a root may not", async () => {
    assert.deepEqual((await build("anchor-with-purpose", 1)).codes, []);
  });

  it("is trusted with a finding if it names another key as its issuer's", async () => {
    assert.deepEqual(await build("root-of-another-key", 1), {
      positions: [0, 1],
      trusted: true,
      codes: ["aki_malformed@1"],
    });
    // Without trust it is not a root, because it names another key as its issuer's.
    const response = await analyzeEdge("root-of-another-key");
    assert.deepEqual(problemsOf(response).at(-1), "issuer_not_found@1");
  });
});

describe("a root", () => {
  it("signed itself", async () => {
    const response = await analyzeEdge("root-signature-broken");
    assert.equal(response.validation.hasRoot, false);
    assert.equal(response.validation.isValid, false);
    assert.equal(problemsOf(response).at(-1), "issuer_not_found@2");
  });

  it("is accepted if its self-signature cannot be verified, because no trust depends on it", async () => {
    const response = await analyzeEdge("unverifiable-root");
    const { hasRoot, isValid } = response.validation;
    assert.deepEqual([hasRoot, isValid], [true, null]);
    assert.deepEqual(response.missing, []);
  });

  it("may encode its own name in two ways", async () => {
    const response = await analyzeEdge("root-name-in-two-forms");
    assert.deepEqual(problemsOf(response), []);
    assert.equal(response.chain[2].type, "root");
  });
});

describe("path findings", () => {
  it("list the HTTP URLs of caIssuers without duplicates", async () => {
    const { missing } = await analyzeEdge("issuer-addresses");
    assert.deepEqual(missing.map(({ urls }) => urls), [
      ["http://ca.fixture.example/ca.der", "https://ca.fixture.example/ca.p7c"],
    ]);
  });

  it("report missing and extra fields of an authority key identifier", async () => {
    const told = async (name: string) =>
      (await analyzeEdge(name)).problems.find(({ code }) => code === "aki_malformed")?.message;
    assert.match(await told("aki-names-no-key") ?? "", /has no key identifier/);
    assert.match(await told("aki-names-more") ?? "", /has more than a key identifier/);
  });

  it("accept a critical TLS feature extension (RFC 7633, 4.2)", async () => {
    assert.deepEqual(problemsOf(await analyzeEdge("tls-feature-critical")), []);
  });

  it("apply a constraint of an unknown kind only to names of that kind", async () => {
    assert.deepEqual(problemsOf(await analyzeEdge("constraints-other-kind")), []);
  });
});
