/** The command of this folder: a table without arguments, verdicts in a file with two. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { needsCorpus, readSampleText } from "../support/corpus.ts";
import { needs, needsAll } from "../support/programs.ts";
import { judgeFile } from "./limbo.ts";
import { PUBLISHED, publishedPart, summary, tableOf } from "./main.ts";
import { lintResults, shares } from "./lints.ts";
import {
  type Case,
  corpusSuites,
  type Judged,
  limboFile,
  runSuite,
  wycheproofSuite,
} from "./suites.ts";

const judged = (name: string, verdict: Judged["verdict"]): Case => ({
  name,
  judge: () => Promise.resolve({ verdict, why: "refused" }),
});

describe("conformance > table", () => {
  it("counts what agrees, what the ledger explains, what was left out, and what differs", async () => {
    const result = await runSuite({
      name: "sample",
      cases: [
        judged("a", "agrees"),
        judged("webpki::cn::not-in-san", "agrees"),
        judged("c", "ledger"),
        judged("d", "differs"),
        judged("e", "left out"),
      ],
    });
    const { slowest, ...counts } = result;
    assert.deepEqual(counts, {
      ...{ suite: "sample", isChains: false, cases: 5, agree: 2, ledger: 1, leftOut: 1 },
      ...{ differ: ["d: refused"], idle: ["webpki::cn::not-in-san"] },
    });
    assert(slowest && slowest.milliseconds > 0);
    const [head, row] = tableOf([result]).split("\n");
    assert.match(head, /^suite\s+cases\s+agree\s+ledger\s+left out\s+differ\s+slowest/);
    assert.match(row, /^sample\s+5\s+2\s+1\s+1\s+1\s+\d+ ms \S+$/);
  });

  it("publishes the figures of this run", needsAll(needsCorpus(), needs("xz")), async () => {
    const results = [];
    for (const suite of [wycheproofSuite(), ...corpusSuites()]) results.push(await runSuite(suite));
    assert.deepEqual(results.flatMap(({ differ, idle }) => [...differ, ...idle]), []);
    // The formatter widens the columns.
    const linesOf = (text: string) => text.replaceAll(/[ :-]+/g, " ").split("\n");
    const document = linesOf(Deno.readTextFileSync(PUBLISHED));
    const missing = linesOf(publishedPart(results, shares(lintResults()))).filter((line) =>
      !document.includes(line)
    );
    assert.deepEqual(missing, [], "deno task conformance --publish --boringssl FOLDER");
    const claims = Deno.readTextFileSync(new URL("../../docs/claims.md", import.meta.url));
    assert(claims.includes(summary(results)), summary(results));
  });

  it(
    "judges files in x509-limbo's format, and writes what it found",
    needsAll(needsCorpus(), needs("xz")),
    async () => {
      const folder = await Deno.makeTempDir();
      try {
        const { testcases, ...rest } = JSON.parse(readSampleText("limbo-dev.json"));
        const few = testcases.slice(0, 5);
        await Deno.writeTextFile(`${folder}/in.json`, JSON.stringify({ ...rest, testcases: few }));
        const { cases, agree } = await runSuite(limboFile(`${folder}/in.json`));
        assert.deepEqual([cases, agree], [5, 5]);
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
    },
  );
});
