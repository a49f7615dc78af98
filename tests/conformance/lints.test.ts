/** Compares the linter with zlint's expected results for its test certificates, from the corpus. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { LINTS } from "../../core/x509/rules/lint/catalogue.ts";
import { RULES } from "../../core/x509/rules/catalogue.ts";
import { appliesIn } from "../../core/x509/rules/checklist.ts";
import type { Rule } from "../../core/x509/rules/rule.ts";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { TRUE_ERRORS_OF_GOOD } from "./lint-ledger.ts";
import { errorsOfGood, errorsOfPublic, JUDGED_AS, lintResults, shares, ZLINT } from "./lints.ts";

/** Lints that none of our codes tells apart, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  e_dsa_correct_order_in_subgroup: "zlint's test changes the key after reading the file",
};

/** The number of lints of each source whose good and bad certificates we must distinguish. */
const WANTED = {
  rfc: 0.95,
  cabf_br: 0.9,
  mozilla: 0.9,
  apple: 0.9,
  community: 0.9,
  cabf_smime_br: 0.9,
} as const;

/** Lints that have no code of ours, each with its reason. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  e_subject_not_dn: "nothing that can be read breaks it",
  ...Object.fromEntries(
    [
      ...[
        "e_adobe_extensions_legacy_multipurpose_criticality",
        "e_adobe_extensions_strict_presence",
      ],
      ...["e_legal_entity_identifier", "e_smime_qc_statements_must_not_be_critical"],
      "e_strict_multipurpose_smime_ext_subject_directory_attr",
    ].map((lint) => [lint, "no mail client acts on it"]),
  ),
};

/** Lints that hold for a longer time than our rule, each with its reason. */
const SHORTER: Readonly<Record<string, string>> = {
  e_tls_server_cert_valid_time_longer_than_398_days: "200 days from 15 March 2026 on",
  w_tls_server_cert_valid_time_longer_than_397_days: "199 days from 15 March 2026 on",
  e_sub_cert_valid_time_longer_than_825_days: "398 days from September 2020 on",
  e_sub_cert_valid_time_longer_than_39_months: "825 days from March 2018 on",
  e_old_root_ca_rsa_mod_less_than_2048_bits: "it only applies to roots from before 2011",
  e_san_dns_name_onion_not_ev_cert: "it only applies to certificates from before 27 March 2020",
};

describe("conformance > every lint of zlint about certificates has a code of ours", () => {
  const rules: Readonly<Record<string, Rule<never>>> = { ...RULES, ...LINTS };

  it("but those that are left out with a reason", () => {
    assert.deepEqual(
      ZLINT.filter(({ code }) => code === "").map(({ lint }) => lint).sort(),
      Object.keys(WITHOUT_CODE).sort(),
    );
  });

  it("which speaks where the lint does, and since and until then", () => {
    for (const { source, lint, since, until, code } of ZLINT) {
      if (code === "") continue;
      const rule = rules[code];
      assert(rule, `${lint}: there is no ${code}`);
      assert(appliesIn(rule, JUDGED_AS[source]), `${lint}: ${code} does not apply`);
      // Rules that chain and inspector report too hold since their documents do.
      const isOwn = Object.hasOwn(LINTS, code);
      assert(!isOwn || (rule.since ?? "") <= since, `${lint}: ${code} holds since ${rule.since}`);
      assert(
        !rule.until || (until !== "" && until <= rule.until) || Object.hasOwn(SHORTER, lint),
        `${lint}: ${code} holds until ${rule.until}`,
      );
    }
  });
});

describe("conformance > zlint", () => {
  const found = new Map(shares(lintResults()).map((share) => [share.source, share]));

  for (const [source, least] of Object.entries(WANTED)) {
    it(`${source}: one code at all bad examples of a lint, and at none of its good ones`, () => {
      const share = found.get(source);
      // The corpus is missing; support/corpus.ts has said so.
      if (!share) return;
      console.log(`${source}: ${share.told} of ${share.lints} lints detected`);
      const missing = share.missing.map(({ lint }) => lint)
        .filter((lint) => !Object.hasOwn(LEFT_OUT, lint));
      assert.deepEqual(missing, []);
      assert(share.told / share.lints >= least);
    });
  }
});

/** Errors of certificates that public authorities issued. Each was looked at and is true. */
const TRUE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  // Names in UTF-8, key agreement by an RSA key.
  "cert/pyca__x509_utf8-dnsname.pem": [
    ...["san_criticality", "san_malformed", "key_usage_purpose_inconsistent"],
    ...["rsa_leaf_key_usage", "san_dns_not_ascii", "host_character"],
  ],
  // Made for a test out of a certificate, without its extensions.
  "cert/pyca__x509_custom_invalid-sct-length.pem": [
    ...["aki_missing", "san_missing", "aki_without_key", "common_name_not_a_name"],
    ...[
      "san_not_present",
      "access_missing",
      "ocsp_address_missing",
      "policies_missing",
      "purposes_missing",
    ],
  ],
  // GlobalSign's roots R4 and R5 of November 2012 name no country.
  "cert/cfssl__bundler_testdata_ca-bundle.258.pem": ["ca_country_missing"],
  "cert/cfssl__bundler_testdata_ca-bundle.259.pem": ["ca_country_missing"],
  // One of the CAs of 2016 that may sign OCSP responses of others, found and revoked in 2020.
  "cert/cfssl__bundler_testdata_int-bundle.183.pem": ["responder_without_no_check"],
  // Excludes ".mil" for DST Root CA X3.
  "cert/cfssl__bundler_testdata_int-bundle.166.pem": ["name_constraint_odd"],
};

/** Errors of roots that Mozilla trusts, with the number of such roots. */
const TRUE_ERRORS_OF_ROOTS = {
  ca_country_missing: 3,
  serial_not_positive: 6,
  ca_key_usage_not_critical: 1,
  root_key_usage_not_critical: 1,
  ski_missing: 1,
  validity_malformed: 1,
  generalized_time_before_2050: 1,
  ca_organization_missing: 1,
};

describe("lint > no false alarm", () => {
  it("on certificates of public CAs, except for reviewed errors", async () => {
    const { certificates, errors } = await errorsOfPublic();
    if (certificates === 0) return;
    console.log(`${certificates} certificates of public authorities, ${errors.size} with errors`);
    assert.deepEqual(Object.fromEntries(errors), TRUE_ERRORS);
  });

  it("on zlint's good examples, except for reviewed errors", () => {
    const found = errorsOfGood();
    if (Object.keys(found).length === 0) return;
    const explained = TRUE_ERRORS_OF_GOOD.flatMap(({ codes }) => Object.entries(codes));
    assert.deepEqual(found, Object.fromEntries(explained));
  });

  it("on the roots of the trust store, except for reviewed errors", () => {
    const counts: Record<string, number> = {};
    for (const root of mozillaRoots().certificates) {
      for (const { code, severity } of lint(root, "public-tls", { role: "root" }).findings) {
        if (severity === "error") counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    assert.deepEqual(counts, TRUE_ERRORS_OF_ROOTS);
  });
});
