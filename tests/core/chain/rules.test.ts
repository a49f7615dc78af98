/** Chains that break one rule each, and their twins that break none (tests/fixtures/chain and chain-edges). */
import assert from "node:assert/strict";
import { type ProblemCode, RULES } from "../../../core/chain/problems.ts";
import { chainCases } from "../../fixtures/chain/index.ts";
import { edgeCases } from "../../fixtures/chain-edges/index.ts";
import { analyzeCase, problemsOf } from "./support.ts";

const cases = [...chainCases, ...edgeCases];

for (const fixture of cases) {
  const { name, code, index, twin } = fixture;
  if (code === null) {
    for (const profile of ["public", "private"] as const) {
      Deno.test(`chain > whole > ${name}, ${profile}`, async () => {
        const response = await analyzeCase(fixture, profile);
        assert.deepEqual(problemsOf(response), []);
        assert.equal(response.validation.isValid, true);
        assert.equal(response.validation.trusted, profile === "public");
        assert.equal(response.validation.hasRoot, true);
      });
    }
    continue;
  }
  const rule = RULES[code as ProblemCode];
  for (const profile of ["public", "private"] as const) {
    Deno.test(`chain > ${code} > ${name}, ${profile}`, async () => {
      const { text, purpose, host } = fixture;
      const response = await analyzeCase({ text, purpose, host }, profile);
      assert.deepEqual(problemsOf(response), [`${code}@${index}`]);
      const [problem] = response.problems.filter((problem) => problem.code === code);
      assert.equal(problem.kind, rule.kind);
      assert.equal(problem.clause, rule.clause);
      // Policy is the law of public anchors alone, and a listed root is above it.
      const isListed = profile === "public" && index === response.chain.length - 1;
      const lenient = rule.kind === "policy" && (profile === "private" || isListed);
      assert.equal(problem.severity, lenient ? "warning" : rule.severity);
      assert.match(problem.message, /^[A-Z].*\.$/);
      const disproves = rule.kind === "proof" && code !== "host_name_mismatch";
      assert.equal(response.validation.isValid, !disproves);
      const whole = cases.find((other) => other.name === twin);
      assert(whole && whole.code === null, `the twin ${twin}`);
      assert.equal(whole.openssl, "ok");
    });
  }
}

Deno.test("chain > every rule that a whole chain can break has a chain that breaks it", () => {
  // These speak of a chain that is not whole, and have tests of their own.
  const others = ["issuer_not_found", "issuer_empty", "self_signed", "signature_unverifiable"]
    .concat(["root_not_trusted", "policies_not_evaluated", "expiring_soon"]);
  const broken = new Set(chainCases.map(({ code }) => code));
  const missing = Object.keys(RULES).filter((code) => !broken.has(code) && !others.includes(code));
  assert.deepEqual(missing, []);
  assert(chainCases.filter(({ code }) => code !== null).length >= 40);
});
