/**
 * One answer in every engine: each fixture of each operation, in the built worker, gives the same
 * JSON as in this process, and each call is answered once.
 */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { type Answered, type Calls, callWorker, workerPath } from "../parity/browser-worker.ts";
import type { FixtureSet } from "../parity/sets.ts";
import type { Page } from "./page.ts";

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

export interface Compared {
  /** Names of the fixtures with another answer than here. */
  differing: string[];
  /** Names of the fixtures whose call was answered more than once, or never. */
  notOnce: string[];
}

/** On any page of the app: its policy allows the worker. */
export async function compareSet(page: Page, set: FixtureSet): Promise<Compared> {
  const { operation, fixtures, comparable = (value: unknown) => value } = set;
  const inputs = fixtures.map(({ input }) => input);
  const calls: Calls = { path: await workerPath(), operation, inputs };
  // Side by side: there are two processors, and making keys takes its time.
  const [text, expected] = await Promise.all([
    page.driver.call(String(callWorker), JSON.stringify(calls)),
    Promise.all(inputs.map((input) => execute(operations, operation, input, createContext()))),
  ]);
  const { answers, replies } = JSON.parse(text) as Answered;
  assert.equal(answers.length, fixtures.length);
  const compared: Compared = { differing: [], notOnce: [] };
  for (const [index, { name }] of fixtures.entries()) {
    if (replies[index] !== 1) compared.notOnce.push(name);
    const [there, here] = await Promise.all(
      [answers[index], expected[index]].map(async (one) => await comparable(asJson(one))),
    );
    if (!isDeepStrictEqual(there, here)) compared.differing.push(name);
  }
  return compared;
}
