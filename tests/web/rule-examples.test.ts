/** The examples of the rules' pages: the first breaks the rule, the second breaks none. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../core/kernel/context.ts";
import { LINTS } from "../../core/x509/rules/lint/catalogue.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import type { Profile } from "../../core/x509/rules/rule.ts";
import type { RuleExample } from "../../web/src/page/reference.ts";
import { references } from "../../web/build/reference/references.ts";
import { WITHOUT_EXAMPLE } from "../../web/build/reference/rule-pages.ts";
import { examplesOfFiles, findingsIn } from "../support/examples-of-files.ts";
import { ruleExamples } from "../support/rule-examples.ts";

const examples = new Map<string, RuleExample | string>();
for (const reference of await references()) {
  if (reference.kind === "rule") examples.set(reference.code, reference.example);
}

/** The codes that the linter finds in a text that a page shows. */
function findings(text: string, profile: Profile): string[] {
  const blocks = readPem(text);
  assert.equal(blocks.length, 1);
  const certificate = readCertificate(blocks[0].bytes!, new Budget());
  return lint(certificate, profile).findings.map(({ code }) => code);
}

const codes = (found: readonly { code: string }[]) => found.map(({ code }) => code);

describe("examples of rules", () => {
  it("are those of the rules' cases: run deno task generated rules after a change", async () => {
    const file = new URL("../../web/build/reference/examples.json", import.meta.url);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file)), await ruleExamples());
  });

  it("exist for every rule, or the page says why not", () => {
    const without = [...examples].flatMap(([code, example]) =>
      typeof example === "object" ? [] : [code]
    );
    assert.deepEqual(without.toSorted(), Object.keys(WITHOUT_EXAMPLE).toSorted());
    assert.deepEqual(without.filter((code) => Object.hasOwn(LINTS, code)), []);
    for (const code of without) assert.match(String(examples.get(code)), /^This page has .*\.$/);
  });

  for (const [code, example] of examples) {
    if (typeof example === "string") continue;
    const { bad, good, message, judged: { as } } = example;
    const files = examplesOfFiles[code];
    it(code, async () => {
      const ofBad = files ? codes(await findingsIn(files, "bad")) : findings(bad, as!);
      const ofGood = files ? codes(await findingsIn(files, "good")) : findings(good, as!);
      assert(ofBad.includes(code), `the first breaks ${ofBad}`);
      assert.deepEqual(ofGood, [], "the second breaks no rule");
      assert.notEqual(message, "");
      if (files) assert.deepEqual([bad, good], [files.bad, files.good]);
    });
  }
});
