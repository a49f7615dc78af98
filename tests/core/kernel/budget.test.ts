/** The limit for light work in the budget of an operation. Beyond it the operation is expensive. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";

const tooComplex = { code: "too_complex" };

describe("a budget of light work", () => {
  it("is outgrown by the first work beyond the light limit, even if more is left", () => {
    const budget = new Budget({ work: 1_000 }, 100);
    budget.spend("work", 100);
    assert.equal(budget.outgrown, false);
    assert.throws(() => budget.spend("work", 1), tooComplex);
    assert.equal(budget.outgrown, true);
    // Refused work is not spent, and `left` ignores the light limit.
    assert.equal(budget.spent("work"), 100);
    assert.equal(budget.left("work"), 900);
  });

  it("stays outgrown if an operation catches the error and goes on", () => {
    const budget = new Budget({}, 100);
    assert.throws(() => budget.spend("work", 101), tooComplex);
    budget.spend("work", 1);
    assert.equal(budget.outgrown, true);
  });

  it("counts every kind of work, also that of a sub-budget", () => {
    // A path takes 20 microseconds, a name 0.2, and an iteration 0.25.
    for (const [kind, most] of [["paths", 5], ["names", 500], ["kdfIterations", 400]] as const) {
      const { budget } = createContext({ light: 100 });
      budget.spend(kind, most);
      assert.throws(() => budget.part({ work: 1_000 }).spend(kind, 1), tooComplex);
      assert.equal(budget.outgrown, true, kind);
    }
  });

  it("is not outgrown when the whole budget is used up", () => {
    const budget = new Budget({ work: 50, nodes: 1 }, 100);
    assert.throws(() => budget.spend("work", 51), tooComplex);
    budget.spendNode();
    assert.throws(() => budget.spendNode(), tooComplex);
    assert.equal(budget.outgrown, false);
  });
});
