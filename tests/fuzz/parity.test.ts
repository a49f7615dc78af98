/**
 * Some fuzzed inputs, valid and broken, in the built worker in Chromium: its answers equal those of
 * this process.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { launch, serve } from "../e2e/support.ts";
import { needsBrowser } from "../support/browser.ts";
import { executeInBrowser } from "../parity/browser-worker.ts";
import { shapeOf } from "../support/answers.ts";
import { FIXTURE_SETS, type FixtureSet } from "../parity/sets.ts";
import { Seeded } from "../support/seeded.ts";
import type { Json } from "./json-mutations.ts";
import { targetNamed } from "./targets.ts";
import { isFull } from "../support/matrix.ts";

/** The number of inputs per operation; fewer for pfx/convert, whose key derivation takes time. */
const shareOf = (operation: string) => !isFull ? 8 : operation === "pfx/convert" ? 100 : 1_000;
const AT = "2026-11-21T12:00:00Z";

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The same instant for both sides. */
const dated = (input: Json): Json =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? { ...input, at: AT }
    : input;

function inputsOf(operation: string): Json[] {
  const target = targetNamed(operation);
  const inputs: Json[] = [];
  for (let seed = 1; inputs.length < shareOf(operation); seed++) {
    const random = new Seeded(seed);
    let input = random.pick(target.seeds) as Json;
    for (let edits = 1 + random.below(3); edits > 0; edits--) input = target.mutate(input, random);
    const given = dated(input);
    // Long inputs take time and do not change the comparison.
    if (JSON.stringify(given).length < 100_000) inputs.push(given);
  }
  return inputs;
}

/**
 * An outcome without its random parts. If an answer cannot be opened, such as a file under a mutated
 * password, only names and types are compared.
 */
async function settled(
  outcome: unknown,
  input: unknown,
  comparable: NonNullable<FixtureSet["comparable"]>,
) {
  const { ok, value } = asJson(outcome);
  try {
    return await comparable({ ok, value }, input);
  } catch {
    return { ok, value: shapeOf(value) };
  }
}

for (const { operation, comparable = (value: unknown) => value } of FIXTURE_SETS) {
  it(`fuzz > worker and process agree > ${operation}`, {
    sanitizeOps: false,
    sanitizeResources: false,
    ...needsBrowser(),
  }, async () => {
    const browser = await launch();
    const inputs = inputsOf(operation);
    const answers = await executeInBrowser(browser, await serve(), operation, inputs);
    assert.equal(answers.length, inputs.length);
    let refused = 0;
    for (const [index, input] of inputs.entries()) {
      const outcome = await execute(operations, operation, input, createContext());
      if (!outcome.ok) refused++;
      const ours = await settled(outcome, input, comparable);
      const theirs = await settled(answers[index], input, comparable);
      assert.deepEqual(theirs, ours, JSON.stringify(input).slice(0, 2_000));
    }
    console.log(`${operation}: ${inputs.length} inputs, ${refused} of them refused`);
  });
}
