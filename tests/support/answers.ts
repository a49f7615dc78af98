/**
 * Writes core/example-answers.json: the answer of each operation to its contract's example, for the
 * documentation. Run `deno task generated examples` after an example or the shape of an answer has changed.
 *
 * The time is fixed, so only random values differ between two runs. Network operations run on the
 * fixed network of example-network.ts.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { exampleTime } from "../../core/examples.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { type Binding, execute, type Registry } from "../../core/kernel/execute.ts";
import { offered, operations } from "../../core/operations.ts";
import { apiOperations } from "../../api/operations.ts";
import { onExampleNetwork } from "./example-network.ts";

const ANSWERS_FILE = new URL("../../core/example-answers.json", import.meta.url);

const EXAMPLE_TIME = Date.parse(exampleTime);

/** Runs the example of an operation, and returns its answer as JSON data. */
export async function exampleAnswer(contract: Contract): Promise<unknown> {
  const { name } = contract;
  const answerIn = async (operations: Registry) => {
    const context = createContext({ now: EXAMPLE_TIME });
    const outcome = await execute(operations, name, exampleOf(contract), context);
    if (!outcome.ok) throw new Error(`The example of ${name} ends in ${outcome.error.code}`);
    return JSON.parse(JSON.stringify(outcome.value));
  };
  if (contract.runs !== "network") return await answerIn(operations);
  return await onExampleNetwork((network) => answerIn(apiOperations(network)));
}

/** The operations whose answers the file contains: all that the API offers. */
export function answering(): Binding[] {
  return offered.toSorted((a, b) => a.contract.name < b.contract.name ? -1 : 1);
}

/**
 * Describes the first difference between a stored answer and two new ones; null if they agree. A
 * value that differs between the new answers is random, so only its type is compared.
 */
export function difference(
  value: unknown,
  [first, second]: readonly [unknown, unknown],
  place = "",
): string | null {
  if (isSame(value, first)) return null;
  if (!isObject(first) || !isObject(second) || !isObject(value)) {
    if (!isSame(first, second) && typeof value === typeof first) return null;
    return `${place}: ${JSON.stringify(value)} instead of ${JSON.stringify(first)}`;
  }
  const keys = Object.keys(first);
  if (!isSame(Object.keys(value), keys)) {
    return `${place}: ${Object.keys(value)} instead of ${keys}`;
  }
  for (const key of keys) {
    const found = difference(value[key], [first[key], second[key]], `${place}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Replaces each value of an answer by the name of its type, and keeps the names of fields. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The answer to keep: the stored one if the new one differs only in random values. */
async function renewed(contract: Contract, stored: unknown): Promise<unknown> {
  const answers = [await exampleAnswer(contract), await exampleAnswer(contract)] as const;
  return difference(stored, answers) === null ? stored : answers[0];
}

if (import.meta.main) {
  const stored = JSON.parse(await Deno.readTextFile(ANSWERS_FILE));
  const answers: Record<string, unknown> = {};
  for (const { contract } of answering()) {
    answers[contract.name] = await renewed(contract, stored[contract.name]);
  }
  await Deno.writeTextFile(ANSWERS_FILE, JSON.stringify(answers, null, 2) + "\n");
}
