/** One good and one bad certificate for each rule about TLS servers of the Baseline Requirements. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { type Case, type Cases, leafCase, leafWith, subjects } from "./cases.ts";
import {
  access,
  attribute,
  basicConstraints,
  bits,
  type Bytes,
  bytes,
  cps,
  critical,
  crlPoints,
  directory,
  dns,
  ecKey,
  email,
  type Extensions,
  hex,
  ip,
  keyUsage,
  leaf,
  name,
  names,
  notice,
  NULL,
  octets,
  oid,
  policies,
  purposes,
  rdn,
  seq,
  text,
  timestamps,
  uri,
} from "./maker.ts";

const SAN = "subjectAltName";
const DV = "2.23.140.1.2.1";
const OV = "2.23.140.1.2.2";
const IV = "2.23.140.1.2.3";
const EV = "2.23.140.1.1";

/** Returns a validity from a day for a number of days, to the last second. */
function days(from: string, count: number): { from: string; to: string } {
  const end = Date.parse(from) + count * 86_400_000 - 1000;
  return { from, to: new Date(end).toISOString() };
}
/** Returns a certificate that is valid for a day more than the limit, and one that is valid as long as allowed. */
const limit = (from: string, most: number): Case =>
  leafCase(days(from, most + 1), days(from, most));

const at = (from: string) => days(from, 90);
const EARLY = at("2015-12-01T00:00:00Z");
const V1_6_2 = at("2019-01-01T00:00:00Z");

const VALIDITY: Cases = {
  serial_too_short: leafCase({ serial: hex("4d6f0a51b3c2e1") }, {
    serial: hex("4d6f0a51b3c2e1f0"),
  }),
  version_not_3: leafCase({ version: 2 }),
  lifetime_over_39_months: leafCase(
    { from: "2017-01-01T00:00:00Z", to: "2020-04-02T00:00:00Z" },
    { from: "2017-01-01T00:00:00Z", to: "2020-04-01T00:00:00Z" },
  ),
  lifetime_over_825_days: limit("2019-01-01T00:00:00Z", 825),
  lifetime_over_398_days: limit("2021-01-01T00:00:00Z", 398),
  lifetime_over_397_days: limit("2021-01-01T00:00:00Z", 397),
  lifetime_over_200_days: limit("2026-03-15T00:00:00Z", 200),
  lifetime_over_199_days: limit("2026-03-15T00:00:00Z", 199),
  lifetime_over_100_days: limit("2027-03-15T00:00:00Z", 100),
  lifetime_over_99_days: limit("2027-03-15T00:00:00Z", 99),
  lifetime_over_47_days: limit("2029-03-15T00:00:00Z", 47),
  lifetime_over_46_days: limit("2029-03-15T00:00:00Z", 46),
  backdated: leafWith(
    "signedCertificateTimestamps",
    timestamps("2026-04-01T01:00:00Z", "2026-04-03T01:00:00Z"),
    timestamps("2026-04-01T01:00:00Z", "2026-04-02T01:00:00Z"),
  ),
  validity_reversed: leafCase({ to: "2026-03-01T00:00:00Z" }),
  timestamps_few: leafWith("signedCertificateTimestamps", timestamps("2026-04-01T01:00:00Z")),
};

/** Returns an end entity with this kind of validation and this subject. */
function validated(policy: string, from?: string) {
  return (subject: Bytes) =>
    leaf({
      subject,
      extensions: { certificatePolicies: policies([policy]) },
      ...(from ? at(from) : {}),
    });
}
function pairOf(make: (subject: Bytes) => ReturnType<typeof leaf>, bad: Bytes, good: Bytes): Case {
  return { bad: make(bad), good: make(good) };
}
const dvEarly = validated(DV, "2015-12-01T00:00:00Z");
const ovSubject = { C: "NL", L: "Delft", O: "Example" };
const evSubject = {
  ...ovSubject,
  ...{ businessCategory: "Private Organization", jurisdictionCountry: "NL", serialNumber: "1" },
};
/** Returns a case of certificates with extended validation, whose subject differs in these attributes. */
const extended = (bad: Parameters<typeof name>[0]): Case =>
  pairOf(validated(EV), name({ ...evSubject, ...bad }), name(evSubject));
/** Returns a case of certificates with extended validation, one of which has this alternative name. */
function extendedFor(bad: Bytes): Case {
  const of = (...list: Bytes[]) =>
    leaf({
      subject: name(evSubject),
      extensions: { certificatePolicies: policies([EV]), [SAN]: names(...list) },
    });
  return { bad: of(dns("www.example.com"), bad), good: of(dns("www.example.com")) };
}
const withoutOne = (attribute: keyof typeof evSubject): Case =>
  extended({ [attribute]: undefined });
const ivSubject = { C: "NL", L: "Delft", SN: "Jansen", GN: "Jan" };

const SUBJECT: Cases = {
  dv_names_locality: pairOf(dvEarly, name({ L: "Delft" }), name({ C: "NL" })),
  dv_names_organization: pairOf(dvEarly, name({ O: "Example" }), name({ C: "NL" })),
  dv_names_postal_code: pairOf(dvEarly, name({ postalCode: "1" }), name({ C: "NL" })),
  dv_names_state: pairOf(dvEarly, name({ ST: "ZH" }), name({ C: "NL" })),
  dv_names_street: pairOf(dvEarly, name({ street: "x" }), name({ C: "NL" })),
  dv_subject: pairOf(validated(DV), name({ C: "NL", serialNumber: "1" }), name({ C: "NL" })),
  iv_without_name: pairOf(
    validated(IV, "2016-01-01T00:00:00Z"),
    name({ C: "NL", L: "Delft", GN: "Jan" }),
    name(ivSubject),
  ),
  iv_without_person: pairOf(
    validated(IV),
    name({ C: "NL", L: "Delft", GN: "Jan" }),
    name(ivSubject),
  ),
  iv_without_country: pairOf(validated(IV), name({ ...ivSubject, C: undefined }), name(ivSubject)),
  iv_without_place: pairOf(validated(IV), name({ ...ivSubject, L: undefined }), name(ivSubject)),
  ev_without_organization: withoutOne("O"),
  ev_without_category: withoutOne("businessCategory"),
  ev_category_unknown: extended({ businessCategory: "Company" }),
  ev_without_jurisdiction: withoutOne("jurisdictionCountry"),
  ev_jurisdiction_unknown: extended({ jurisdictionCountry: "ZZ" }),
  ev_without_number: withoutOne("serialNumber"),
  ev_without_place: withoutOne("L"),
  ev_without_country: withoutOne("C"),
  ev_wildcard: extendedFor(dns("*.example.com")),
  ev_address: extendedFor(ip(9, 9, 9, 9)),
  policies_several: leafCase({
    subject: name(ovSubject),
    extensions: { certificatePolicies: policies([DV], [OV]) },
  }, {
    subject: name(ovSubject),
    extensions: { certificatePolicies: policies([OV], ["1.2.3"]) },
  }),
  ov_without_organization: pairOf(
    validated(OV),
    name({ ...ovSubject, O: undefined }),
    name(ovSubject),
  ),
  ov_without_country: pairOf(validated(OV), name({ ...ovSubject, C: undefined }), name(ovSubject)),
  ov_without_place: pairOf(validated(OV), name({ ...ovSubject, L: undefined }), name(ovSubject)),
  somebody_without_country: pairOf(
    validated(OV),
    name({ O: "Example", L: "Delft" }),
    name(ovSubject),
  ),
  somebody_without_locality: pairOf(
    validated(OV),
    name({ C: "NL", O: "Example" }),
    name(ovSubject),
  ),
  person_without_policy: {
    bad: validated(OV)(name(ivSubject)),
    good: validated(IV)(name(ivSubject)),
  },
  locality_without_name: subjects(name({ L: "Delft" }), name(ovSubject)),
  postal_code_without_name: subjects(
    name({ postalCode: "1" }),
    name({ ...ovSubject, postalCode: "1" }),
  ),
  state_without_name: subjects(name({ ST: "ZH" }), name({ ...ovSubject, ST: "ZH" })),
  street_without_name: subjects(name({ street: "x" }), name({ ...ovSubject, street: "x" })),
  unit_forbidden: subjects(name({ O: "Example", OU: "IT" }), name(ovSubject)),
  unit_without_organization: subjects(name({ OU: "IT" }), name({ O: "Example", OU: "IT" })),
  subject_order: subjects(name({ O: "Example", C: "NL" }), name({ C: "NL", O: "Example" })),
  subject_string_type: subjects(
    seq(rdn(attribute("O", "Example", TAG.T61_STRING))),
    seq(rdn(attribute("O", "Example", TAG.PRINTABLE_STRING))),
  ),
  subject_attribute_twice: subjects(
    seq(rdn(attribute("O", "Example")), rdn(attribute("O", "Example"))),
    seq(rdn(attribute("O", "Example")), rdn(attribute("O", "Other"))),
  ),
  subject_type_twice: subjects(
    seq(rdn(attribute("O", "Example")), rdn(attribute("O", "Other"))),
    seq(rdn(attribute("OU", "Example")), rdn(attribute("OU", "Other"))),
  ),
  subject_place_characters: subjects(name({ L: "[Delft]" }), name({ L: "St. John's" })),
  subject_says_nothing: subjects(name({ O: "-" }), name({ O: "é" })),
  country_unknown: subjects(name({ C: "ZZ" }), name({ C: "XX" })),
  common_name_not_a_name: subjects(name({ CN: "a.example.org" }), name({ CN: "WWW.example.com" })),
  common_name_not_exactly_a_name: subjects(
    name({ CN: "WWW.example.com" }),
    name({ CN: "www.example.com" }),
  ),
  common_name_present: subjects(name({ CN: "www.example.com" })),
  common_names_several: subjects(
    seq(rdn(attribute("CN", "www.example.com")), rdn(attribute("CN", "a.example.com"))),
    name({ CN: "www.example.com" }),
  ),
  common_name_reserved_address: subjects(name({ CN: "192.168.0.1" }), name({ CN: "9.9.9.9" })),
};

/** Returns an end entity with these alternative names that begins at this time. */
function sans(bad: Bytes[], good: Bytes[], changes = {}): Case {
  const of = (list: Bytes[]) => leaf({ ...changes, extensions: { [SAN]: names(...list) } });
  return { bad: of(bad), good: of(good) };
}
const host = (bad: string, good: string, changes = {}): Case =>
  sans([dns(bad)], [dns(good)], changes);
const HOST = dns("www.example.com");
const ev = (extensions: Extensions) => ({
  extensions: { certificatePolicies: policies([EV]), ...extensions },
});
const V2 = `${"a".repeat(16)}.onion`;
const V3 = `${"a".repeat(56)}.onion`;
const DESCRIPTOR = seq(
  text(TAG.UTF8_STRING, `https://${V2}/`),
  seq(oid("2.16.840.1.101.3.4.2.1")),
  bits(0, ...new Uint8Array(32)),
);
const reversed6 = `${"0.".repeat(28)}0.8.e.f.ip6.arpa`;

const NAMES: Cases = {
  san_holds_email: sans([HOST, email("a@example.com")], [HOST]),
  san_holds_uri: sans([HOST, uri("http://a.example.com/")], [HOST]),
  san_holds_other_name: sans([HOST, element(0xa0, oid("1.2.3"), element(0xa0, NULL))], [HOST]),
  san_holds_directory_name: sans([HOST, directory(name({ CN: "x" }))], [HOST]),
  san_holds_edi_party: sans([HOST, element(0xa5, element(0xa1, text(TAG.UTF8_STRING, "x")))], [
    HOST,
  ]),
  san_holds_registered_id: sans([HOST, element(0x88, bytes(42, 3))], [HOST]),
  san_not_present: leafWith(SAN, null),
  san_reserved_address: sans([ip(10, 0, 0, 1)], [ip(9, 9, 9, 9)]),
  host_character: host("a b.example.com", "a-b.example.com"),
  wildcard_partial: host("a*.example.com", "*.example.com"),
  wildcard_inside: host("a.*.example.com", "*.a.example.com"),
  wildcard_of_suffix: host("*.co.uk", "*.example.co.uk"),
  host_is_top_level: host("com", "example.com"),
  host_top_level_unknown: host("a.example.local", "a.example.com"),
  label_reserved: host("ab--c.example.com", "xn--9ca.example.com"),
  label_empty: host("a..example.com", "a.example.com"),
  label_too_long: host(`${"x".repeat(64)}.example.com`, `${"x".repeat(63)}.example.com`),
  domain_hyphen: host("a.-example.com", "-a.example.com"),
  domain_underscore: host("a.ex_ample.com", "a_b.example.com"),
  host_underscore: host("a_b.example.com", "a.ex_ample.com"),
  underscore_early: host("a_b.example.com", "a-b.example.com", EARLY),
  underscore_long_lived: {
    bad: leaf({ ...V1_6_2, extensions: { [SAN]: names(dns("a_b.example.com")) } }),
    good: leaf({ ...days(V1_6_2.from, 29), extensions: { [SAN]: names(dns("a_b.example.com")) } }),
  },
  underscore_no_hyphen: host("_a.example.com", "a_b.example.com", V1_6_2),
  underscore_present: host("a_b.example.com", "a-b.example.com"),
  reverse_zone: host("9.9.9.9.in-addr.arpa", "a.example.com"),
  reverse_zone_malformed: host("9.9.9.in-addr.arpa", "9.9.9.9.in-addr.arpa"),
  reverse_zone_reserved: host(reversed6, "9.9.9.9.in-addr.arpa"),
  onion_malformed: host(V2, V3),
  onion_not_extended: {
    bad: leaf({ ...EARLY, extensions: { [SAN]: names(dns(V2)) } }),
    // The authority's own policy for extended validation.
    good: leaf({
      ...EARLY,
      extensions: {
        certificatePolicies: policies(["2.16.840.1.114412.2.1"]),
        [SAN]: names(dns(V2)),
      },
    }),
  },
  onion_descriptor_wrong: {
    bad: leaf(ev({ [SAN]: names(dns(V2)) })),
    good: leaf(ev({ [SAN]: names(dns(V2)), "2.23.140.1.31": seq(DESCRIPTOR) })),
  },
};

const OCSP = uri("http://ocsp.example.com/");
const CA = uri("http://ca.example.com/ca.cer");
const AIA = "authorityInfoAccess";
const CRL = "cRLDistributionPoints";
const EKU = "extendedKeyUsage";
const aia = (bad: Bytes, good: Bytes) => leafWith(AIA, bad, good);
const RESPONDER: Extensions = {
  [EKU]: purposes("OCSPSigning"),
  [CRL]: null,
  [SAN]: null,
  certificatePolicies: null,
  keyUsage: critical(keyUsage("digitalSignature")),
  ocspNoCheck: NULL,
};
const responder = (extensions: Extensions): Case => ({
  bad: leaf({ extensions: { ...RESPONDER, ...extensions } }),
  good: leaf({ extensions: RESPONDER }),
});

const EXTENSIONS: Cases = {
  issuer_address_not_http: aia(
    access(["caIssuers", uri("https://ca.example.com/")]),
    access(["caIssuers", CA]),
  ),
  ocsp_address_not_http: aia(
    access(["ocsp", uri("https://a.example.com/")]),
    access(["ocsp", OCSP]),
  ),
  access_method_forbidden: aia(
    access(["ocsp", OCSP], ["1.3.6.1.5.5.7.48.3", OCSP]),
    access(["ocsp", OCSP]),
  ),
  access_address_twice: aia(
    access(["ocsp", OCSP], ["ocsp", OCSP]),
    access(["ocsp", OCSP], ["caIssuers", OCSP]),
  ),
  access_missing: leafWith(AIA, null),
  access_critical: leafWith(AIA, critical(access(["ocsp", OCSP]))),
  issuer_address_missing: aia(access(["ocsp", OCSP]), access(["caIssuers", CA])),
  ocsp_address_missing: {
    bad: leaf({ ...EARLY, extensions: { [AIA]: access(["caIssuers", CA]) } }),
    good: leaf(EARLY),
  },
  access_address_internal: aia(
    access(["ocsp", uri("http://ocsp.local/")]),
    access(["ocsp", uri("http://ocsp.example.com:80/")]),
  ),
  revocation_missing: {
    bad: leaf({ extensions: { [AIA]: access(["caIssuers", CA]), [CRL]: null } }),
    good: leaf({
      ...days("2026-04-01T00:00:00Z", 7),
      extensions: { [AIA]: access(["caIssuers", CA]), [CRL]: null },
    }),
  },
  crl_address_missing: leafWith(CRL, crlPoints([uri("ldap://a.example.com/")])),
  crl_address_not_http: leafWith(
    CRL,
    crlPoints([uri("http://a.example.com/"), uri("ldap://a.example.com/")]),
  ),
  crl_points_marked_critical: leafWith(CRL, critical(crlPoints([uri("http://a.example.com/")]))),
  crl_point_of_others: leafWith(
    CRL,
    seq(
      seq(
        element(0xa0, element(0xa0, uri("http://a.example.com/"))),
        element(0x81, bytes(6, 0x40)),
      ),
    ),
  ),
  policies_missing: leafWith("certificatePolicies", null),
  policies_critical: leafWith("certificatePolicies", critical(policies([DV]))),
  policy_qualifier_forbidden: leafWith(
    "certificatePolicies",
    policies([DV, notice()]),
    policies([DV, cps("http://a.example.com/")]),
  ),
  policy_address_not_http: leafWith(
    "certificatePolicies",
    policies([DV, cps("ftp://a.example.com/")]),
    policies([DV, cps("https://a.example.com/")]),
  ),
  leaf_basic_constraints_not_critical: leafWith(
    "basicConstraints",
    basicConstraints(null),
    critical(basicConstraints(null)),
  ),
  subject_key_identifier_present: leafWith("subjectKeyIdentifier", octets(bytes(1))),
  leaf_signs_crls: leafWith("keyUsage", keyUsage("digitalSignature", "cRLSign")),
  leaf_signs_certificates: leafWith("keyUsage", keyUsage("digitalSignature", "keyCertSign")),
  purposes_missing: leafWith(EKU, null),
  purposes_wrong: leafWith(EKU, purposes("clientAuth"), purposes("serverAuth", "clientAuth")),
  purposes_unusual: leafWith(
    EKU,
    purposes("serverAuth", "1.2.3"),
    purposes("serverAuth", "clientAuth"),
  ),
  purposes_other: {
    bad: leaf({ ...EARLY, extensions: { [EKU]: purposes("serverAuth", "1.2.3") } }),
    good: leaf({ ...EARLY, extensions: { [EKU]: purposes("serverAuth", "emailProtection") } }),
  },
  purposes_not_tls: {
    bad: leaf({ ...EARLY, extensions: { [EKU]: purposes("emailProtection") } }),
    good: leaf({ ...EARLY, extensions: { [EKU]: purposes("clientAuth") } }),
  },
  policy_unknown: leafWith("certificatePolicies", policies(["1.2.3"]), policies(["1.2.3"], [OV])),
  ec_key_usage_tls: leafCase(
    { key: ecKey() },
    { key: ecKey(), extensions: { keyUsage: keyUsage("digitalSignature") } },
  ),
  ec_key_agreement: leafCase(
    { key: ecKey(), extensions: { keyUsage: keyUsage("digitalSignature", "keyAgreement") } },
    { key: ecKey(), extensions: { keyUsage: keyUsage("digitalSignature") } },
  ),
  responder_without_no_check: responder({ ocspNoCheck: null }),
  responder_with_crl_points: responder({ [CRL]: crlPoints([uri("http://a.example.com/")]) }),
  responder_with_policies: responder({ certificatePolicies: policies([DV]) }),
  responder_key_usage: responder({
    keyUsage: critical(keyUsage("digitalSignature", "keyAgreement")),
  }),
};

export const requirementCases: Cases = { ...VALIDITY, ...SUBJECT, ...NAMES, ...EXTENSIONS };
