/** The policy graph of RFC 9618, compared with the tree of RFC 5280, and its cost. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import {
  ANY_SETTINGS,
  type PolicyExtensions,
  processPolicies,
} from "../../../core/x509/path/policies.ts";
import type { PolicySettings } from "../../../core/x509/rules/rule.ts";
import { Seeded } from "../../support/seeded.ts";
import { ANY, byTree } from "./policy-tree.ts";

const certificate = (parts: Partial<PolicyExtensions> = {}): PolicyExtensions => ({
  isSelfIssued: false,
  policies: null,
  mappings: [],
  requireExplicitPolicy: null,
  inhibitPolicyMapping: null,
  inhibitAnyPolicy: null,
  ...parts,
});
const map = (issuerDomainPolicy: string, subjectDomainPolicy: string) => ({
  issuerDomainPolicy,
  subjectDomainPolicy,
});

function outcome(
  certificates: readonly PolicyExtensions[],
  settings: Partial<PolicySettings> = {},
) {
  const { policies, fault } = processPolicies(
    certificates,
    { ...ANY_SETTINGS, ...settings },
    new Budget(),
  );
  return fault === null ? policies.join(" ") : `${fault.code}@${fault.place}`;
}

const NAMES = ["1.1", "1.2", "1.3", ANY];

function invented(seeded: Seeded) {
  const next = (below: number) => seeded.below(below);
  const some = <T>(items: readonly T[], oneIn: number) => items.filter(() => next(oneIn) === 0);
  const skip = () => next(3) === 0 ? next(3) : null;
  const certificates = Array.from({ length: 1 + next(5) }, () =>
    certificate({
      isSelfIssued: next(5) === 0,
      policies: next(12) === 0 ? null : some(NAMES, 2),
      mappings: Array.from(
        { length: next(4) },
        () => map(NAMES[next(next(15) === 0 ? 4 : 3)], NAMES[next(next(15) === 0 ? 4 : 3)]),
      ),
      requireExplicitPolicy: skip(),
      inhibitPolicyMapping: skip(),
      inhibitAnyPolicy: skip(),
    }));
  const initial = next(2) === 0 ? null : ["1.2", ...some(["1.1", "1.3"], 2)];
  const settings = {
    initial,
    requireExplicit: next(3) === 0,
    inhibitMapping: next(5) === 0,
    inhibitAny: next(5) === 0,
  };
  return { certificates, settings };
}

describe("certificate policies", () => {
  it("are those that every certificate has, by name or with anyPolicy", () => {
    const some = certificate({ policies: ["1.1", "1.2"] });
    const any = certificate({ policies: [ANY] });
    assert.equal(outcome([some, certificate({ policies: ["1.2", "1.3"] })]), "1.2");
    assert.equal(outcome([any, some]), "1.1 1.2");
    assert.equal(outcome([any, any]), ANY);
    assert.equal(outcome([any, any], { initial: ["1.7"] }), "1.7");
    assert.equal(outcome([some, certificate()]), "");
    assert.equal(outcome([certificate(), some], { requireExplicit: true }), "none_valid@0");
    assert.equal(
      outcome([some, some], { requireExplicit: true, initial: ["1.3"] }),
      "not_accepted@1",
    );
    // The leaf's own step makes a policy required (6.1.5 (a)).
    const soon = certificate({ policies: ["1.1"], requireExplicitPolicy: 1 });
    assert.equal(outcome([soon, certificate()]), "none_valid@1");
    // An anchor that is itself the end entity has no certificate below it.
    assert.equal(outcome([]), "");
    assert.equal(outcome([], { requireExplicit: true }), "");
  });

  it("are mapped from the issuer's domain to the subject's domain", () => {
    const ca = certificate({ policies: ["1.1"], mappings: [map("1.1", "2.1"), map("1.1", "2.2")] });
    const leaf = certificate({ policies: ["2.2"] });
    assert.equal(outcome([ca, leaf], { requireExplicit: true }), "1.1");
    assert.equal(
      outcome([ca, leaf], { requireExplicit: true, inhibitMapping: true }),
      "none_valid@1",
    );
    const toAny = certificate({ policies: ["1.1"], mappings: [map("1.1", ANY)] });
    assert.equal(outcome([toAny, leaf]), "any_mapped@0");
    const fromAny = certificate({ policies: [ANY], mappings: [map(ANY, "1.1")] });
    assert.equal(outcome([fromAny, leaf]), "any_mapped@0");
  });

  it("equal those of RFC 5280's tree on thousands of small paths", () => {
    const seen = { fails: 0, some: 0, none: 0 };
    const seeded = new Seeded(20261123);
    for (let round = 0; round < 20_000; round++) {
      const { certificates, settings } = invented(seeded);
      const { policies, fault } = processPolicies(certificates, settings, new Budget());
      const expected = byTree(certificates, settings);
      const found = fault === null ? policies : null;
      assert.deepEqual(found, expected, JSON.stringify({ round, certificates, settings }));
      seen[expected === null ? "fails" : expected.length > 0 ? "some" : "none"]++;
    }
    for (const [kind, count] of Object.entries(seen)) assert(count > 1_000, `${kind}: ${count}`);
  });

  it("cost work in proportion to the size of the certificates (CVE-2023-0464)", () => {
    // Each policy is mapped to all policies of the next certificate: `width ** depth` leaves in a tree.
    const width = 20;
    const names = (depth: number) => Array.from({ length: width }, (_, i) => `1.${depth}.${i}`);
    const path = (depth: number) =>
      Array.from({ length: depth }, (_, i) =>
        certificate({
          policies: names(i),
          mappings: names(i).flatMap((from) => names(i + 1).map((to) => map(from, to))),
          requireExplicitPolicy: 0,
        }));
    const cost = (depth: number) => {
      const budget = new Budget();
      const { policies, fault } = processPolicies(path(depth), ANY_SETTINGS, budget);
      assert.equal(fault, null);
      assert.deepEqual(policies, names(0).sort());
      return budget.spent("work");
    };
    const [ten, nineteen] = [cost(10), cost(19)];
    // The nodes of a depth have 400 edges to the next depth, each made once and visited once.
    assert(nineteen <= 19 * 4 * width * width, `${nineteen}`);
    assert(nineteen <= 2 * ten, `${ten} and ${nineteen}`);
  });

  it("cost a unit of work for each policy, mapping, node and edge", () => {
    const cost = (...certificates: PolicyExtensions[]) => {
      const budget = new Budget();
      processPolicies(certificates, ANY_SETTINGS, budget);
      return budget.spent("work");
    };
    const one = certificate({ policies: ["1.1"] });
    // The top node and what it expects, the policy; then the two nodes and their edge.
    assert.equal(cost(one), 3 + 3);
    assert.equal(cost(one, one), 3 + 3 + 5);
    assert.equal(cost(certificate({ policies: ["1.1"], mappings: [map("1.1", "1.2")] }), one), 7);
    assert.equal(cost(certificate({ policies: ["1.1", "1.2"] })), 4 + 5);
  });

  it("spend from the budget before the work is done", () => {
    const policies = Array.from({ length: 10_000 }, (_, i) => `1.3.${i}`);
    const path = [certificate({ policies }), certificate({ policies })];
    assert.throws(
      () => processPolicies(path, ANY_SETTINGS, new Budget({ work: 5_000 })),
      (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
    );
  });
});
