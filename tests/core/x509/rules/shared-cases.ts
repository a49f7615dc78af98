/** One good and one bad certificate for each rule that the linter shares with the chain analyzer. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { ecKey, OFF_CURVE } from "./key-maker.ts";
import { type Cases, caWith, leafCase, leafWith, rootWith } from "./cases.ts";
import {
  access,
  authorityKey,
  basicConstraints,
  bytes,
  critical,
  dns,
  hex,
  keyUsage,
  name,
  nameConstraints,
  names,
  octets,
  oid,
  purposes,
  seq,
  SHA256_ECDSA,
  text,
  uri,
} from "./maker.ts";

const SAN = "subjectAltName";
const AKI = "authorityKeyIdentifier";
const AIA = "authorityInfoAccess";
const EKU = "extendedKeyUsage";
const NAME = names(dns("www.example.com"));
const KEY_ID = octets(new Uint8Array(20).fill(7));
const ISSUER_KEY = authorityKey(element(0x80, new Uint8Array(20).fill(7)));
const ISSUER = authorityKey(
  element(0x80, new Uint8Array(20).fill(7)),
  element(0xa1, element(0xa4, name({ CN: "Example Root" }))),
  element(0x82, bytes(1)),
);
const EMPTY = seq();
const constraints = nameConstraints({ permitted: [dns("example.com")] });
/** Returns an encoded extension, to be added a second time. */
const again = seq(oid("2.5.29.17"), octets(NAME));

export const sharedCases: Cases = {
  validity_impossible: leafCase({ to: text(TAG.UTC_TIME, "270230000000Z") }),
  validity_malformed: leafCase({ to: text(TAG.UTC_TIME, "2606300000Z") }),
  merkle_tree_certificate: leafCase({ algorithm: seq(oid("1.3.6.1.4.1.44363.47.0")) }),
  version_invalid: leafCase({ version: 2 }),
  version_1: {
    ...leafCase({
      version: 1,
      extensions: Object.fromEntries(
        [AKI, AIA, "certificatePolicies", "cRLDistributionPoints", "keyUsage", EKU, SAN]
          .concat("signedCertificateTimestamps").map((each) => [each, null]),
      ),
    }),
    as: "public-tls",
  },
  signature_algorithm_mismatch: leafCase({ outside: SHA256_ECDSA }),
  issuer_empty: leafCase({ issuer: EMPTY }),
  serial_number_invalid: leafCase({ serial: hex("80") }),
  duplicate_extension: leafCase({ raw: [again] }),
  extension_malformed: leafWith("keyUsage", critical(octets(bytes(1)))),
  encoding_not_der: leafCase({ serial: hex("0000000000004d6f0a51b3c2e1f0") }),
  key_off_curve: leafCase({ key: ecKey(undefined, OFF_CURVE) }, { key: ecKey() }),
  signature_algorithm_not_allowed: leafCase({ algorithm: seq(oid("1.3.101.112")) }),
  aki_critical: leafWith(AKI, critical(ISSUER_KEY)),
  aki_malformed: leafCase({ extensions: { [AKI]: ISSUER, subjectKeyIdentifier: KEY_ID } }),
  aki_missing: leafWith(AKI, null),
  ski_critical: caWith("subjectKeyIdentifier", critical(KEY_ID)),
  ski_missing: caWith("subjectKeyIdentifier", null),
  aia_critical: leafWith(AIA, critical(access(["caIssuers", uri("http://ca.example.com/ca.cer")]))),
  aia_malformed: leafWith(AIA, octets(bytes(1))),
  path_length_without_ca: leafWith("basicConstraints", critical(basicConstraints(null, 0))),
  policy_constraints_not_critical: caWith("policyConstraints", seq(element(0x80, bytes(0)))),
  inhibit_any_policy_not_critical: caWith("inhibitAnyPolicy", element(TAG.INTEGER, bytes(0))),
  basic_constraints_not_critical: caWith("basicConstraints", basicConstraints(true, 0)),
  key_cert_sign_missing: caWith("keyUsage", critical(keyUsage("cRLSign"))),
  key_usage_missing: caWith("keyUsage", null),
  eku_in_root: rootWith(EKU, purposes("serverAuth")),
  name_constraint_malformed: caWith("nameConstraints", critical(octets(bytes(1)))),
  name_constraint_odd: caWith(
    "nameConstraints",
    critical(nameConstraints({ permitted: [dns(".example.com")] })),
    critical(constraints),
  ),
  name_constraints_in_leaf: leafWith("nameConstraints", critical(constraints)),
  key_cert_sign_without_ca: leafWith("keyUsage", critical(keyUsage("keyCertSign"))),
  server_auth_missing: leafWith(EKU, purposes("clientAuth")),
  eku_critical: leafWith(EKU, critical(purposes("serverAuth"))),
  eku_missing: leafWith(EKU, null),
  eku_any: leafWith(EKU, purposes("serverAuth", "anyExtendedKeyUsage")),
  eku_mixed: leafWith(EKU, purposes("serverAuth", "codeSigning")),
  key_usage_unfit: leafWith("keyUsage", critical(keyUsage("nonRepudiation"))),
  server_key_p521: leafCase({ key: ecKey("1.3.132.0.35") }),
  server_key_unsupported: leafCase({ key: ecKey("1.3.132.0.10") }),
  server_valid_over_825_days: leafCase({
    from: "2026-03-20T00:00:00Z",
    to: "2028-06-30T00:00:00Z",
  }),
  eku_any_only: leafWith(EKU, purposes("anyExtendedKeyUsage")),
  san_missing: leafWith(SAN, null),
  san_criticality: leafWith(SAN, critical(NAME)),
  san_malformed: leafWith(SAN, names(dns("a_b.example.com"))),
  san_internal_name: leafWith(SAN, names(dns("intranet"))),
  common_name_not_in_san: leafCase({ subject: name({ CN: "example.net" }) }),
};
