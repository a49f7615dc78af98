/**
 * Further certificates that break a rule or almost break it, in ways that the first case of the rule does
 * not cover.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { type LintCode } from "../../../../core/x509/rules/lint/catalogue.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import type { Profile, Role } from "../../../../core/x509/rules/rule.ts";
import {
  access,
  attribute,
  basicConstraints,
  bits,
  type Bytes,
  bytes,
  critical,
  crlPoints,
  directory,
  dns,
  email,
  type Extensions,
  hex,
  intermediate,
  ip,
  leaf,
  name,
  names,
  notice,
  NULL,
  oid,
  policies,
  purposes,
  rdn,
  root,
  rsaKey,
  seq,
  text,
  uri,
} from "./maker.ts";
import { integerOctets } from "./key-maker.ts";

const HOST = dns("www.example.com");
const DIRECTORY = directory(name({ CN: "x" }));
const san = (...list: Uint8Array<ArrayBuffer>[]): Extensions => ({
  subjectAltName: names(...list),
});
const noticeText = (tag: number, ...content: number[]): Extensions => ({
  certificatePolicies: policies(["2.23.140.1.2.1", notice(element(tag, bytes(...content)))]),
});
const usage = (...content: [unused: number, ...bits: number[]]): Extensions => ({
  keyUsage: critical(bits(...content)),
});
const PSS = "1.2.840.113549.1.1.10";
const EARLY = { from: "2005-01-01T00:00:00Z", to: "2013-01-01T00:00:00Z" };
const MIDDLE = { from: "2019-01-01T00:00:00Z", to: "2019-02-01T00:00:00Z" };
const BEFORE_PROFILES = { from: "2022-01-01T00:00:00Z", to: "2022-06-01T00:00:00Z" };
const ONION = `${"a".repeat(55)}d.onion`;
const descriptor = (address: string, hash = "2.16.840.1.101.3.4.2.1", octets = 32) =>
  seq(text(TAG.UTF8_STRING, address), seq(oid(hash)), bits(0, ...new Uint8Array(octets)));
const onions = (...described: string[]): Certificate =>
  onionsBy(...described.map((address) => descriptor(address)));
const onionsBy = (...descriptors: Bytes[]): Certificate =>
  leaf({
    ...MIDDLE,
    extensions: {
      ...san(dns(ONION), dns(`www.${ONION}`)),
      certificatePolicies: policies(["2.23.140.1.1"]),
      "2.23.140.1.31": seq(...descriptors),
    },
  });

interface Shape {
  code: LintCode;
  says: string;
  certificate: Certificate;
  breaks: boolean;
  as?: Profile;
  role?: Role;
}

const SHAPES: readonly Shape[] = [
  {
    code: "san_holds_directory_name",
    says: "a CA that names a host",
    certificate: intermediate({ extensions: san(HOST, DIRECTORY) }),
    breaks: true,
  },
  {
    code: "san_holds_directory_name",
    says: "a CA with a directory name but without a host",
    certificate: intermediate({ extensions: san(DIRECTORY) }),
    breaks: false,
  },
  {
    code: "san_holds_email",
    says: "a leaf that names an address but not a host",
    certificate: leaf({ extensions: san(ip(192, 0, 2, 1), email("a@example.com")) }),
    breaks: true,
  },
  ...[["1", 32], ["2", 48], ["3", 64]].flatMap(([hash, octets]): Shape[] =>
    [0, 1].map((more) => ({
      code: "onion_descriptor_wrong",
      says: `a descriptor by SHA-2 number ${hash} of ${octets} octets and ${more}`,
      certificate: onionsBy(
        descriptor(
          `https://${ONION}`,
          `2.16.840.1.101.3.4.2.${hash}`,
          Number(octets) + more,
        ),
      ),
      breaks: more > 0,
    }))
  ),
  {
    code: "wildcard_partial",
    says: "a CA that names a host",
    certificate: intermediate({ extensions: san(dns("a*.example.com")) }),
    breaks: true,
  },
  {
    code: "wildcard_inside",
    says: "a CA with a star in its common name",
    certificate: intermediate({ subject: name({ CN: "A. *B* CA" }) }),
    breaks: false,
  },
  {
    code: "crl_address_missing",
    says: "a CA",
    certificate: intermediate({
      extensions: { cRLDistributionPoints: crlPoints([uri("ldap://a.example.com/")]) },
    }),
    breaks: true,
  },
  {
    code: "crl_points_marked_critical",
    says: "a CA",
    certificate: intermediate({
      extensions: { cRLDistributionPoints: critical(crlPoints([uri("http://a.example.com/")])) },
    }),
    breaks: true,
  },
  {
    code: "policies_critical",
    says: "a CA",
    certificate: intermediate({
      extensions: { certificatePolicies: critical(policies(["2.23.140.1.2.1"])) },
    }),
    breaks: true,
  },
  {
    code: "country_unknown",
    says: "a CA",
    certificate: intermediate({ subject: name({ C: "ZZ", O: "Example Trust", CN: "Example CA" }) }),
    breaks: true,
  },
  {
    code: "purposes_not_tls",
    says: "a CA",
    certificate: intermediate({
      ...BEFORE_PROFILES,
      extensions: { extendedKeyUsage: purposes("codeSigning") },
    }),
    breaks: true,
  },
  {
    code: "responder_without_no_check",
    says: "a CA that may sign OCSP responses of others",
    certificate: intermediate({
      extensions: { extendedKeyUsage: purposes("serverAuth", "OCSPSigning") },
    }),
    breaks: true,
  },
  {
    code: "ocsp_address_missing",
    says: "a certificate without addresses",
    certificate: leaf({ ...BEFORE_PROFILES, extensions: { authorityInfoAccess: null } }),
    breaks: true,
  },
  {
    code: "issuer_address_missing",
    says: "a certificate without addresses",
    certificate: leaf({ extensions: { authorityInfoAccess: null } }),
    breaks: true,
  },
  {
    code: "access_address_twice",
    says: "the same address in other letter case",
    certificate: leaf({
      extensions: {
        authorityInfoAccess: access(
          ["ocsp", uri("http://ocsp.example.com/")],
          ["ocsp", uri("http://OCSP.example.com/")],
        ),
      },
    }),
    breaks: true,
  },
  {
    code: "rsa_root_below_2048",
    says: "a root whose signature algorithm is no longer verified",
    certificate: root({ ...EARLY, key: rsaKey({ size: 1024 }) }),
    role: "intermediate",
    breaks: true,
  },
  {
    code: "rsa_root_below_2048",
    says: "a CA below another",
    certificate: intermediate({ ...EARLY, key: rsaKey({ size: 1024 }) }),
    breaks: false,
  },
  {
    code: "aki_without_key",
    says: "a CA under its own name that another key signed",
    certificate: root(),
    role: "intermediate",
    breaks: true,
  },
  {
    code: "key_usage_too_long",
    says: "a key usage without bits",
    certificate: leaf({ extensions: usage(0) }),
    breaks: false,
  },
  {
    code: "key_usage_too_long",
    says: "a bit that is counted as unused",
    certificate: leaf({ extensions: usage(6, 0xa0) }),
    breaks: true,
  },
  {
    code: "key_usage_too_long",
    says: "a key usage that is not a BIT STRING",
    certificate: leaf({ extensions: { keyUsage: critical(NULL) } }),
    breaks: true,
  },
  {
    code: "policy_address_not_http",
    says: "a qualifier that is not the address of a statement",
    certificate: leaf({ extensions: noticeText(TAG.UTF8_STRING, 0x78) }),
    breaks: false,
  },
  {
    code: "policy_address_not_http",
    says: "an address that is missing",
    certificate: leaf({
      extensions: {
        certificatePolicies: policies(["2.23.140.1.2.1", seq(oid("1.3.6.1.5.5.7.2.1"))]),
      },
    }),
    breaks: false,
  },
  ...["2019-01-30T23:59:59Z", "2019-01-31T00:00:00Z"].map((to, place): Shape => ({
    code: "underscore_long_lived",
    says: `a certificate from 1 January 2019 to ${to}`,
    certificate: leaf({
      ...{ from: "2019-01-01T00:00:00Z", to },
      extensions: san(dns("a_b.example.com")),
    }),
    breaks: place === 1,
  })),
  {
    code: "key_usage_purpose_inconsistent",
    says: "a key usage that allows nothing",
    certificate: leaf({ extensions: usage(7, 0) }),
    breaks: true,
  },
  {
    code: "printable_string_wrong",
    says: "an empty value",
    certificate: leaf({ subject: seq(rdn(attribute("O", "", TAG.PRINTABLE_STRING))) }),
    breaks: true,
  },
  {
    code: "subject_says_nothing",
    says: "an attribute that is not a string",
    certificate: leaf({ subject: seq(rdn(seq(oid("2.5.4.45"), bits(0, 1)))) }),
    breaks: false,
  },
  {
    code: "san_reserved_address",
    says: "an IPv6 address that is not assigned",
    certificate: leaf({ extensions: san(ip(0x40, ...new Uint8Array(15))) }),
    breaks: true,
  },
  {
    code: "san_reserved_address",
    says: "an IPv6 address that is assigned",
    certificate: leaf({ extensions: san(ip(...hex("262000fe000000000000000000000010"))) }),
    breaks: false,
  },
  {
    code: "san_uri_host_incomplete",
    says: "a relative reference",
    certificate: leaf({ extensions: san(uri("test//user@*:1337/test")) }),
    breaks: true,
  },
  {
    code: "san_uri_host_incomplete",
    says: "a URI without a host",
    certificate: leaf({ extensions: san(uri("urn:example:a")) }),
    breaks: false,
  },
  {
    code: "san_uri_host_incomplete",
    says: "a path where a host should be",
    certificate: leaf({ extensions: san(uri("http:/www.example.com")) }),
    breaks: true,
  },
  {
    code: "issuer_address_not_fetchable",
    says: "one address of two that can be fetched",
    certificate: leaf({
      extensions: {
        authorityInfoAccess: access(
          ["caIssuers", uri("https://a.example.com/")],
          ["caIssuers", uri("http://a.example.com/")],
        ),
      },
    }),
    breaks: false,
  },
  {
    code: "policy_text_ia5",
    says: "a text in a qualifier that is not a notice",
    certificate: leaf({
      extensions: {
        certificatePolicies: policies([
          "2.23.140.1.2.1",
          seq(oid("1.2.3"), seq(text(TAG.IA5_STRING, "x"))),
        ]),
      },
    }),
    breaks: false,
  },
  {
    code: "policy_text_ia5",
    says: "a notice without content",
    certificate: leaf({
      extensions: {
        certificatePolicies: policies(["2.23.140.1.2.1", seq(oid("1.3.6.1.5.5.7.2.2"))]),
      },
    }),
    breaks: false,
  },
  // The top-level domain existed from 26 June 2014 to 16 February 2019.
  ...[
    ["2014-06-25T23:59:59Z", true],
    ["2014-06-26T00:00:00Z", false],
    ["2019-02-16T23:59:59Z", false],
    ["2019-02-17T00:00:00Z", true],
  ].map(([from, breaks]): Shape => ({
    code: "host_top_level_unknown",
    says: `a former top-level domain on ${from}`,
    certificate: leaf({
      ...{ from: String(from), to: "2019-06-01T00:00:00Z" },
      extensions: san(dns("www.active")),
    }),
    breaks: Boolean(breaks),
  })),
  ...[["www.example.com", false], ["www.example.nl", false], ["www.example.dev", true]].map(
    ([host, breaks]): Shape => ({
      code: "host_top_level_unknown",
      says: `${host} before most of the generic top-level domains`,
      certificate: leaf({
        ...{ from: "2013-01-01T00:00:00Z", to: "2014-01-01T00:00:00Z" },
        extensions: san(dns(String(host))),
      }),
      breaks: Boolean(breaks),
    }),
  ),
  {
    code: "ca_purposes_wrong",
    says: "any purpose and another one",
    certificate: intermediate({
      extensions: { extendedKeyUsage: purposes("anyExtendedKeyUsage", "serverAuth") },
    }),
    breaks: true,
  },
  {
    code: "ca_purposes_wrong",
    says: "any purpose only",
    certificate: intermediate({
      extensions: { extendedKeyUsage: purposes("anyExtendedKeyUsage") },
    }),
    breaks: false,
  },
  {
    code: "san_reserved_address",
    says: "an address of five octets",
    certificate: leaf({ extensions: san(ip(10, 0, 0, 1, 1)) }),
    breaks: false,
  },
  {
    code: "onion_descriptor_wrong",
    says: "an address of http",
    certificate: onions(`http://${ONION}`),
    breaks: true,
  },
  {
    code: "san_uri_malformed",
    says: "a query only",
    certificate: leaf({ extensions: san(uri("http://?a")) }),
    breaks: true,
  },
  {
    code: "policy_text_not_normalized",
    says: "UTF-8 under the tag of a BMPString",
    certificate: leaf({ extensions: noticeText(TAG.BMP_STRING, 0x61, 0xcc, 0x80, 0x63, 0x64) }),
    breaks: true,
  },
  {
    code: "underscore_no_hyphen",
    says: "underscores in third and fourth place",
    certificate: leaf({ ...MIDDLE, extensions: san(dns("ab__c.example.com")) }),
    breaks: true,
  },
  {
    code: "host_is_top_level",
    says: "a top-level domain that no longer exists",
    certificate: leaf({ extensions: san(dns("active")) }),
    breaks: true,
  },
  {
    code: "onion_descriptor_wrong",
    says: "a descriptor of another service",
    certificate: onions(`https://${ONION}`, `https://${"b".repeat(56)}.onion`),
    breaks: true,
  },
  {
    code: "onion_descriptor_wrong",
    says: "no descriptor of one of its services",
    certificate: leaf({
      ...MIDDLE,
      extensions: {
        ...san(dns(ONION), dns(`${"b".repeat(56)}.onion`)),
        certificatePolicies: policies(["2.23.140.1.1"]),
        "2.23.140.1.31": seq(descriptor(`https://${ONION}`)),
      },
    }),
    breaks: true,
  },
  {
    code: "onion_descriptor_wrong",
    says: "one descriptor for a service that it names twice",
    certificate: onions(`https://${ONION}`),
    breaks: false,
  },
  ...[0, 1].map((more): Shape => ({
    code: "rsa_small_factor",
    says: `a factor 3 of a modulus of 16,384 bits and ${more}`,
    certificate: leaf({
      key: rsaKey({ number: integerOctets(3n * (2n ** BigInt(16_382 + more) + 1n)) }),
    }),
    breaks: more === 0,
  })),
  {
    code: "pss_key",
    says: "parameters that cannot be read",
    certificate: leaf({ key: seq(seq(oid(PSS), NULL), bits(0, 0x30, 0)) }),
    breaks: true,
  },
  {
    code: "pss_signature_encoding",
    says: "parameters that cannot be read",
    certificate: leaf({ algorithm: seq(oid(PSS), NULL) }),
    breaks: true,
  },
  {
    code: "path_length_negative",
    says: "a CA that it makes unreadable",
    certificate: intermediate({
      extensions: { basicConstraints: critical(basicConstraints(true, -1)) },
    }),
    breaks: true,
  },
];

describe("lint > shapes", () => {
  for (const { code, says, certificate, breaks, as = "public-tls", role } of SHAPES) {
    it(`${code} ${breaks ? "reports" : "does not report"} ${says}`, () => {
      const codes = lint(certificate, as, { role }).findings.map((finding) => finding.code);
      assert.equal(codes.includes(code), breaks, codes.join(" "));
    });
  }
});
