/** Each fixture gives the same JSON in this process and in the packed command line on Node. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { provider } from "../../core/provider.ts";
import { folderOf } from "../cli/support.ts";
import { needs, runProgram } from "../support/programs.ts";
import { expectedAnswers } from "./expected.ts";
import { FIXTURE_SETS } from "./sets.ts";

const at = await folderOf({});

describe("parity in the command line", needs("node", "npm"), () => {
  it("packs the command line", async () => {
    const { code, stderr } = await runProgram(Deno.execPath(), ["task", "-q", "package", at("")]);
    assert.equal(code, 0, stderr);
  });

  for (const set of FIXTURE_SETS) {
    const { operation, fixtures, comparable = (value: unknown) => value } = set;
    it(`${operation}: ${fixtures.length} fixtures`, async () => {
      const paths = fixtures.map((_, index) => at(`${index}.json`));
      for (const [index, { input }] of fixtures.entries()) {
        await Deno.writeTextFile(paths[index], JSON.stringify(input));
      }
      const main = at(`${provider.packageName}/ssl-tools.js`);
      const call = [main, "call", operation, ...paths, "--output", "-"];
      const { stdout, stderr } = await runProgram("node", call);
      const given = JSON.parse(stdout);
      const listed: Listed[] = Array.isArray(given) ? given : [{ name: paths[0], answer: given }];
      const byName = new Map(listed.map((one) => [one.name, one]));
      const expected = await expectedAnswers(set);
      for (const [index, { name, input }] of fixtures.entries()) {
        const { answer, error } = byName.get(paths[index])!;
        const outcome = error === undefined ? { ok: true, value: answer } : { ok: false, error };
        assert.deepEqual(await comparable(outcome, input), expected[index], `${name} ${stderr}`);
      }
    });
  }
});

interface Listed {
  readonly name: string;
  readonly answer?: unknown;
  readonly error?: unknown;
}
