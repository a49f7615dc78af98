/** Rules about extensions as such: whether they are critical, empty, or written wrongly. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { rfc5280 } from "../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { elements } from "./tlv.ts";

const SUBJECT_DIRECTORY_ATTRIBUTES = "2.5.29.9";
const BOOLEAN = 0x01;

/** Extensions that are lists of at least one element, with the names that messages give them. */
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

const emptyList = (name: string) => `Its list of ${name} is empty.`;

/** A subject of empty attributes is as good as none. */
const hasBlankSubject = ({ subject }: LintExamined) =>
  subject.every(({ value }) => value.length === 0);

/** The first extension that writes critical:FALSE out. */
const withDefault = ({ certificate: { extensions, bytes } }: LintExamined) =>
  extensions.find(({ start, critical }) =>
    !critical && elements(bytes.subarray(start))[0].inner[1]?.tag === BOOLEAN
  );

export const extensionLints = {
  extension_default_written: lint({
    clause: rfc5280("4.1, Appendix B"),
    since: SINCE.rfc5280,
    title: "An extension encodes critical:FALSE, the default, which DER leaves out",
    at: (examined) => withDefault(examined)?.oid,
    check: (examined) =>
      // The reader reports it too: without its findings there is nothing to look for.
      examined.certificate.der.findings.length > 0 && withDefault(examined) !== undefined,
  }),
  extension_list_empty: lint({
    clause: rfc5280("4.2.1"),
    since: SINCE.rfc2459,
    title: "An extension is an empty list",
    at: (_, message) => LISTS.find(([, name]) => message === emptyList(name))?.[0],
    check: (examined) =>
      LISTS.filter(([oid]) => examined.isEmpty(oid))
        .map(([, name]) => emptyList(name)),
  }),
  key_usage_not_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.3"),
    title: "Key usage is not critical",
    at: EXTENSION.keyUsage,
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
  name_constraints_not_critical: lint({
    clause: rfc5280("4.2.1.10"),
    // The Baseline Requirements allow it, for Apple's systems once refused critical name constraints.
    profiles: ["private", "smime", "client", "code-signing"],
    title: "Name constraints are not critical",
    at: EXTENSION.nameConstraints,
    check: (examined) => examined.isNotCritical(EXTENSION.nameConstraints),
  }),
  policy_mappings_not_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.5"),
    title: "Policy mappings are not critical",
    at: EXTENSION.policyMappings,
    check: (examined) => examined.isNotCritical(EXTENSION.policyMappings),
  }),
  crl_points_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.13"),
    title: "CRL distribution points are critical",
    at: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.isCritical(EXTENSION.cRLDistributionPoints),
  }),
  freshest_crl_critical: lint({
    clause: rfc5280("4.2.1.15"),
    since: SINCE.rfc3280,
    title: "Freshest CRL is critical",
    at: EXTENSION.freshestCRL,
    check: (examined) => examined.isCritical(EXTENSION.freshestCRL),
  }),
  ian_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.7"),
    title: "Issuer alternative names are critical",
    at: EXTENSION.issuerAltName,
    check: (examined) => examined.isCritical(EXTENSION.issuerAltName),
  }),
  directory_attributes_critical: lint({
    clause: rfc5280("4.2.1.8"),
    title: "Subject directory attributes are critical",
    at: SUBJECT_DIRECTORY_ATTRIBUTES,
    check: (examined) => examined.isCritical(SUBJECT_DIRECTORY_ATTRIBUTES),
  }),
  subject_access_critical: lint({
    clause: rfc5280("4.2.2.2"),
    since: SINCE.rfc3280,
    title: "Subject information access is critical",
    at: EXTENSION.subjectInfoAccess,
    check: (examined) => examined.isCritical(EXTENSION.subjectInfoAccess),
  }),
  any_purpose_critical: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.12"),
    since: SINCE.rfc3280,
    title: "Extended key usage is critical, but allows any purpose",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      examined.isCritical(EXTENSION.extendedKeyUsage) && examined.isFor("anyExtendedKeyUsage"),
  }),
  san_critical_with_subject: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    title: "Alternative names are critical, but the subject is not empty",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.isCritical(EXTENSION.subjectAltName) && !hasBlankSubject(examined),
  }),
  san_not_critical_without_subject: lint({
    clause: rfc5280("4.2.1.6"),
    title: "Alternative names are not critical, but the subject is empty",
    at: EXTENSION.subjectAltName,
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
