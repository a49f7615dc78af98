/** Each fixture in tests/fixtures/chain and chain-edges breaks one rule, or none. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type RuleCode, ruleOf, RULES } from "../../../core/x509/rules/catalogue.ts";
import { citation } from "../../../core/x509/documents.ts";
import { negotiatedRules } from "../../../core/x509/rules/handshake.ts";
import { connectionRules, objectRules } from "../../../core/x509/rules/objects.ts";
import { rsaRules } from "../../../core/x509/rules/keys.ts";
import { CASES } from "./rules/all-cases.ts";
import { chainCases } from "../../fixtures/chain/index.ts";
import { edgeCases } from "../../fixtures/chain-edges/index.ts";
import { analyzeCase, problemsOf } from "../chain/support.ts";

const cases = [...chainCases, ...edgeCases];

describe("chain", () => {
  for (const fixture of cases) {
    const { name, code, index, twin, also } = fixture;
    if (code === null) {
      for (const profile of ["public", "private"] as const) {
        it(`whole > ${name}, ${profile}`, async () => {
          const response = await analyzeCase(fixture, profile);
          assert.deepEqual(problemsOf(response), []);
          assert.equal(response.validation.isValid, true);
          assert.equal(response.validation.trusted, profile === "public");
          assert.equal(response.validation.hasRoot, true);
        });
      }
      continue;
    }
    const rule = ruleOf(code as RuleCode);
    for (const profile of ["public", "private"] as const) {
      // Without a purpose, only public CAs must allow the purposes of the end entity. Others get a warning.
      if (profile === "private" && code === "eku_not_permitted" && fixture.purpose === null) {
        it(`${code} > ${name}, private and without a purpose: valid by RFC 5280`, async () => {
          const response = await analyzeCase(fixture, profile);
          assert.deepEqual(problemsOf(response), [`eku_not_nested@${index}`]);
          const found = response.problems.find(({ code }) => code === "eku_not_nested")!;
          assert.deepEqual([found.severity, found.kind], ["warning", "policy"]);
          assert.equal(response.validation.isValid, true);
        });
        continue;
      }
      it(`${code} > ${name}, ${profile}`, async () => {
        const { text, purpose, host } = fixture;
        const response = await analyzeCase({ text, purpose, host }, profile);
        assert.deepEqual(problemsOf(response), [`${code}@${index}`, ...also]);
        const [problem] = response.problems.filter((problem) => problem.code === code);
        assert.equal(problem.kind, rule.kind);
        assert.equal(problem.clause, citation(rule.clause));
        // Policy rules bind certificates under a public root, but not the root itself.
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
});

/** The rules that are proof (docs/decisions.md, "Chain verdicts"). All others are policy. */
const PROOF = [
  ...["signature_invalid", "signature_unverifiable", "signature_algorithm_mismatch"],
  ...["expired", "revoked", "not_yet_valid", "issuer_not_found", "self_signed", "self_signed_leaf"],
  ...["not_a_ca", "path_length_exceeded", "key_cert_sign_missing"],
  ...["name_not_permitted", "name_excluded"],
  ...["name_constraint_unsupported", "name_constraint_malformed", "name_constraints_too_many"],
  ...["unknown_critical_extension", "duplicate_extension", "extension_malformed"],
  ...[
    "validity_impossible",
    "version_invalid",
    "issuer_empty",
    "eku_not_permitted",
    "server_auth_missing",
  ],
  "purpose_missing",
  ...["host_name_mismatch", "policy_not_valid", "policy_any_mapped"],
  ...["tls_features_missing", "key_not_proven", "key_too_small"],
  "key_off_curve",
];
/** Rules with a severity below "error". */
const NO_ERROR = [
  "request_signature_invalid",
  ...["signature_unverifiable", "san_internal_name", "eku_missing"],
  ...["common_name_not_in_san", "leaf_is_ca", "root_not_trusted", "expiring_soon"],
  ...["self_signed_leaf", "client_auth", "unit_present", "exponent_small", "superseded"],
  ...["merkle_tree_certificate", "aki_contradicts_issuer", "ca_eku_any_only"],
  ...["root_eku_not_nested", "root_eku_any_only"],
  ...["aki_names_another", "server_auth_not_included"],
  ...["server_valid_over_825_days", "eku_any_only", "crl_not_yet_valid"],
  ...["key_exchange_rsa", "client_certificate_required"],
  ...["keystore_changed", "host_name_underscore"],
  ...["root_distrusted", "crl_unusable", "digest_weak", "sender_not_named"],
];
/** Rules about a server's handshake. tests/api/network has the cases. */
const OF_A_CONNECTION = Object.keys({ ...connectionRules, ...negotiatedRules });
/** Rules that only the inspector reports. Its tests have the cases. */
const OF_THE_INSPECTOR = [
  ...Object.keys(objectRules),
  ...Object.keys(rsaRules),
  ...["self_signed_leaf", "client_auth", "unit_present"],
];

const CODES = Object.keys(RULES) as RuleCode[];

describe("chain", () => {
  it("has the kind and severity of each rule as decided", () => {
    const ofKind = CODES.filter((code) => ruleOf(code).kind === "proof");
    assert.deepEqual(ofKind.toSorted(), PROOF.toSorted());
    const mild = CODES.filter((code) => ruleOf(code).severity !== "error");
    assert.deepEqual(mild.toSorted(), NO_ERROR.toSorted());
  });

  it("gives for each rule a reason and an advice in sentences", () => {
    for (const code of CODES) {
      const { title, why, advice, clause } = ruleOf(code);
      assert.match(title, /^[A-Z].*[^.]$/, code);
      assert.match(why, /^[A-Z].*\.$/, code);
      assert.match(advice, /^[A-Z].*\.$/, code);
      assert(citation(clause).length > 5, code);
    }
  });

  it("has a chain for every rule that a complete chain can break", () => {
    // These rules are about incomplete chains and are tested elsewhere.
    const others = ["issuer_not_found", "issuer_empty", "self_signed", "signature_unverifiable"]
      .concat(["root_not_trusted", "policy_not_valid", "policy_any_mapped", "expiring_soon"])
      .concat(
        ["name_constraints_too_many", "purpose_missing", "root_distrusted", "revoked"],
        ["tls_features_missing", "given_root_faulty", "eku_not_nested"],
        // tests/core/x509/rules/messages.test.ts
        ["aki_contradicts_issuer", "root_eku_any_only"],
        // tests/core/x509/path.test.ts
        ["root_eku_not_nested"],
        // tests/fixtures/chain-edges
        ["aki_names_another"],
        // tests/core/chain/as-a-verifier.test.ts
        ["host_name_underscore", "server_auth_not_included"],
        // tests/core/chain/short-rsa-keys.test.ts
        ["key_too_small"],
        OF_THE_INSPECTOR,
        OF_A_CONNECTION,
      );
    const broken = new Set(chainCases.map(({ code }) => code));
    for (const code of Object.keys(CASES)) broken.add(code);
    const missing = CODES.filter((code) => !broken.has(code) && !others.includes(code));
    assert.deepEqual(missing, []);
    assert(chainCases.filter(({ code }) => code !== null).length >= 40);
  });
});
