/** One good and one bad certificate for each rule of RFC 5280 and related RFCs. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { caCase, type Cases, caWith, leafCase, leafWith, subjects } from "./cases.ts";
import {
  access,
  attribute,
  authorityKey,
  basicConstraints,
  bits,
  bytes,
  cps,
  critical,
  crlPoints,
  directory,
  dns,
  ecKey,
  email,
  hex,
  intermediate,
  keyUsage,
  leaf,
  name,
  nameConstraints,
  names,
  notice,
  NULL,
  octets,
  oid,
  policies,
  purposes,
  rdn,
  rsaKey,
  seq,
  text,
  uri,
} from "./maker.ts";

const SAN = "subjectAltName";
const IAN = "issuerAltName";
const EMPTY = seq();
const subtree = (...rest: ReturnType<typeof bytes>[]) =>
  seq(element(0xa0, seq(dns("example.com"), ...rest)));
const utc = (value: string) => text(TAG.UTC_TIME, value);
const generalized = (value: string) => text(TAG.GENERALIZED_TIME, value);
const long = (count: number) => "x".repeat(count);
const noticeText = (tag: number, content: ReturnType<typeof bytes>) =>
  policies(["2.23.140.1.2.1", notice(element(tag, content))]);
const utf8 = (value: string) => new TextEncoder().encode(value);
const anyCritical = critical(purposes("anyExtendedKeyUsage"));

const FRAME: Cases = {
  unique_identifier: leafCase({ more: [element(0x81, bytes(0, 1))] }),
  unique_identifier_in_version_1: leafCase(
    { version: 1, more: [element(0x81, bytes(0, 1))] },
    { version: 2, more: [element(0x81, bytes(0, 1))] },
  ),
  serial_too_long: leafCase(
    { serial: hex("00" + "80".repeat(20)) },
    { serial: hex("7f" + "80".repeat(19)) },
  ),
  serial_not_positive: leafCase({ serial: bytes(0x80, 1, 2, 3, 4, 5, 6, 7) }),
  generalized_time_without_seconds: leafCase(
    { to: generalized("205001010000Z") },
    { to: generalized("20500101000000Z") },
  ),
  generalized_time_with_fraction: leafCase({ to: generalized("20500101000000.5Z") }),
  generalized_time_not_zulu: leafCase({ to: generalized("20500101000000+0100") }),
  utc_time_without_seconds: leafCase({ to: utc("2606300000Z") }, { to: utc("260630000000Z") }),
  utc_time_not_zulu: leafCase({ to: utc("260630000000+0100") }),
  generalized_time_before_2050: leafCase(
    { to: generalized("20491231235959Z") },
    { to: generalized("20500101000000Z") },
  ),
  key_parameters_not_null: leafCase({ key: rsaKey({ parameters: [] }) }, { key: ecKey() }),
  signature_parameters_not_null: leafCase({ algorithm: seq(oid("1.2.840.113549.1.1.11")) }),
};

const EXTENSIONS: Cases = {
  extension_default_written: leafCase({
    raw: [seq(oid("2.5.29.14"), element(TAG.BOOLEAN, bytes(0)), octets(octets(bytes(1))))],
  }, { raw: [seq(oid("2.5.29.14"), octets(octets(bytes(1))))] }),
  extension_list_empty: leafWith("extendedKeyUsage", EMPTY),
  key_usage_not_critical: leafWith("keyUsage", keyUsage("digitalSignature")),
  name_constraints_not_critical: caWith(
    "nameConstraints",
    nameConstraints({ permitted: [dns("example.com")] }),
    critical(nameConstraints({ permitted: [dns("example.com")] })),
  ),
  policy_mappings_not_critical: caWith(
    "policyMappings",
    seq(seq(oid("2.23.140.1.2.1"), oid("1.2.3.4"))),
    critical(seq(seq(oid("2.23.140.1.2.1"), oid("1.2.3.4")))),
  ),
  crl_points_critical: leafWith(
    "cRLDistributionPoints",
    critical(crlPoints([uri("http://a.example.com/")])),
  ),
  freshest_crl_critical: leafWith(
    "freshestCRL",
    critical(crlPoints([uri("http://a.example.com/")])),
  ),
  ian_critical: leafWith(IAN, critical(names(dns("a.example.com"))), names(dns("a.example.com"))),
  directory_attributes_critical: leafWith("2.5.29.9", critical(EMPTY), EMPTY),
  subject_access_critical: leafWith("subjectInfoAccess", critical(EMPTY), EMPTY),
  any_purpose_critical: leafWith("extendedKeyUsage", anyCritical, critical(purposes("serverAuth"))),
  san_critical_with_subject: leafWith(SAN, critical(names(dns("a.example.com")))),
  san_not_critical_without_subject: leafCase({ subject: EMPTY }, {
    subject: EMPTY,
    extensions: { [SAN]: critical(names(dns("a.example.com"))) },
  }),
  subject_and_san_missing: leafCase({ subject: EMPTY, extensions: { [SAN]: null } }),
  leaf_key_identifier_missing: leafWith("subjectKeyIdentifier", null, octets(bytes(1))),
  aki_without_key: leafWith("authorityKeyIdentifier", authorityKey(element(0x82, bytes(1)))),
};

const CONSTRAINTS: Cases = {
  ca_default_written: leafWith(
    "basicConstraints",
    critical(basicConstraints(false)),
    critical(EMPTY),
  ),
  path_length_without_cert_sign: caCase({
    extensions: { keyUsage: critical(keyUsage("cRLSign")) },
  }),
  path_length_negative: caWith("basicConstraints", critical(basicConstraints(true, -1))),
  name_constraints_empty: caWith("nameConstraints", critical(EMPTY)),
  name_constraints_minimum: caWith("nameConstraints", subtree(element(0x80, bytes(1))), subtree()),
  name_constraints_maximum: caWith("nameConstraints", subtree(element(0x81, bytes(1))), subtree()),
  name_constraint_uri_not_host: caWith(
    "nameConstraints",
    nameConstraints({ permitted: [uri("localhost")] }),
    nameConstraints({ permitted: [uri(".example.com")] }),
  ),
  name_constraint_edi_party: caWith(
    "nameConstraints",
    nameConstraints({ excluded: [element(0xa5, element(0xa1, text(TAG.UTF8_STRING, "x")))] }),
  ),
  name_constraint_registered_id: caWith(
    "nameConstraints",
    nameConstraints({ excluded: [element(0x88, bytes(42, 3))] }),
  ),
  name_constraint_x400: caWith("nameConstraints", nameConstraints({ excluded: [element(0xa3)] })),
  name_constraints_without_ca: {
    bad: leaf({
      extensions: { nameConstraints: nameConstraints({ permitted: [dns("example.com")] }) },
    }),
    good: intermediate({
      extensions: { nameConstraints: nameConstraints({ permitted: [dns("example.com")] }) },
    }),
  },
  policy_constraints_empty: caWith(
    "policyConstraints",
    critical(EMPTY),
    critical(seq(element(0x80, bytes(0)))),
  ),
  policy_mapping_any: caWith(
    "policyMappings",
    seq(seq(oid("2.5.29.32.0"), oid("1.2.3.4"))),
    seq(seq(oid("1.2.3.5"), oid("1.2.3.4"))),
  ),
  policy_mapping_not_asserted: caWith(
    "policyMappings",
    seq(seq(oid("1.2.3.5"), oid("1.2.3.4"))),
    seq(seq(oid("2.23.140.1.2.1"), oid("1.2.3.4"))),
  ),
};

const KEY_USAGE: Cases = {
  key_usage_without_bits: caWith("keyUsage", bits(0)),
  key_usage_unused_bits_wrong: leafWith("keyUsage", bits(4, 0xa0), bits(5, 0xa0)),
  key_usage_trailing_zeros: leafWith("keyUsage", bits(0, 0xa0, 0), bits(5, 0xa0)),
  key_usage_too_long: leafWith("keyUsage", bits(6, 0xa0, 0x40), bits(7, 0x80, 0x80)),
  key_usage_purpose_inconsistent: leafWith("keyUsage", keyUsage("dataEncipherment")),
  ec_key_encipherment: leafCase({ key: ecKey() }, {
    key: ecKey(),
    extensions: { keyUsage: keyUsage("digitalSignature") },
  }),
  ec_key_usage_unusual: leafCase({ key: ecKey() }, {
    key: ecKey(),
    extensions: { keyUsage: keyUsage("digitalSignature") },
  }),
  rsa_ca_key_usage: caWith("keyUsage", keyUsage("keyCertSign", "keyAgreement")),
  rsa_leaf_key_usage: leafWith("keyUsage", keyUsage("digitalSignature", "keyAgreement")),
  rsa_ca_enciphers: caWith("keyUsage", keyUsage("keyCertSign", "keyEncipherment")),
};

/** Returns the cases for the alternative names of subject or issuer. */
function forms(prefix: string, extension: string): Cases {
  const cases: Cases = {
    dns_not_ascii: leafWith(
      extension,
      names(dns("é.example.com")),
      names(dns("xn--9ca.example.com")),
    ),
    name_empty: leafWith(
      extension,
      names(dns("a.example.com"), email("")),
      names(dns("a.example.com")),
    ),
    list_empty: leafWith(extension, EMPTY, names(dns("a.example.com"))),
    email_malformed: leafWith(
      extension,
      names(email("<a@example.com>")),
      names(email("a@example.com")),
    ),
    dns_space: leafWith(extension, names(dns(" ")), names(dns("a.example.com"))),
    uri_malformed: leafWith(
      extension,
      names(uri("//a.example.com/")),
      names(uri("http://a.example.com/")),
    ),
    uri_host_incomplete: leafWith(
      extension,
      names(uri("http://a/")),
      names(uri("http://192.0.2.1:80/")),
    ),
    uri_not_ascii: leafWith(
      extension,
      names(uri("http://é.example.com/")),
      names(uri("http://a.example.com/")),
    ),
    uri_relative: leafWith(extension, names(uri("a/b")), names(uri("urn:a:b"))),
  };
  return Object.fromEntries(Object.entries(cases).map(([code, entry]) => [prefix + code, entry]));
}

const NAMES: Cases = {
  ...forms("san_", SAN),
  ...forms("ian_", IAN),
  dns_label_empty: leafWith(SAN, names(dns("a..example.com"))),
  dns_label_too_long: leafWith(
    SAN,
    names(dns(`${long(64)}.example.com`)),
    names(dns(`${long(63)}.example.com`)),
  ),
  dns_name_too_long: leafWith(SAN, names(dns(`${`${long(60)}.`.repeat(4)}example.com`))),
  dns_domain_hyphen: leafWith(SAN, names(dns("a.example-.com")), names(dns("a-.example.com"))),
  dns_domain_underscore: leafWith(SAN, names(dns("a.ex_ample.com")), names(dns("a_b.example.com"))),
  dns_host_underscore: leafWith(SAN, names(dns("a_b.example.com")), names(dns("a.ex_ample.com"))),
  dns_punycode_malformed: leafWith(
    SAN,
    names(dns("xn--999999b.example.com")),
    // Punycode of a capital letter, which IDNA does not allow.
    names(dns("xn--www-8fb.example.com")),
  ),
  dns_unicode_not_normalized: leafWith(
    SAN,
    // "e" and a combining acute accent; the good case has "é".
    names(dns("xn--e-xbb.example.com")),
    names(dns("xn--9ca.example.com")),
  ),
  dns_punycode_wrong: leafWith(
    SAN,
    names(dns("xn--a0.example.com")),
    names(dns("xn--9ca.example.com")),
  ),
};

const POLICIES: Cases = {
  policy_twice: leafWith(
    "certificatePolicies",
    policies(["1.2.3"], ["1.2.3"]),
    policies(["1.2.3"], ["1.2.4"]),
  ),
  policy_notice_reference: leafWith(
    "certificatePolicies",
    policies(["1.2.3", notice(seq(text(TAG.UTF8_STRING, "x"), seq(element(2, bytes(1)))))]),
    noticeText(TAG.UTF8_STRING, utf8("x")),
  ),
  any_policy_qualifier: caWith(
    "certificatePolicies",
    policies(["2.5.29.32.0", seq(oid("1.2.3"), NULL)]),
    policies(["2.5.29.32.0", cps("http://example.com/")]),
  ),
  policy_text_ia5: leafWith(
    "certificatePolicies",
    noticeText(TAG.IA5_STRING, utf8("x")),
    noticeText(TAG.UTF8_STRING, utf8("x")),
  ),
  policy_text_not_utf8: leafWith(
    "certificatePolicies",
    noticeText(TAG.BMP_STRING, bytes(0, 65)),
    noticeText(TAG.UTF8_STRING, utf8("x")),
  ),
  policy_text_control: leafWith(
    "certificatePolicies",
    noticeText(TAG.UTF8_STRING, utf8("a\tb")),
    noticeText(TAG.UTF8_STRING, utf8("a b")),
  ),
  policy_text_not_normalized: leafWith(
    "certificatePolicies",
    noticeText(TAG.UTF8_STRING, utf8("e\u0301")),
    noticeText(TAG.UTF8_STRING, utf8("\u00e9")),
  ),
  policy_text_malformed: leafWith(
    "certificatePolicies",
    noticeText(TAG.BMP_STRING, bytes(0, 65, 0)),
    noticeText(TAG.BMP_STRING, bytes(0, 65)),
  ),
  policy_text_too_long: leafWith(
    "certificatePolicies",
    noticeText(TAG.UTF8_STRING, utf8(long(201))),
    noticeText(TAG.UTF8_STRING, utf8(long(200))),
  ),
};

const ACCESS: Cases = {
  crl_point_incomplete: leafWith("cRLDistributionPoints", seq(seq(element(0x81, bytes(6, 0x40))))),
  crl_point_without_address: leafWith(
    "cRLDistributionPoints",
    crlPoints([directory(name({ CN: "x" }))]),
  ),
  issuer_address_not_fetchable: leafWith(
    "authorityInfoAccess",
    access(["caIssuers", uri("https://a.example.com/")]),
    access(["caIssuers", uri("ldap://a.example.com/")]),
  ),
  timestamps_empty: leafWith("signedCertificateTimestamps", octets(bytes(0, 0))),
  precertificate_with_timestamps: leafWith("precertificatePoison", critical(NULL)),
};

const SUBJECT: Cases = {
  common_name_too_long: subjects(name({ CN: long(65) }), name({ CN: long(64) })),
  email_too_long: subjects(
    name({ E: `${long(246)}@a.example` }),
    name({ E: `${long(245)}@a.example` }),
  ),
  given_name_too_long: subjects(name({ GN: long(32_769) }), name({ GN: long(32_768) })),
  // Characters count, not their halves in UTF-16.
  given_name_long: subjects(name({ GN: long(65) }), name({ GN: "😀".repeat(64) })),
  surname_too_long: subjects(name({ SN: long(32_769) }), name({ SN: long(32_768) })),
  surname_long: subjects(name({ SN: long(65) }), name({ SN: long(64) })),
  locality_too_long: subjects(name({ L: long(129) }), name({ L: "ü".repeat(128) })),
  organization_too_long: subjects(name({ O: long(65) }), name({ O: long(64) })),
  unit_too_long: subjects(name({ OU: long(65) }), name({ OU: long(64) })),
  postal_code_too_long: subjects(name({ postalCode: long(17) }), name({ postalCode: long(16) })),
  state_too_long: subjects(name({ ST: long(129) }), name({ ST: long(128) })),
  street_too_long: subjects(name({ street: long(129) }), name({ street: long(128) })),
  subject_serial_too_long: subjects(
    name({ serialNumber: long(65) }),
    name({ serialNumber: long(64) }),
  ),
  country_not_printable: subjects(seq(rdn(attribute("C", "NL", TAG.UTF8_STRING)))),
  issuer_country_not_printable: leafCase({
    issuer: seq(rdn(attribute("C", "NL", TAG.UTF8_STRING))),
  }),
  subject_serial_not_printable: subjects(
    seq(rdn(attribute("serialNumber", "1", TAG.UTF8_STRING))),
    name({ serialNumber: "1" }),
  ),
  printable_string_wrong: subjects(
    seq(rdn(attribute("O", "A & B", TAG.PRINTABLE_STRING))),
    seq(rdn(attribute("O", "A + B", TAG.PRINTABLE_STRING))),
  ),
  subject_control_characters: subjects(name({ O: "a\u0000b" }), name({ O: "a b" })),
  subject_email_not_in_san: leafCase(
    { subject: name({ E: "a@example.com" }) },
    { subject: name({ E: "a@example.com" }), extensions: { [SAN]: names(email("a@example.com")) } },
  ),
  ca_subject_empty: caCase({ subject: EMPTY }),
  issuer_without_name: leafCase({ issuer: EMPTY }),
};

export const rfcCases: Cases = {
  ...FRAME,
  ...EXTENSIONS,
  ...CONSTRAINTS,
  ...KEY_USAGE,
  ...NAMES,
  ...POLICIES,
  ...ACCESS,
  ...SUBJECT,
};
