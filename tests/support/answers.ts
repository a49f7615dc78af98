/**
 * Writes core/example-answers.json: what each operation answers to its contract's example, for the
 * documentation. Run after an example or an answer's shape has changed (`deno task examples`).
 *
 * The time is fixed, so that only what is random by its nature differs between two runs. Operations
 * of the network are left out: their answers are of another day and another host.
 */
import { createContext } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { type Binding, execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";

export const ANSWERS_FILE = new URL("../../core/example-answers.json", import.meta.url);

const EXAMPLE_TIME = Date.UTC(2026, 10, 21, 12);

/** The value of one example, as JSON. */
export async function exampleAnswer({ name, example }: Contract): Promise<unknown> {
  const outcome = await execute(operations, name, example, createContext({ now: EXAMPLE_TIME }));
  if (!outcome.ok) throw new Error(`The example of ${name} ends in ${outcome.error.code}`);
  return JSON.parse(JSON.stringify(outcome.value));
}

/** Those that have an answer in the file. */
export function answering(): Binding[] {
  return [...operations.values()].filter(({ contract }) => contract.runs === "both")
    .sort((a, b) => a.contract.name < b.contract.name ? -1 : 1);
}

if (import.meta.main) {
  const answers: Record<string, unknown> = {};
  for (const { contract } of answering()) answers[contract.name] = await exampleAnswer(contract);
  await Deno.writeTextFile(ANSWERS_FILE, JSON.stringify(answers, null, 2) + "\n");
}
