/** Extensions that may be critical, because their meaning is known (RFC 5280, 4.2). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { ownFindings } from "../../../core/x509/rules/catalogue.ts";
import { type Bytes, oid, seq } from "./rules/der.ts";
import { cps, type Critical, critical, leaf, notice, NULL, policies } from "./rules/maker.ts";

describe("a critical extension", () => {
  const isUnknown = (type: string, value: Bytes | Critical) => {
    const candidate = new Candidate(leaf({ extensions: { [type]: value } }), "input", null);
    const now = Date.parse("2026-05-01T00:00:00Z");
    const inputs = { now, reference: null, purpose: null, budget: new Budget() };
    return ownFindings(candidate, "leaf", 0, inputs)
      .some(({ code }) => code === "unknown_critical_extension");
  };

  it("is known if it is id-pkix-ocsp-nocheck (RFC 6960, 4.2.2.2.1)", () => {
    assert.equal(isUnknown("ocspNoCheck", critical(NULL)), false);
    assert.equal(isUnknown("1.2.3.4", critical(NULL)), true);
  });

  it("is not known if a policy has a qualifier of an unknown type (RFC 5280, 4.2.1.4)", () => {
    const type = "certificatePolicies";
    const other = policies(["2.23.140.1.2.1", seq(oid("1.2.3.4"), NULL)]);
    assert.equal(isUnknown(type, critical(other)), true);
    assert.equal(isUnknown(type, other), false);
    const known = policies(["2.23.140.1.2.1", cps("http://ca.example.com/"), notice()]);
    assert.equal(isUnknown(type, critical(known)), false);
  });
});
