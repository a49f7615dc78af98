/** Rules about extensions as such: whether they are critical, empty, or written wrongly. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { rfc5280 } from "../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { elements } from "./tlv.ts";
import { HAS } from "./features.ts";

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

/** A subject of empty attributes is as good as none. */
const hasBlankSubject = ({ subject }: LintExamined) =>
  subject.every(({ value }) => value.length === 0);

export const extensionLints = {
  extension_default_written: lint({
    clause: rfc5280("4.1, Appendix B"),
    since: SINCE.rfc5280,
    title: "An extension encodes critical:FALSE, the default, which DER leaves out",
    check: ({ certificate: { extensions, bytes, der } }) =>
      // The reader reports it too: without its findings there is nothing to look for.
      der.findings.length > 0 &&
      extensions.some(({ start, critical }) =>
        !critical && elements(bytes.subarray(start))[0].inner[1]?.tag === BOOLEAN
      ),
  }),
  extension_list_empty: lint({
    needs: [HAS.emptyList],
    clause: rfc5280("4.2.1"),
    since: SINCE.rfc2459,
    title: "An extension is an empty list",
    check: (examined) =>
      LISTS.filter(([oid]) => examined.isEmpty(oid))
        .map(([, name]) => `Its list of ${name} is empty.`),
  }),
  key_usage_not_critical: lint({
    needs: [HAS.unusualCriticality],
    severity: "warning",
    clause: rfc5280("4.2.1.3"),
    title: "Key usage is not critical",
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
  name_constraints_not_critical: lint({
    needs: [EXTENSION.nameConstraints],
    clause: rfc5280("4.2.1.10"),
    // The Baseline Requirements allow it, for Apple's systems once refused critical name constraints.
    profiles: ["private", "smime", "client", "code-signing"],
    title: "Name constraints are not critical",
    check: (examined) => examined.isNotCritical(EXTENSION.nameConstraints),
  }),
  policy_mappings_not_critical: lint({
    needs: [EXTENSION.policyMappings],
    severity: "warning",
    clause: rfc5280("4.2.1.5"),
    title: "Policy mappings are not critical",
    check: (examined) => examined.isNotCritical(EXTENSION.policyMappings),
  }),
  crl_points_critical: lint({
    needs: [HAS.unusualCriticality],
    severity: "warning",
    clause: rfc5280("4.2.1.13"),
    title: "CRL distribution points are critical",
    check: (examined) => examined.isCritical(EXTENSION.cRLDistributionPoints),
  }),
  freshest_crl_critical: lint({
    needs: [EXTENSION.freshestCRL],
    clause: rfc5280("4.2.1.15"),
    since: SINCE.rfc3280,
    title: "Freshest CRL is critical",
    check: (examined) => examined.isCritical(EXTENSION.freshestCRL),
  }),
  ian_critical: lint({
    needs: [EXTENSION.issuerAltName],
    severity: "warning",
    clause: rfc5280("4.2.1.7"),
    title: "Issuer alternative names are critical",
    check: (examined) => examined.isCritical(EXTENSION.issuerAltName),
  }),
  directory_attributes_critical: lint({
    needs: [SUBJECT_DIRECTORY_ATTRIBUTES],
    clause: rfc5280("4.2.1.8"),
    title: "Subject directory attributes are critical",
    check: (examined) => examined.isCritical(SUBJECT_DIRECTORY_ATTRIBUTES),
  }),
  subject_access_critical: lint({
    needs: [EXTENSION.subjectInfoAccess],
    clause: rfc5280("4.2.2.2"),
    since: SINCE.rfc3280,
    title: "Subject information access is critical",
    check: (examined) => examined.isCritical(EXTENSION.subjectInfoAccess),
  }),
  any_purpose_critical: lint({
    needs: [HAS.unusualCriticality],
    severity: "warning",
    clause: rfc5280("4.2.1.12"),
    since: SINCE.rfc3280,
    title: "Extended key usage is critical, but allows any purpose",
    check: (examined) =>
      examined.isCritical(EXTENSION.extendedKeyUsage) && examined.isFor("anyExtendedKeyUsage"),
  }),
  san_critical_with_subject: lint({
    needs: [HAS.unusualCriticality],
    severity: "warning",
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    title: "Alternative names are critical, but the subject is not empty",
    check: (examined) =>
      examined.isCritical(EXTENSION.subjectAltName) && !hasBlankSubject(examined),
  }),
  san_not_critical_without_subject: lint({
    needs: [HAS.unusualSubject],
    clause: rfc5280("4.2.1.6"),
    title: "Alternative names are not critical, but the subject is empty",
    check: (examined) =>
      examined.isNotCritical(EXTENSION.subjectAltName) && hasBlankSubject(examined),
  }),
  subject_and_san_missing: lint({
    needs: [HAS.unusualSubject],
    clause: rfc5280("4.2.1.6"),
    title: "It has neither a subject nor alternative names",
    check: (examined) => examined.subject.length === 0 && !examined.has(EXTENSION.subjectAltName),
  }),
  leaf_key_identifier_missing: lint({
    severity: "info",
    clause: rfc5280("4.2.1.2"),
    roles: ["leaf"],
    // The Baseline Requirements advise against it.
    profiles: ["private", "smime", "client", "code-signing"],
    title: "It has no subject key identifier",
    check: (examined) => !examined.has(EXTENSION.subjectKeyIdentifier),
  }),
  aki_without_key: lint({
    clause: rfc5280("4.2.1.1"),
    title: "Its authority key identifier is missing or has no key identifier",
    check: (examined) =>
      !examined.value(EXTENSION.authorityKeyIdentifier)?.keyIdentifier &&
      examined.role !== "root",
  }),
} satisfies LintRules;
