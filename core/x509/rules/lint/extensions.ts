/** Rules about extensions: criticality, empty lists, addresses, and certificate policies. */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION, SUBJECT_DIRECTORY_ATTRIBUTES } from "../../objects/extensions/identifiers.ts";
import { ANY_POLICY } from "../../objects/extensions/policies.ts";
import { rfc5280, rfc6818 } from "../../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { elements, type Tlv } from "../../asn1/elements.ts";

const BOOLEAN = 0x01;

/** Extensions that must not be empty lists, with their names in messages. */
const LISTS: readonly (readonly [oid: string, name: string])[] = [
  [EXTENSION.certificatePolicies, "certificate policies"],
  [EXTENSION.policyMappings, "policy mappings"],
  [EXTENSION.extendedKeyUsage, "extended key usage"],
  [EXTENSION.cRLDistributionPoints, "CRL distribution points"],
  [EXTENSION.freshestCRL, "freshest CRL"],
  [EXTENSION.authorityInfoAccess, "authority information access"],
  [EXTENSION.subjectInfoAccess, "subject information access"],
  [SUBJECT_DIRECTORY_ATTRIBUTES, "subject directory attributes"],
  [EXTENSION.subjectAltName, "subject alternative names"],
  [EXTENSION.issuerAltName, "issuer alternative names"],
];

/** A subject whose attributes are all empty counts as empty. */
const hasBlankSubject = ({ subject }: LintExamined) =>
  subject.every(({ value }) => value.length === 0);

/** Returns the first extension that encodes critical:FALSE. */
const withDefault = ({ certificate: { extensions, bytes } }: LintExamined) =>
  extensions.find(({ start, critical }) =>
    !critical && elements(bytes.subarray(start))[0].inner[1]?.tag === BOOLEAN
  );

export const extensionLints = {
  extension_default_written: lint({
    clause: rfc5280("4.1, Appendix B"),
    since: SINCE.rfc5280,
    title: "An extension encodes critical:FALSE, the default, which DER leaves out",
    at: "extensions",
    check(examined) {
      // The reader reports it too, so a certificate without findings need not be searched.
      if (examined.certificate.der.findings.length === 0) return null;
      const extension = withDefault(examined);
      return extension ? { at: extension.oid } : null;
    },
  }),
  extension_list_empty: lint({
    clause: rfc5280("4.2.1"),
    since: SINCE.rfc2459,
    title: "An extension is an empty list",
    at: "extensions",
    check: (examined) =>
      LISTS.filter(([oid]) => examined.isEmpty(oid))
        .map(([oid, name]) => ({ at: oid, message: `Its list of ${name} is empty.` })),
  }),
  key_usage_not_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.3"),
    title: "Key usage is not critical",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
  name_constraints_not_critical: lint({
    clause: rfc5280("4.2.1.10"),
    // The Baseline Requirements allow it, because Apple's systems once refused critical name constraints.
    profiles: ["private", "smime", "client", "code-signing"],
    title: "Name constraints are not critical",
    on: EXTENSION.nameConstraints,
    check: (examined) => examined.isNotCritical(EXTENSION.nameConstraints),
  }),
  policy_mappings_not_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.5"),
    title: "Policy mappings are not critical",
    on: EXTENSION.policyMappings,
    check: (examined) => examined.isNotCritical(EXTENSION.policyMappings),
  }),
  crl_points_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.13"),
    title: "CRL distribution points are critical",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.isCritical(EXTENSION.cRLDistributionPoints),
  }),
  freshest_crl_critical: lint({
    clause: rfc5280("4.2.1.15"),
    since: SINCE.rfc3280,
    title: "Freshest CRL is critical",
    on: EXTENSION.freshestCRL,
    check: (examined) => examined.isCritical(EXTENSION.freshestCRL),
  }),
  ian_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.7"),
    title: "Issuer alternative names are critical",
    on: EXTENSION.issuerAltName,
    check: (examined) => examined.isCritical(EXTENSION.issuerAltName),
  }),
  directory_attributes_critical: lint({
    clause: rfc5280("4.2.1.8"),
    title: "Subject directory attributes are critical",
    on: SUBJECT_DIRECTORY_ATTRIBUTES,
    check: (examined) => examined.isCritical(SUBJECT_DIRECTORY_ATTRIBUTES),
  }),
  subject_access_critical: lint({
    clause: rfc5280("4.2.2.2"),
    since: SINCE.rfc3280,
    title: "Subject information access is critical",
    on: EXTENSION.subjectInfoAccess,
    check: (examined) => examined.isCritical(EXTENSION.subjectInfoAccess),
  }),
  any_purpose_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.12"),
    since: SINCE.rfc3280,
    title: "Extended key usage is critical, but allows any purpose",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      examined.isCritical(EXTENSION.extendedKeyUsage) && examined.isFor("anyExtendedKeyUsage"),
  }),
  san_critical_with_subject: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    title: "Alternative names are critical, but the subject is not empty",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.isCritical(EXTENSION.subjectAltName) && !hasBlankSubject(examined),
  }),
  san_not_critical_without_subject: lint({
    clause: rfc5280("4.2.1.6"),
    title: "Alternative names are not critical, but the subject is empty",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.isNotCritical(EXTENSION.subjectAltName) && hasBlankSubject(examined),
  }),
  subject_and_san_missing: lint({
    clause: rfc5280("4.2.1.6"),
    title: "It has neither a subject nor alternative names",
    at: EXTENSION.subjectAltName,
    check: (examined) => examined.subject.length === 0 && !examined.has(EXTENSION.subjectAltName),
  }),
  leaf_key_identifier_missing: lint({
    severity: "info",
    clause: rfc5280("4.2.1.2"),
    roles: ["leaf"],
    // The Baseline Requirements advise against it.
    profiles: ["private", "smime", "client", "code-signing"],
    title: "It has no subject key identifier",
    at: EXTENSION.subjectKeyIdentifier,
    check: (examined) => !examined.has(EXTENSION.subjectKeyIdentifier),
  }),
  aki_without_key: lint({
    clause: rfc5280("4.2.1.1"),
    title: "Its authority key identifier is missing or has no key identifier",
    at: EXTENSION.authorityKeyIdentifier,
    check: (examined) =>
      !examined.value(EXTENSION.authorityKeyIdentifier)?.keyIdentifier &&
      examined.role !== "root",
  }),
} satisfies LintRules;

/** https is excluded: a client would first have to validate the certificate of that server. */
const isFetchable = (address: string) => /^(http|ldap):\/\//i.test(address);

export const accessLints = {
  crl_point_incomplete: lint({
    clause: rfc5280("4.2.1.13"),
    since: SINCE.rfc3280,
    title: "A CRL distribution point has neither a name nor a CRL issuer",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) =>
      (examined.value(EXTENSION.cRLDistributionPoints) ?? []).some((point) =>
        point.names.length === 0 && point.relativeName === null && point.crlIssuer.length === 0
      ),
  }),
  crl_point_without_address: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.13"),
    since: SINCE.rfc5280,
    title: "No CRL distribution point has an HTTP or LDAP address",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => !examined.crlAddresses.some(isFetchable),
  }),
  issuer_address_not_fetchable: lint({
    severity: "warning",
    clause: rfc5280("4.2.2.1"),
    since: SINCE.rfc5280,
    title: "It has no HTTP or LDAP address of its issuer, only others",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) => {
      const locations = examined.access("caIssuers");
      return locations.length > 0 &&
        !locations.some(({ type, value }) => type === "URI" && isFetchable(value));
    },
  }),
} satisfies LintRules;

export const QUALIFIER = { cps: "1.3.6.1.5.5.7.2.1", notice: "1.3.6.1.5.5.7.2.2" } as const;

interface Qualifier {
  readonly policy: string;
  readonly oid: string;
  readonly value: Tlv | undefined;
}

/** Returns every qualifier with its policy. */
export const qualifiers = (examined: LintExamined): Qualifier[] =>
  examined.once(
    "qualifiers",
    () =>
      examined.parts(EXTENSION.certificatePolicies).flatMap(({ inner: [policy, list] }) =>
        policy && list
          ? list.inner.flatMap(({ inner: [type, value] }) =>
            type ? [{ policy: policy.oid, oid: type.oid, value }] : []
          )
          : []
      ),
  );

const notices = (examined: LintExamined): Tlv[] =>
  qualifiers(examined).flatMap(({ oid, value }) =>
    oid === QUALIFIER.notice && value ? value.inner : []
  );

/** Returns the explicit texts of user notices. */
const texts = (examined: LintExamined): Tlv[] =>
  notices(examined).filter(({ tag }) => tag !== TAG.SEQUENCE);

// deno-lint-ignore no-control-regex -- control characters are what is looked for
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

export const policyLints = {
  policy_twice: lint({
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc5280,
    title: "A certificate policy occurs twice",
    on: EXTENSION.certificatePolicies,
    check: ({ policies }) => new Set(policies).size < policies.length,
  }),
  policy_notice_reference: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc5280,
    title: "A user notice refers to another document by number",
    on: EXTENSION.certificatePolicies,
    check: (examined) => notices(examined).some(({ tag }) => tag === TAG.SEQUENCE),
  }),
  any_policy_qualifier: lint({
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc3280,
    title: "The policy anyPolicy has a qualifier other than CPS and user notice",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      qualifiers(examined).some(({ policy, oid }) =>
        policy === ANY_POLICY && oid !== QUALIFIER.cps && oid !== QUALIFIER.notice
      ),
  }),
  policy_text_ia5: lint({
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is an IA5String",
    on: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some(({ tag }) => tag === TAG.IA5_STRING),
  }),
  policy_text_not_utf8: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is not a UTF8String",
    on: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some(({ tag }) => tag !== TAG.UTF8_STRING),
  }),
  policy_text_control: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice has control characters",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some((text) => text.tag === TAG.UTF8_STRING && CONTROL.test(text.text ?? "")),
  }),
  policy_text_not_normalized: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is not in Unicode normalization form C",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some((text) => {
        if (text.tag !== TAG.UTF8_STRING && text.tag !== TAG.BMP_STRING) return false;
        // A BMPString of an odd length is UTF-8 under a wrong tag.
        const isCut = text.tag === TAG.BMP_STRING && text.length % 2 !== 0;
        const read = text.textAs(isCut ? TAG.UTF8_STRING : text.tag) ?? "";
        return read !== read.normalize("NFC");
      }),
  }),
  policy_text_malformed: lint({
    clause: rfc5280("4.2.1.4; X.690, 8.23"),
    title: "The text of a user notice ends within a character",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some(({ tag, length }) => tag === TAG.BMP_STRING && length % 2 !== 0),
  }),
  policy_text_too_long: lint({
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is longer than 200 characters",
    on: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some((text) => [...text.text ?? ""].length > 200),
  }),
} satisfies LintRules;
