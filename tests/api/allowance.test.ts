/** CPU_SECONDS_PER_MINUTE. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Allowance } from "../../api/compute/allowance.ts";

describe("allowance of processor time", () => {
  it("makes a client wait until its minute ends, and no other", () => {
    const clock = { now: 5_000 };
    const allowance = new Allowance(10, () => clock.now);
    assert.equal(allowance.wait("a"), null);
    allowance.spend("a", 9_999);
    assert.equal(allowance.wait("a"), null);
    clock.now += 20_500;
    allowance.spend("a", 1);
    assert.equal(allowance.wait("a"), 40);
    assert.equal(allowance.wait("b"), null);
    clock.now += 39_500;
    assert.equal(allowance.wait("a"), null);
  });

  it("is off by default", () => {
    const allowance = new Allowance(0, () => 0);
    allowance.spend("a", Number.MAX_SAFE_INTEGER);
    assert.equal(allowance.wait("a"), null);
  });
});
