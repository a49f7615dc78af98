/** The faults of this folder still fit the source: else `deno task mutation` would prove less. */
import assert from "node:assert/strict";
import { faults } from "./faults.ts";

const ROOT = new URL("../../core/chain/", import.meta.url);

Deno.test("mutation > each fault's text stands in its file once, and is changed", () => {
  for (const { file, rule, source, replacement } of faults) {
    const text = Deno.readTextFileSync(new URL(file, ROOT));
    assert.equal(text.split(source).length - 1, 1, `${file}: ${rule}`);
    assert.notEqual(source, replacement, `${file}: ${rule}`);
  }
});

Deno.test("mutation > each fault is another one", () => {
  const texts = faults.map(({ file, source, replacement }) => `${file}\n${source}\n${replacement}`);
  assert.equal(new Set(texts).size, texts.length);
  assert(faults.length >= 80);
});
