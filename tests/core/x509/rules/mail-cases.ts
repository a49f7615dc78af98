/** One good and one bad certificate for each rule about S/MIME. */
import { element } from "../../../../core/x509/asn1/der-write.ts";
import type { Case, Cases } from "./cases.ts";
import {
  access,
  authorityKey,
  bits,
  type Bytes,
  bytes,
  type Changes,
  critical,
  crlPoints,
  dns,
  ecKey,
  email,
  type Extensions,
  keyUsage,
  leaf,
  name,
  names,
  NULL,
  octets,
  oid,
  policies,
  purposes,
  rsaKey,
  seq,
  uri,
} from "./maker.ts";

const ADDRESS = "jan@example.com";
const MAILBOX = "2.23.140.1.5.1.2";
const MAILBOX_STRICT = "2.23.140.1.5.1.3";
const MAILBOX_LEGACY = "2.23.140.1.5.1.1";
const AIA = "authorityInfoAccess";
const ML_DSA_44 = "2.16.840.1.101.3.4.3.17";
const INDIVIDUAL = "2.23.140.1.5.4.2";

const USUAL: Extensions = {
  certificatePolicies: policies([MAILBOX]),
  extendedKeyUsage: purposes("emailProtection"),
  subjectAltName: names(email(ADDRESS)),
  signedCertificateTimestamps: null,
  subjectKeyIdentifier: octets(new Uint8Array(20).fill(5)),
};

/** Returns a certificate for e-mail that breaks no rule, with changes. */
export function mail(changes: Changes = {}) {
  const subject = name({ CN: ADDRESS });
  return leaf({ subject, ...changes, extensions: { ...USUAL, ...changes.extensions } });
}
const mailCase = (bad: Changes, good: Changes = {}): Case => ({ bad: mail(bad), good: mail(good) });
const mailWith = (extension: string, bad: Extensions[string], good?: Extensions[string]): Case =>
  mailCase({ extensions: { [extension]: bad } }, good ? { extensions: { [extension]: good } } : {});
const subjects = (bad: Bytes, good?: Bytes, policy = MAILBOX): Case => {
  const extensions = { certificatePolicies: policies([policy]) };
  return mailCase({ subject: bad, extensions }, { ...(good ? { subject: good } : {}), extensions });
};
const usage = (key: Bytes, bad: Bytes, good: Bytes): Case =>
  mailCase({ key, extensions: { keyUsage: critical(bad) } }, {
    key,
    extensions: { keyUsage: critical(good) },
  });
const ORGANIZATION = "2.23.140.1.5.2.2";
const REGISTERED = { C: "NL", O: "Example", organizationIdentifier: "NTRNL-12345678" };
/** Returns a case of certificates in which an organization was validated. */
const organizations = (bad: Parameters<typeof name>[0]): Case =>
  subjects(name({ ...REGISTERED, ...bad }), name(REGISTERED), ORGANIZATION);
const EDWARDS = seq(seq(oid("1.3.101.112")), bits(0, ...new Uint8Array(32)));

export const mailCases: Cases = {
  mail_policy: mailWith("certificatePolicies", policies([MAILBOX], [INDIVIDUAL])),
  mail_legacy: mailWith("certificatePolicies", policies([MAILBOX_LEGACY])),
  mail_purpose: mailCase({
    extensions: {
      certificatePolicies: policies([MAILBOX_STRICT]),
      extendedKeyUsage: purposes("emailProtection", "clientAuth"),
    },
  }, { extensions: { extendedKeyUsage: purposes("emailProtection", "clientAuth") } }),
  mail_key_usage_missing: mailWith("keyUsage", null),
  mail_rsa_key_usage: mailWith("keyUsage", keyUsage("digitalSignature", "keyAgreement")),
  mail_ec_key_usage: usage(
    ecKey(),
    keyUsage("digitalSignature", "encipherOnly"),
    keyUsage("digitalSignature", "keyAgreement", "encipherOnly"),
  ),
  mail_edwards_key_usage: usage(
    EDWARDS,
    keyUsage("digitalSignature", "keyAgreement"),
    keyUsage("digitalSignature", "nonRepudiation"),
  ),
  mail_names_missing: mailWith("subjectAltName", null),
  mail_address_malformed: mailWith("subjectAltName", names(email("jan"))),
  mail_subject_address_malformed: subjects(name({ E: "jan" }), name({ E: ADDRESS })),
  mail_address_not_in_names: subjects(name({ E: "piet@example.com" }), name({ E: ADDRESS })),
  mail_mailbox_missing: mailCase({
    subject: seq(),
    extensions: { subjectAltName: names(dns("example.com")) },
  }),
  mail_name_forbidden: mailWith("subjectAltName", names(email(ADDRESS), dns("example.com"))),
  mail_lifetime: mailCase(
    { from: "2026-04-01T00:00:00Z", to: "2028-07-05T00:00:00Z" },
    { from: "2026-04-01T00:00:00Z", to: "2028-07-04T00:00:00Z" },
  ),
  mail_organization_missing: organizations({ O: undefined }),
  mail_organization_identifier_missing: organizations({ organizationIdentifier: undefined }),
  mail_organization_identifier_malformed: organizations({ organizationIdentifier: "12345678" }),
  mail_organization_identifier_country: organizations({ organizationIdentifier: "NTRBE-1" }),
  mail_organization_common_name: organizations({ CN: "Jan" }),
  mail_subject_forbidden: organizations({ GN: "Jan" }),
  mail_common_name: subjects(name({ CN: "Jan" }), name({ CN: ADDRESS })),
  mail_mailbox_subject: subjects(name({ O: "Example" }), name({ serialNumber: "1" })),
  mail_person_missing: subjects(name({ C: "NL" }), name({ C: "NL", GN: "Jan" }), INDIVIDUAL),
  mail_country_unknown: subjects(
    name({ C: "ZZ", GN: "Jan" }),
    name({ C: "NL", GN: "Jan" }),
    INDIVIDUAL,
  ),
  mail_crl_points_missing: mailWith("cRLDistributionPoints", null),
  mail_crl_address_not_http: mailWith(
    "cRLDistributionPoints",
    crlPoints([uri("ldap://a.example.com/")]),
  ),
  mail_issuer_key: mailWith(
    "authorityKeyIdentifier",
    authorityKey(element(0x80, bytes(1)), element(0x82, bytes(1))),
  ),
  mail_access_not_http: mailWith(AIA, access(["caIssuers", uri("ldap://a.example.com/")])),
  mail_access_internal: mailWith(AIA, access(["caIssuers", uri("http://ca.corp/")])),
  mail_key_algorithm: mailCase(
    { key: seq(seq(oid(ML_DSA_44)), bits(0, 1)), from: "2025-08-01T00:00:00Z" },
    { key: seq(seq(oid(ML_DSA_44)), bits(0, 1)), from: "2025-09-01T00:00:00Z" },
  ),
  mail_rsa_below_2048: mailCase({ key: rsaKey({ size: 1024 }) }),
  mail_signature_sha1: mailCase({ algorithm: seq(oid("1.2.840.113549.1.1.5"), NULL) }),
};
