/**
 * Fixtures give the same JSON in this process and in the packed command line on Node: those whose turn it
 * is (turns.ts), and in the full run each one.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import { provider } from "../../core/provider.ts";
import { packages } from "../cli/package-support.ts";
import { folderOf } from "../cli/support.ts";
import { needs, runProgram } from "../support/programs.ts";
import { expectedAnswer } from "./expected.ts";
import { FIXTURE_SETS } from "./sets.ts";
import { turnsOf } from "./turns.ts";

const at = await folderOf({});

describe("parity in the command line", needs("node", "npm"), () => {
  let main: string;
  it("packs the command line", async () => {
    main = join((await packages()).folder, provider.packageName, "ssl-tools.js");
    assert((await Deno.stat(main)).isFile);
  });

  for (const set of FIXTURE_SETS) {
    const { operation, comparable = (value: unknown) => value } = set;
    const places = turnsOf(set, "command line");
    it(`${operation}: ${places.length} fixtures`, async () => {
      const pathOf = (place: number) => at(`${place}.json`);
      for (const place of places) {
        await Deno.writeTextFile(pathOf(place), JSON.stringify(set.fixtures[place].input));
      }
      const paths = places.map(pathOf);
      const call = [main, "call", operation, ...paths, "--output", "-"];
      const { stdout, stderr } = await runProgram("node", call);
      const given = JSON.parse(stdout);
      const listed: Listed[] = Array.isArray(given) ? given : [{ name: paths[0], answer: given }];
      const byName = new Map(listed.map((one) => [one.name, one]));
      for (const place of places) {
        const { name, input } = set.fixtures[place];
        const { answer, error } = byName.get(pathOf(place))!;
        const outcome = error === undefined ? { ok: true, value: answer } : { ok: false, error };
        const expected = await expectedAnswer(set, place);
        assert.deepEqual(await comparable(outcome, input), expected, `${name} ${stderr}`);
      }
    });
  }
});

interface Listed {
  readonly name: string;
  readonly answer?: unknown;
  readonly error?: unknown;
}
