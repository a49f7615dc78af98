/** What arithmetic on big integers costs: V8 works on them digit by digit and cannot be interrupted. */
import type { Budget } from "../../../kernel/context.ts";

/**
 * Takes `count` multiplications or divisions of numbers of so many bits from the budget's work, as
 * microseconds of a slow core: their digits have 64 bits, and each meets each.
 */
export function spendArithmetic(budget: Budget, bits: number, count: number): void {
  budget.spend("work", arithmeticTime(bits) * count);
}

/** Microseconds of a slow core for one of them. */
export function arithmeticTime(bits: number): number {
  return 0.5 + (bits / 64) ** 2 * 0.002;
}
