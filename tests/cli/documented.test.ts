/** The everyday tasks of docs/cli.md: each command prints the output that the document shows. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { DOCUMENT, withOutputs } from "../support/documented-tasks.ts";

it("ssl-tools > prints what docs/cli.md shows (deno task generated commands)", async () => {
  const document = await Deno.readTextFile(DOCUMENT);
  const { text, tasks } = await withOutputs(document);
  assert(tasks >= 10);
  assert.equal(text, document);
});
