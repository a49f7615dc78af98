/** The budget of one operation: what light work may spend before it counts as expensive. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";

const tooComplex = { code: "too_complex" };

describe("a budget of light work", () => {
  it("is outgrown by the first work beyond it, though more is left", () => {
    const budget = new Budget({ work: 1_000 }, 100);
    budget.spend("work", 100);
    assert.equal(budget.outgrown, false);
    assert.throws(() => budget.spend("work", 1), tooComplex);
    assert.equal(budget.outgrown, true);
    // What is refused is not spent, and the choices of an operation are those of the whole budget.
    assert.equal(budget.spent("work"), 100);
    assert.equal(budget.left("work"), 900);
  });

  it("stays outgrown where an operation catches the refusal and goes on", () => {
    const budget = new Budget({}, 100);
    assert.throws(() => budget.spend("work", 101), tooComplex);
    budget.spend("work", 1);
    assert.equal(budget.outgrown, true);
  });

  it("counts every kind of work, and that of a part", () => {
    // A path takes 20 microseconds, a name 0.2, and an iteration 0.4.
    for (const [kind, most] of [["paths", 5], ["names", 500], ["kdfIterations", 250]] as const) {
      const { budget } = createContext({ light: 100 });
      budget.spend(kind, most);
      assert.throws(() => budget.part({ work: 1_000 }).spend(kind, 1), tooComplex);
      assert.equal(budget.outgrown, true, kind);
    }
  });

  it("is not what a used up budget has outgrown", () => {
    const budget = new Budget({ work: 50, nodes: 1 }, 100);
    assert.throws(() => budget.spend("work", 51), tooComplex);
    budget.spendNode();
    assert.throws(() => budget.spendNode(), tooComplex);
    assert.equal(budget.outgrown, false);
  });
});
