/**
 * Writes core/example-answers.json: what each operation answers to its contract's example, for the
 * documentation. Run after an example or an answer's shape has changed (`deno task examples`).
 *
 * The time is fixed, so that only what is random by its nature differs between two runs. Operations
 * of the network are left out: their answers are of another day and another host.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { type Binding, execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";

const ANSWERS_FILE = new URL("../../core/example-answers.json", import.meta.url);

const EXAMPLE_TIME = Date.UTC(2026, 10, 21, 12);

/** The value of one example, as JSON. */
export async function exampleAnswer(contract: Contract): Promise<unknown> {
  const { name } = contract;
  const context = createContext({ now: EXAMPLE_TIME });
  const outcome = await execute(operations, name, exampleOf(contract), context);
  if (!outcome.ok) throw new Error(`The example of ${name} ends in ${outcome.error.code}`);
  return JSON.parse(JSON.stringify(outcome.value));
}

/** Those that have an answer in the file. */
export function answering(): Binding[] {
  return [...operations.values()].filter(({ contract }) => contract.runs === "both")
    .sort((a, b) => a.contract.name < b.contract.name ? -1 : 1);
}

/** Names and types, for answers that are random by their nature. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The answer to keep: the stored one, if the new one differs only in what is random. */
async function renewed(contract: Contract, stored: unknown): Promise<unknown> {
  const first = await exampleAnswer(contract);
  const isRandom = !isSame(first, await exampleAnswer(contract));
  return isRandom && isSame(shapeOf(first), shapeOf(stored)) ? stored : first;
}

if (import.meta.main) {
  const stored = JSON.parse(await Deno.readTextFile(ANSWERS_FILE));
  const answers: Record<string, unknown> = {};
  for (const { contract } of answering()) {
    answers[contract.name] = await renewed(contract, stored[contract.name]);
  }
  await Deno.writeTextFile(ANSWERS_FILE, JSON.stringify(answers, null, 2) + "\n");
}
