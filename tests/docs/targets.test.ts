/** docs/targets.md names each target with the document that its folder names. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { targets } from "../../core/bundle/targets.ts";
import { TARGET_NAMES, TARGETS } from "../../core/targets.ts";

it("every target has a row with its document", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/targets.md", import.meta.url));
  const rows = page.split("\n").filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const named = rows.slice(1).filter(([, , cell]) => cell.startsWith("https://"))
    .map(([, name, document]) => `${name} ${document}`);
  const expected = TARGETS.map((id) => `${TARGET_NAMES[id]} ${targets[id].documentation}`);
  assert.deepEqual(named, expected);
});
