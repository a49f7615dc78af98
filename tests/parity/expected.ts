/** The answers of this process, to compare with all other places. */
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import type { FixtureSet } from "./sets.ts";

const known = new Map<FixtureSet, Promise<unknown[]>>();

export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/**
 * The comparable answers to the fixtures of a set, computed once for all engines.
 */
export function expectedAnswers(set: FixtureSet): Promise<unknown[]> {
  if (!known.has(set)) known.set(set, answer(set));
  return known.get(set)!;
}

async function answer({ operation, fixtures, comparable }: FixtureSet): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { input } of fixtures) {
    const outcome = asJson(await execute(operations, operation, input, createContext()));
    answers.push(comparable ? await comparable(outcome, input) : outcome);
  }
  return answers;
}
