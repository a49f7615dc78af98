/** The examples of the rules' pages: the first breaks the rule, the second breaks no rule. */
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
import { ruleExamples } from "../support/rule-examples.ts";

const examples = new Map<string, RuleExample | null>();
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

describe("examples of rules", () => {
  it("are those of the rules' cases: run deno task generated rules after a change", async () => {
    const file = new URL("../../web/build/reference/examples.json", import.meta.url);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file)), ruleExamples());
  });

  it("exist for every rule of the linter", () => {
    assert.deepEqual(Object.keys(LINTS).filter((code) => !examples.get(code)), []);
  });

  for (const [code, example] of examples) {
    if (!example?.judgedAs) continue;
    const { bad, good, judgedAs, message } = example;
    it(code, () => {
      assert(findings(bad, judgedAs).includes(code), "the first breaks the rule");
      assert.deepEqual(findings(good, judgedAs), [], "the second breaks no rule");
      assert.notEqual(message, "");
    });
  }
});
