/** The words for certificates that are not on the path. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { Analysis } from "../../web/src/tools/chain/analysis.ts";
import { unusedWords } from "../../web/src/tools/chain/unused-words.ts";

type Unused = Analysis["unused"][number];

const certificate = (ca: boolean, ...names: string[]) => ({
  extensions: {
    basicConstraints: { ca },
    subjectAltName: names.map((value) => ({ type: "DNS", value })),
  },
});

it("another certificate for the same name is neither unrelated nor on another path", () => {
  const analysis = {
    chain: [{ info: certificate(false, "www.a.example") }],
  } as unknown as Analysis;
  const wordOf = (reason: Unused["reason"], info: object) =>
    unusedWords({ reason, info } as unknown as Unused, analysis)[0];
  const same = certificate(false, "a.example", "www.a.example");
  assert.equal(wordOf("unrelated", same), "Same name");
  assert.equal(wordOf("alternative", same), "Same name");
  assert.equal(wordOf("duplicate", same), "Duplicate");
  assert.equal(wordOf("unrelated", certificate(false, "b.example")), "Unrelated");
  assert.equal(wordOf("alternative", certificate(true, "www.a.example")), "Alternative");
});
