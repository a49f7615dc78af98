/** The answers of this process, to compare with all other places. */
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import type { FixtureSet } from "./sets.ts";

const known = new Map<FixtureSet, Map<number, Promise<unknown>>>();

export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The comparable answer to a fixture of a set, computed once for all engines. */
export function expectedAnswer(set: FixtureSet, place: number): Promise<unknown> {
  const answers = known.get(set) ?? new Map<number, Promise<unknown>>();
  known.set(set, answers);
  if (!answers.has(place)) answers.set(place, answer(set, set.fixtures[place].input));
  return answers.get(place)!;
}

async function answer({ operation, comparable }: FixtureSet, input: unknown): Promise<unknown> {
  const outcome = asJson(await execute(operations, operation, input, createContext()));
  return comparable ? await comparable(outcome, input) : outcome;
}
