/** One good and one bad certificate for each rule about CAs, keys, root programs and common mistakes. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import {
  caCase,
  type Cases,
  caWith,
  leafCase,
  leafWith,
  pair,
  rootWith,
  subjects,
} from "./cases.ts";
import {
  access,
  attribute,
  authorityKey,
  basicConstraints,
  bits,
  type Bytes,
  bytes,
  critical,
  directory,
  dns,
  ecKey,
  hex,
  integerOctets,
  ip,
  keyUsage,
  leaf,
  modulus,
  name,
  nameConstraints,
  names,
  nextCandidate,
  oid,
  policies,
  purposes,
  rdn,
  root,
  rsaKey,
  seq,
  SHA256_ECDSA,
  uri,
} from "./maker.ts";

const DV = "2.23.140.1.2.1";
const OV = "2.23.140.1.2.2";
const ANY = "2.5.29.32.0";
const SAN = "subjectAltName";
const IAN = "issuerAltName";
const CRL = "cRLDistributionPoints";
const AIA = "authorityInfoAccess";
const EKU = "extendedKeyUsage";
const POLICIES = "certificatePolicies";
const CA = { C: "NL", O: "Example Trust", CN: "Example CA 1" };
const EARLY = { from: "2015-12-01T00:00:00Z", to: "2020-12-01T00:00:00Z" };
const issuers = (address: string) => access(["caIssuers", uri(address)]);
const ca = (bad: Partial<Record<keyof typeof CA | "OU", string | undefined>>) =>
  caCase({ subject: name({ ...CA, ...bad }) });
const signsCertificates = critical(keyUsage("keyCertSign", "cRLSign", "digitalSignature"));

const AUTHORITIES: Cases = {
  ca_cannot_sign_certificates: caWith(
    "keyUsage",
    critical(keyUsage("cRLSign", "digitalSignature")),
  ),
  ca_cannot_sign_crls: caWith("keyUsage", critical(keyUsage("keyCertSign")), signsCertificates),
  ca_cannot_sign: caWith(
    "keyUsage",
    critical(keyUsage("keyCertSign", "cRLSign")),
    signsCertificates,
  ),
  ca_key_usage_not_critical: caWith("keyUsage", keyUsage("keyCertSign", "cRLSign")),
  ca_common_name_missing: ca({ CN: undefined }),
  ca_country_missing: ca({ C: undefined }),
  ca_organization_missing: ca({ O: undefined }),
  ca_unit_present: ca({ OU: "IT" }),
  ca_purposes_wrong: caWith(
    EKU,
    purposes("serverAuth", "codeSigning"),
    purposes("serverAuth", "clientAuth"),
  ),
  ca_purposes_critical: caWith(EKU, critical(purposes("serverAuth"))),
  ca_purposes_missing: caWith(EKU, null),
  ca_purposes_not_tls: caWith(EKU, purposes("1.2.3"), purposes("clientAuth")),
  ca_policies_several: caWith(POLICIES, policies([DV], [OV]), policies([DV], ["1.2.3"])),
  ca_policies_wrong: caWith(POLICIES, policies([ANY], ["1.2.3"]), policies([ANY])),
  ca_policies_missing: caWith(POLICIES, null),
  ca_access_missing: caCase({ ...EARLY, extensions: { [AIA]: null } }, EARLY),
  ca_access_advised: caWith(AIA, null),
  ca_access_critical: caWith(AIA, critical(issuers("http://a.example.com/"))),
  ca_access_not_http: caWith(AIA, issuers("ldap://a.example.com/")),
  ca_issuer_address_missing: caCase({
    ...EARLY,
    extensions: { [AIA]: access(["ocsp", uri("http://a.example.com/")]) },
  }, EARLY),
  ca_crl_points_missing: caWith(CRL, null),
  ca_name_constraints_not_critical: caWith(
    "nameConstraints",
    nameConstraints({ permitted: [dns("example.com")] }),
    critical(nameConstraints({ permitted: [dns("example.com")] })),
  ),
  ca_constraint_reserved_address: caWith(
    "nameConstraints",
    critical(nameConstraints({ permitted: [ip(172, 0, 0, 0, 255, 0, 0, 0)] })),
    critical(
      nameConstraints({
        permitted: [ip(9, 0, 0, 0, 255, 0, 0, 0)],
        excluded: [ip(10, 0, 0, 0, 255, 0, 0, 0)],
      }),
    ),
  ),
  root_path_length: rootWith("basicConstraints", critical(basicConstraints(true, 3))),
  root_policies: rootWith(POLICIES, policies([ANY])),
  root_purposes: rootWith(EKU, purposes("serverAuth")),
  root_key_usage_missing: rootWith("keyUsage", null),
  root_key_usage_not_critical: rootWith("keyUsage", keyUsage("keyCertSign", "cRLSign")),
};

const rsa = (bad: Parameters<typeof rsaKey>[0], good?: Parameters<typeof rsaKey>[0]) =>
  leafCase({ key: rsaKey(bad) }, good && { key: rsaKey(good) });
const ended = { from: "2010-01-01T00:00:00Z", to: "2013-01-01T00:00:00Z" };
const signed = (algorithm: Bytes) => leafCase({ algorithm }, { algorithm: SHA256_ECDSA });
/** The required encoding of PSS with SHA-256. */
const PSS = hex(
  "304106092a864886f70d01010a3034a00f300d06096086480165030402010500" +
    "a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120",
);
const SHA1_ECDSA = seq(oid("1.2.840.10045.4.1"));

const integer = (value: bigint) => element(TAG.INTEGER, integerOctets(value));
/** A DSA key. `q` is the required order of `g` and `y`. */
function dsaKey(
  { p, q, g, y }: { p: bigint; q: bigint; g: bigint; y: bigint },
  whole = true,
): Bytes {
  const parameters = whole ? [seq(integer(p), integer(q), integer(g))] : [];
  return seq(
    seq(oid("1.2.840.10040.4.1"), ...parameters),
    element(TAG.BIT_STRING, bytes(0), integer(y)),
  );
}
/** Too small for a key, but consistent: 2 has the order 11 modulo 23. */
const SMALL = { p: 23n, q: 11n, g: 2n, y: 8n };
const LONG = { p: (1n << 2047n) + 1n, q: (1n << 255n) + 1n, g: 2n, y: 8n };
const dsa = (bad: Bytes, good: Bytes) => leafCase({ key: bad }, { key: good });
/** The product of two adjacent odd numbers, which Fermat's method factors at once. */
const NEAR = (() => {
  const first = BigInt(`0x${modulus(1024).toHex()}`);
  return integerOctets(first * nextCandidate(first + 2n));
})();

const KEYS: Cases = {
  rsa_below_2048: rsa({ size: 2040 }, { size: 2048 }),
  rsa_root_below_2048: pair(
    root,
    { from: "2009-01-01T00:00:00Z", key: rsaKey({ size: 1024 }) },
    { from: "2009-01-01T00:00:00Z" },
  ),
  rsa_below_1024: leafCase({ ...ended, key: rsaKey({ size: 1016 }) }, {
    ...ended,
    key: rsaKey({ size: 1024 }),
  }),
  rsa_below_2048_mozilla: rsa({ size: 2040 }, { size: 2048 }),
  rsa_not_whole_bytes: rsa({ number: modulus(2056).with(1, 1) as Bytes }, { size: 2056 }),
  rsa_modulus_even: rsa({ number: modulus(2048).with(256, 2) as Bytes }),
  rsa_small_factor: rsa({ number: integerOctets(3n ** 1300n) }),
  rsa_close_primes: rsa({ number: NEAR }),
  // A power of 65537 modulo each of the primes of the ROCA test.
  rsa_roca: rsa({ number: integerOctets(65537n ** 128n) }),
  rsa_exponent_unusual: rsa({ exponent: bytes(3) }),
  rsa_exponent_even: rsa({ exponent: bytes(4) }, { exponent: bytes(3) }),
  rsa_exponent_too_small: rsa({ exponent: bytes(1) }, { exponent: bytes(3) }),
  rsa_exponent_one: rsa({ exponent: bytes(1) }, { exponent: bytes(3) }),
  rsa_exponent_negative: rsa({ exponent: bytes(0x81) }, { exponent: bytes(0, 0x81) }),
  rsa_unreadable: leafCase({
    key: seq(seq(oid("1.2.840.113549.1.1.1"), element(TAG.NULL)), bits(0, 0x30, 0)),
  }),
  dsa_key: dsa(dsaKey(LONG), rsaKey()),
  dsa_key_mozilla: dsa(dsaKey(LONG), rsaKey()),
  dsa_parameters_missing: dsa(dsaKey(LONG, false), dsaKey(LONG)),
  dsa_size: dsa(dsaKey(SMALL), dsaKey(LONG)),
  dsa_below_2048: dsa(dsaKey(SMALL), dsaKey(LONG)),
  dsa_out_of_range: dsa(dsaKey({ ...SMALL, y: 22n }), dsaKey(SMALL)),
  dsa_wrong_order: dsa(dsaKey({ ...SMALL, y: 5n }), dsaKey(SMALL)),
  curve_not_allowed: leafCase({ key: ecKey("1.3.132.0.10") }, { key: ecKey() }),
  key_algorithm_unknown: leafCase({
    key: seq(seq(oid("1.3.101.112")), bits(0, ...new Uint8Array(32))),
  }),
  key_algorithm_encoding: rsa({ parameters: [] }),
  ec_key_algorithm_encoding: leafCase({ key: ecKey("1.3.132.0.10") }, { key: ecKey() }),
  ec_signature_algorithm_encoding: {
    bad: leaf({ algorithm: SHA256_ECDSA }),
    good: leaf({ algorithm: SHA256_ECDSA, signature: new Uint8Array(70) }),
  },
  pss_key: leafCase({ key: seq(seq(oid("1.2.840.113549.1.1.10")), bits(0, 0x30, 0)) }),
  pss_signature_encoding: leafCase({ algorithm: seq(oid("1.2.840.113549.1.1.10")) }, {
    algorithm: PSS,
  }),
  signature_sha1: signed(SHA1_ECDSA),
  signature_sha1_beyond_2016: leafCase(
    { from: "2015-12-01T00:00:00Z", to: "2017-02-01T00:00:00Z", algorithm: SHA1_ECDSA },
    { from: "2015-12-01T00:00:00Z", to: "2016-12-01T00:00:00Z", algorithm: SHA1_ECDSA },
  ),
  signature_algorithm_unknown: signed(seq(oid("1.2.840.113549.1.1.4"), element(TAG.NULL))),
  signature_algorithm_unusual: signed(PSS),
  aki_names_certificate: leafWith(
    "authorityKeyIdentifier",
    authorityKey(
      element(0x80, bytes(1)),
      element(0xa1, directory(name({ CN: "x" }))),
      element(0x82, bytes(1)),
    ),
  ),
  ca_purposes_mozilla: caWith(
    EKU,
    purposes("serverAuth", "emailProtection"),
    purposes("serverAuth"),
  ),
  client_auth_chrome: leafCase(
    {
      from: "2027-04-01T00:00:00Z",
      to: "2027-05-01T00:00:00Z",
      extensions: { [EKU]: purposes("serverAuth", "clientAuth") },
    },
    { from: "2027-04-01T00:00:00Z", to: "2027-05-01T00:00:00Z" },
  ),
};

/** Returns the cases for the alternative names of subject or issuer. */
function lists(prefix: string, extension: string): Cases {
  const host = (bad: string, good: string) =>
    leafWith(extension, names(dns(bad)), names(dns(good)));
  const cases: Cases = {
    dns_wildcard_bare: host("*", "*.a.example.com"),
    dns_wildcard_inside: host("a.*.example.com", "*.a.example.com"),
    dns_null: host("a\0.example.com", "a.example.com"),
    dns_period_first: host(".example.com", "a.example.com"),
  };
  return Object.fromEntries(Object.entries(cases).map(([code, found]) => [prefix + code, found]));
}

const issuer = (bad: Bytes) => leafCase({ issuer: bad });
const COMMON: Cases = {
  ...lists("san_", SAN),
  ...lists("ian_", IAN),
  san_dns_suffix_bare: leafWith(SAN, names(dns("co.uk")), names(dns("example.co.uk"))),
  ian_dns_short: leafWith(IAN, names(dns("example.com")), names(dns("www.example.com"))),
  san_dns_twice: leafWith(SAN, names(dns("a.example.com"), dns("A.example.com"))),
  dns_redacted: leafWith(SAN, names(dns("?.example.com")), names(dns("a.example.com"))),
  issuer_space_before: issuer(name({ O: " Example" })),
  issuer_space_behind: issuer(name({ O: "Example " })),
  subject_space_before: subjects(name({ O: " Example" }), name({ O: "Example Inc" })),
  subject_space_behind: subjects(name({ O: "Example " }), name({ O: "Example Inc" })),
  issuer_rdn_several: issuer(seq(rdn(attribute("C", "NL"), attribute("O", "Example")))),
  subject_rdn_several: subjects(
    seq(rdn(attribute("C", "NL"), attribute("O", "Example"))),
    name({ C: "NL", O: "Example" }),
  ),
  subject_html: subjects(name({ O: "A &amp; B" }), name({ O: "A & B; C" })),
  subject_misread: subjects(name({ O: "CafÃ©" }), name({ O: "Café" })),
  subject_default_value: subjects(
    name({ ST: "Some-State", O: "Internet Widgits Pty Ltd" }),
    name({ ST: "Some State", O: "Internet Widgets Ltd" }),
  ),
  subject_empty: caCase({ subject: name({}) }),
  country_not_upper_case: subjects(name({ C: "nl" }), name({ C: "NL" })),
};

export const authorityCases: Cases = { ...AUTHORITIES, ...KEYS, ...COMMON };
