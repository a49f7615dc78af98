/** The command of this folder: a table without arguments, verdicts in a file with two. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { readSampleText, samples } from "../support/corpus.ts";
import { judgeFile } from "./limbo.ts";
import { tableOf } from "./main.ts";
import { type Case, corpusSuites, limboFile, runSuite, type Verdict } from "./suites.ts";

const verdict = (name: string, verdict: Verdict): Case => ({
  name,
  judge: () => Promise.resolve(verdict),
});

describe("conformance > table", () => {
  it("counts right verdicts, both kinds of wrong ones, and what was skipped", async () => {
    const result = await runSuite({
      name: "sample",
      cases: [
        verdict("a", "right"),
        verdict("b", "right"),
        verdict("c", "false accept"),
        verdict("d", "false reject"),
        verdict("e", "skipped"),
      ],
    });
    const { slowest, ...counts } = result;
    assert.deepEqual(counts, {
      suite: "sample",
      cases: 5,
      right: 2,
      skipped: 1,
      falseAccepts: ["c"],
      falseRejects: ["d"],
    });
    assert(slowest && slowest.milliseconds > 0);
    const [head, row] = tableOf([result]).split("\n");
    assert.match(
      head,
      /^suite\s+cases\s+right\s+false accepts\s+false rejects\s+skipped\s+slowest/,
    );
    assert.match(row, /^sample\s+5\s+2\s+1\s+1\s+1\s+\d+ ms [a-e]$/);
  });

  const there = samples("cert").length > 0;

  for (const suite of there ? corpusSuites() : []) {
    // The others have a test for each of their cases.
    if (suite.name !== "private keys" && suite.name !== "PKCS#12") continue;
    it(`${suite.name}: nothing is accepted or refused against its origin's word`, async () => {
      const { cases, right, falseAccepts, falseRejects } = await runSuite(suite);
      assert.deepEqual({ falseAccepts, falseRejects }, { falseAccepts: [], falseRejects: [] });
      assert(right > cases / 2);
    });
  }

  it("judges files in x509-limbo's format, and writes what it found", async () => {
    if (!there) return;
    const folder = await Deno.makeTempDir();
    try {
      const { testcases, ...rest } = JSON.parse(readSampleText("limbo-dev.json"));
      const few = testcases.slice(0, 5);
      await Deno.writeTextFile(`${folder}/in.json`, JSON.stringify({ ...rest, testcases: few }));
      const { cases, right, falseAccepts, falseRejects, skipped } = await runSuite(
        limboFile(`${folder}/in.json`),
      );
      assert.equal(cases, 5);
      assert.equal(right + falseAccepts.length + falseRejects.length + skipped, 5);
      await judgeFile(`${folder}/in.json`, `${folder}/out.json`);
      const report = JSON.parse(await Deno.readTextFile(`${folder}/out.json`));
      assert.equal(report.harness, "ssl-tools");
      assert.deepEqual(
        report.results.map(({ id }: { id: string }) => id),
        few.map(({ id }: { id: string }) => id),
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
