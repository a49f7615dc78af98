/**
 * x509-limbo's cases, where they are there: the verdicts that implementations share must be ours,
 * the disputed ones are printed.
 */
import assert from "node:assert/strict";
import { readSampleText } from "../support/corpus.ts";
import { judge, type LimboCase } from "./limbo.ts";

/** No case may take longer, in milliseconds. */
const MOST = 1_000;

function readCases(): { cases: LimboCase[]; consensus: ReadonlySet<string> } {
  try {
    const { testcases } = JSON.parse(readSampleText("limbo-dev.json"));
    const rows = readSampleText("limbo-dev.sets.tsv").trimEnd().split("\n")
      .map((line) => line.split("\t"));
    const basis = rows[0].indexOf("verdict_basis");
    const consensus = rows.filter((row) => row[basis] === "consensus").map(([id]) => id);
    return { cases: testcases, consensus: new Set(consensus) };
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
    console.log("not run: needs the sample corpus");
    return { cases: [], consensus: new Set() };
  }
}

const { cases, consensus } = readCases();

for (const testCase of cases.filter(({ id }) => consensus.has(id))) {
  Deno.test(`conformance > x509-limbo > ${testCase.id}`, async () => {
    const started = performance.now();
    const { actual_result, context } = await judge(testCase);
    const took = performance.now() - started;
    assert.equal(actual_result, testCase.expected_result, context);
    assert(took < MOST, `it took ${took} ms`);
  });
}

if (cases.length > 0) {
  Deno.test("conformance > x509-limbo > the disputed cases are told apart by a finding", async () => {
    for (const testCase of cases.filter(({ id }) => !consensus.has(id))) {
      const { actual_result, context } = await judge(testCase);
      console.log(`${testCase.id}: ${actual_result}, ${context}`);
      // Each of them breaks a rule of public authorities; whether that is fatal is the dispute.
      assert.match(context, /[a-z_]+@[0-9]/);
    }
  });
}
