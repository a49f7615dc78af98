/** One good and one bad certificate for each rule about code signing and timestamps. */
import type { Case, Cases } from "./cases.ts";
import {
  access,
  type Changes,
  critical,
  crlPoints,
  ecKey,
  type Extensions,
  intermediate,
  keyUsage,
  leaf,
  name,
  NULL,
  octets,
  oid,
  policies,
  purposes,
  rsaKey,
  seq,
  uri,
} from "./maker.ts";

const NORMAL = "2.23.140.1.4.1";
const EXTENDED = "2.23.140.1.3";
const TIMESTAMPS = "2.23.140.1.4.2";
const EKU = "extendedKeyUsage";
const SHA1 = seq(oid("1.2.840.113549.1.1.5"), NULL);
const ADDRESS = uri("http://a.example.com/ca.cer");

const KEY_ID = new Uint8Array(20).fill(5);
const PERSON = { C: "NL", L: "Utrecht", O: "Example", CN: "Example" };
const REGISTERED = {
  ...PERSON,
  ...{ businessCategory: "Private Organization", jurisdictionCountry: "NL", serialNumber: "1" },
};

/** Returns a certificate for code signing. */
export function signer(changes: Changes = {}) {
  return leaf({
    subject: name(PERSON),
    key: rsaKey({ size: 3072 }),
    ...changes,
    extensions: {
      certificatePolicies: policies([NORMAL]),
      extendedKeyUsage: purposes("codeSigning"),
      keyUsage: critical(keyUsage("digitalSignature")),
      subjectAltName: null,
      signedCertificateTimestamps: null,
      subjectKeyIdentifier: octets(KEY_ID),
      ...changes.extensions,
    },
  });
}
/** Returns the certificate of a timestamp authority. */
export function authority(changes: Changes = {}) {
  return signer({
    subject: name({ C: "NL", O: "Example", CN: "Example Timestamps" }),
    ...changes,
    extensions: {
      certificatePolicies: policies([TIMESTAMPS]),
      extendedKeyUsage: critical(purposes("timeStamping")),
      ...changes.extensions,
    },
  });
}

type Value = Extensions[string];
const as = (made: Case): Case => ({ ...made, as: "code-signing" });
const codeCase = (bad: Changes, good: Changes = {}): Case =>
  as({ bad: signer(bad), good: signer(good) });
const codeWith = (extension: string, bad: Value, good?: Value): Case =>
  codeCase(
    { extensions: { [extension]: bad } },
    good ? { extensions: { [extension]: good } } : {},
  );
const subjects = (bad: Parameters<typeof name>[0]): Case =>
  codeCase({ subject: name({ ...PERSON, ...bad }) });
const extended = (bad: Parameters<typeof name>[0]): Case => {
  const extensions = { certificatePolicies: policies([EXTENDED]) };
  return codeCase({ subject: name({ ...REGISTERED, ...bad }), extensions }, {
    subject: name(REGISTERED),
    extensions,
  });
};
const CA_KEY = rsaKey({ size: 4096 });
const caWith = (...forbidden: string[]): Case =>
  as({
    bad: intermediate({
      key: CA_KEY,
      extensions: { [EKU]: purposes("codeSigning", ...forbidden) },
    }),
    good: intermediate({ key: CA_KEY, extensions: { [EKU]: purposes("codeSigning") } }),
  });
const usage = (bad: Value, good = critical(keyUsage("digitalSignature"))): Case =>
  codeWith("keyUsage", bad, good);

export const codeSigningCases: Cases = {
  time_stamp_purpose: {
    bad: authority({ extensions: { [EKU]: purposes("timeStamping") } }),
    good: authority(),
    as: "private",
  },
  time_stamp_lifetime: as({
    bad: authority({ from: "2026-01-01T00:00:00Z", to: "2037-04-02T00:00:00Z" }),
    good: authority({ from: "2026-01-01T00:00:00Z", to: "2037-04-01T00:00:00Z" }),
  }),
  code_purpose_missing: codeWith(EKU, null),
  code_purpose_forbidden: codeWith(EKU, purposes("codeSigning", "serverAuth")),
  code_purpose_unusual: codeWith(
    EKU,
    purposes("codeSigning", "clientAuth"),
    purposes("codeSigning", "1.3.6.1.4.1.311.10.3.13"),
  ),
  code_key_usage_missing: usage(null),
  code_key_usage_not_critical: usage(keyUsage("digitalSignature")),
  code_key_usage_wrong: usage(critical(keyUsage("nonRepudiation"))),
  code_key_usage_unusual: usage(critical(keyUsage("digitalSignature", "keyEncipherment"))),
  code_rsa_below_3072: codeCase({ key: rsaKey({ size: 2048 }) }),
  code_ca_rsa_below_4096: as({
    bad: intermediate({ key: rsaKey({ size: 3072 }) }),
    good: intermediate({ key: CA_KEY }),
  }),
  code_key_algorithm: codeCase({ key: ecKey("1.3.132.0.10") }, { key: ecKey() }),
  code_signature_algorithm: codeCase({ algorithm: SHA1 }),
  code_lifetime_over_39_months: codeCase(
    { from: "2025-01-01T00:00:00Z", to: "2028-04-02T00:00:00Z" },
    { from: "2025-01-01T00:00:00Z", to: "2028-04-01T00:00:00Z" },
  ),
  code_lifetime_over_460_days: codeCase(
    { from: "2026-03-01T00:00:00Z", to: "2027-06-05T00:00:00Z" },
    { from: "2026-03-01T00:00:00Z", to: "2027-06-04T00:00:00Z" },
  ),
  code_policies_missing: codeWith("certificatePolicies", null),
  code_crl_address_missing: codeWith(
    "cRLDistributionPoints",
    crlPoints([uri("ldap://a.example.com/")]),
  ),
  code_issuer_address_missing: codeWith(
    "authorityInfoAccess",
    access(["ocsp", ADDRESS]),
    access(["caIssuers", ADDRESS]),
  ),
  code_ca_purposes: caWith("timeStamping"),
  code_common_name_missing: subjects({ CN: undefined }),
  code_organization_missing: subjects({ O: undefined }),
  code_place_missing: subjects({ L: undefined }),
  code_country_missing: subjects({ C: undefined }),
  code_country_unknown: subjects({ C: "ZZ" }),
  code_domain_component: subjects({ DC: "example" }),
  code_category_missing: extended({ businessCategory: undefined }),
  code_jurisdiction_missing: extended({ jurisdictionCountry: undefined }),
  code_number_missing: extended({ serialNumber: undefined }),
};
