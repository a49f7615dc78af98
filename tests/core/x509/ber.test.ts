import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { toDefinite } from "../../../core/x509/asn1/ber.ts";

/** A SEQUENCE with three empty ones, all of indefinite length. */
const NESTED = Uint8Array.fromHex("3080" + "30800000".repeat(3) + "0000");

describe("BER", () => {
  it("converts indefinite lengths to definite ones", () => {
    assert.equal(toDefinite(NESTED, new Budget()).toHex(), "3006300030003000");
  });

  it("charges headers of indefinite length to the budget", () => {
    assert.equal(toDefinite(NESTED, new Budget({ nodes: 4 })).length, 8);
    assert.throws(() => toDefinite(NESTED, new Budget({ nodes: 3 })), { code: "too_complex" });
  });
});
