/** Statements about several things: one about the only thing, or one about their number. */
import type { Counted } from "../../inspect-codes.ts";
import type { Statement } from "../../model.ts";
import { type ObjectFacts, thingOf } from "./facts.ts";

export function tally<T>(
  found: readonly T[],
  one: (only: T) => Statement,
  many: (count: number) => Statement,
): Statement[] {
  if (found.length === 0) return [];
  return [found.length === 1 ? one(found[0]) : many(found.length)];
}

/** The facts about objects in the same state. */
export const countedOf = (rows: readonly ObjectFacts[]): Counted => ({
  count: rows.length,
  only: rows.length === 1 ? thingOf(rows[0]) : null,
});
