/** Every rule of the linter has a certificate that breaks it and one that follows it. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type LintCode, LINTS } from "../../../../core/x509/rules/lint/catalogue.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import { type RuleCode, RULES } from "../../../../core/x509/rules/catalogue.ts";
import { citation } from "../../../../core/x509/documents.ts";
import { PROFILES, type Rule } from "../../../../core/x509/rules/rule.ts";
import { appliesIn } from "../../../../core/x509/rules/checklist.ts";
import { CASES } from "./all-cases.ts";
import { intermediate, leaf, root } from "./maker.ts";

const CODES = Object.keys(LINTS) as LintCode[];
/** Shared rules that only a path or a purpose can break. */
const OF_PATHS: ReadonlySet<string> = new Set<RuleCode>([
  ...["not_a_ca", "purpose_missing", "leaf_is_ca", "host_name_mismatch"] as const,
]);
/** Rules that the linter shares with the chain analyzer. */
const SHARED = (Object.entries(RULES) as [RuleCode, Rule][])
  .flatMap(([code, { check, linted }]) =>
    check && linted !== false && !OF_PATHS.has(code) ? [code] : []
  );
const USUAL = { leaf, intermediate, root };

describe("lint > usual certificates", () => {
  for (const [role, make] of Object.entries(USUAL)) {
    it(`a ${role} for public TLS breaks no rule`, () => {
      const { findings, passed, ...rest } = lint(make(), "public-tls");
      assert.deepEqual(findings, []);
      assert.deepEqual(rest, { judgedAs: "public-tls", role });
      assert(passed > 100);
    });
  }
});

describe("lint > each rule has a good and a bad certificate", () => {
  it("has a rule for every case", () => {
    assert.deepEqual(
      Object.keys(CASES).filter((code) => !Object.hasOwn({ ...RULES, ...LINTS }, code)),
      [],
    );
  });

  for (const code of [...CODES, ...SHARED]) {
    it(code, () => {
      const found = CASES[code];
      assert(
        found,
        `${code} has no case: add a good and a bad certificate to tests/core/x509/rules`,
      );
      const rule: Rule<never> = { ...RULES, ...LINTS }[code];
      const profile = found.as ?? PROFILES.find((profile) => appliesIn(rule, profile))!;
      const codesOf = (certificate: typeof found.bad) =>
        lint(certificate, profile).findings.map(({ code }) => code);
      const good = found.good ?? USUAL[lint(found.bad, profile).role]();
      assert(codesOf(found.bad).includes(code), `the bad certificate breaks ${codesOf(found.bad)}`);
      assert(!codesOf(good).includes(code), "the good certificate breaks it");
    });
  }
});

describe("lint > rules", () => {
  it("have codes that the shared catalogue does not have", () => {
    assert.deepEqual(CODES.filter((code) => Object.hasOwn(RULES, code)), []);
  });

  it("have a clause, and a title without a full stop", () => {
    for (const code of CODES) {
      const { title, clause } = LINTS[code];
      assert.match(title, /^[A-Z].*[^.]$/, code);
      assert(citation(clause).length > 5, code);
    }
  });
});
