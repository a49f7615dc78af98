/** The linter beside zlint's own judgement of its test certificates, where the corpus is there. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { TRUE_ERRORS_OF_GOOD } from "./lint-ledger.ts";
import { errorsOfGood, errorsOfPublic, lintResults, shares } from "./lints.ts";

/** Lints that no code of ours tells apart, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  e_dsa_correct_order_in_subgroup: "zlint's test changes the key after reading the file",
};

/** Sources that are ours, and how many of their lints must be told apart. */
const WANTED = {
  rfc: 0.95,
  cabf_br: 0.9,
  mozilla: 0.9,
  apple: 0.9,
  community: 0.9,
  cabf_smime_br: 0.9,
} as const;

describe("conformance > zlint", () => {
  const found = new Map(shares(lintResults()).map((share) => [share.source, share]));

  for (const [source, least] of Object.entries(WANTED)) {
    it(`${source}: one code at all bad examples of a lint, and at none of its good ones`, () => {
      const share = found.get(source);
      // The corpus is not there, which support/corpus.ts says.
      if (!share) return;
      console.log(`${source}: ${share.told} of ${share.lints} lints told apart`);
      const missing = share.missing.map(({ lint }) => lint)
        .filter((lint) => !Object.hasOwn(LEFT_OUT, lint));
      assert.deepEqual(missing, []);
      assert(share.told / share.lints >= least);
    });
  }
});

/** Errors of certificates that public authorities issued; each was looked at, and is one. */
const TRUE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  // Names in UTF-8, key agreement by an RSA key.
  "cert/pyca__x509_utf8-dnsname.pem": [
    ...["san_criticality", "san_malformed", "key_usage_purpose_inconsistent"],
    ...["rsa_leaf_key_usage", "san_dns_not_ascii", "host_character"],
  ],
  // Made for a test out of a certificate, without its extensions.
  "cert/pyca__x509_custom_invalid-sct-length.pem": [
    ...["aki_missing", "san_missing", "aki_without_key", "common_name_not_a_name"],
    ...["san_not_present", "access_missing", "policies_missing", "purposes_missing"],
  ],
  // GlobalSign's roots R4 and R5 of November 2012 name no country.
  "cert/cfssl__bundler_testdata_ca-bundle.258.pem": ["ca_country_missing"],
  "cert/cfssl__bundler_testdata_ca-bundle.259.pem": ["ca_country_missing"],
  // Excludes ".mil" for DST Root CA X3.
  "cert/cfssl__bundler_testdata_int-bundle.166.pem": ["name_constraint_odd"],
};

/** Of the roots that Mozilla trusts, with the number of those that have each. */
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
  it("on certificates that public authorities issued, beside errors that were looked at", async () => {
    const { certificates, errors } = await errorsOfPublic();
    if (certificates === 0) return;
    console.log(`${certificates} certificates of public authorities, ${errors.size} with errors`);
    assert.deepEqual(Object.fromEntries(errors), TRUE_ERRORS);
  });

  it("on zlint's good examples, beside errors that were looked at", () => {
    const found = errorsOfGood();
    if (Object.keys(found).length === 0) return;
    const explained = TRUE_ERRORS_OF_GOOD.flatMap(({ codes }) => Object.entries(codes));
    assert.deepEqual(found, Object.fromEntries(explained));
  });

  it("on the roots of the trust store, beside errors that were looked at", () => {
    const counts: Record<string, number> = {};
    for (const root of mozillaRoots().certificates) {
      for (const { code, severity } of lint(root, "public-tls", { role: "root" }).findings) {
        if (severity === "error") counts[code] = (counts[code] ?? 0) + 1;
      }
    }
    assert.deepEqual(counts, TRUE_ERRORS_OF_ROOTS);
  });
});
