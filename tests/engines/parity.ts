/**
 * One answer in every engine: for the fixtures of each operation the built worker gives the same
 * JSON as this process, and answers each call once.
 */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type Answered, type Calls, callWorker, workerPath } from "../parity/browser-worker.ts";
import { asJson, expectedAnswer } from "../parity/expected.ts";
import type { FixtureSet } from "../parity/sets.ts";
import type { Page } from "./page.ts";

export interface Compared {
  /** The fixtures whose answer differs from this process's. */
  differing: string[];
  /** The fixtures whose call was answered more than once, or never. */
  notOnce: string[];
}

/**
 * Compares the fixtures at these places, on any page of the app, whose policy allows the worker.
 */
export async function compareSet(
  page: Page,
  set: FixtureSet,
  places: readonly number[],
): Promise<Compared> {
  const { operation, fixtures, comparable = (value: unknown) => value } = set;
  const inputs = places.map((place) => fixtures[place].input);
  const calls: Calls = { path: await workerPath(), operation, inputs };
  // In parallel, because making keys takes time in both.
  const [text, expected] = await Promise.all([
    page.driver.call(String(callWorker), JSON.stringify(calls)),
    Promise.all(places.map((place) => expectedAnswer(set, place))),
  ]);
  const { answers, replies } = JSON.parse(text) as Answered;
  assert.equal(answers.length, places.length);
  const compared: Compared = { differing: [], notOnce: [] };
  for (const [index, place] of places.entries()) {
    const { name } = fixtures[place];
    if (replies[index] !== 1) compared.notOnce.push(name);
    const there = await comparable(asJson(answers[index]), inputs[index]);
    if (!isDeepStrictEqual(there, expected[index])) compared.differing.push(name);
  }
  return compared;
}
