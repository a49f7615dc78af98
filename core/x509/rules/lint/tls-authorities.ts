/** Rules of the Baseline Requirements about certificates of CAs. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { ANY_POLICY } from "../../objects/extensions/policies.ts";
import { tlsRequirements } from "../../documents.ts";
import { reservedPolicies } from "../public.ts";
import type { Role, Severity } from "../rule.ts";
import { touchesReserved } from "./hosts.ts";
import { subtrees } from "./constraints.ts";
import { ATTRIBUTE, type LintExamined, type LintRules, publicLint, SINCE } from "./examined.ts";
import { isHttp } from "./tls-extensions.ts";

const CA: readonly Role[] = ["intermediate", "root"];
const SUBORDINATE: readonly Role[] = ["intermediate"];
const ROOT: readonly Role[] = ["root"];

const names = ({ subject }: LintExamined, type: string) =>
  subject.some(({ oid, value }) => oid === type && value.length > 0);
const issuers = (examined: LintExamined): string[] =>
  examined.access("caIssuers").map(({ value }) => value);

/** Defines a rule that the key usage of a CA has a bit. */
const usage = (bit: string, title: string, severity: Severity = "error") =>
  publicLint({
    severity,
    clause: tlsRequirements("7.1.2.10.7"),
    since: SINCE.requirements,
    roles: CA,
    title,
    on: EXTENSION.keyUsage,
    check: (examined) => examined.keyUsage !== null && !examined.uses(bit),
  });

export const tlsAuthorityLints = {
  ca_cannot_sign_certificates: usage("keyCertSign", "It is a CA that may not sign certificates"),
  ca_cannot_sign_crls: usage("cRLSign", "It is a CA that may not sign CRLs"),
  ca_cannot_sign: usage(
    "digitalSignature",
    "It is a CA whose key may not sign OCSP responses",
    "info",
  ),
  ca_key_usage_not_critical: publicLint({
    clause: tlsRequirements("7.1.2.1.2, 7.1.2.6.1"),
    since: SINCE.requirements,
    roles: CA,
    title: "Key usage of the CA is not critical",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
  ca_common_name_missing: publicLint({
    clause: tlsRequirements("7.1.2.10.2"),
    since: "2017-06-08",
    roles: CA,
    title: "The CA has no common name",
    at: "subject",
    check: (examined) => !names(examined, ATTRIBUTE.commonName),
  }),
  ca_country_missing: publicLint({
    clause: tlsRequirements("7.1.2.10.2"),
    since: SINCE.requirements,
    roles: CA,
    title: "The CA names no country",
    at: "subject",
    check: (examined) => !names(examined, ATTRIBUTE.country),
  }),
  ca_organization_missing: publicLint({
    clause: tlsRequirements("7.1.2.10.2"),
    since: SINCE.requirements,
    roles: CA,
    title: "The CA names no organization",
    at: "subject",
    check: (examined) => !names(examined, ATTRIBUTE.organization),
  }),
  ca_unit_present: publicLint({
    clause: tlsRequirements("7.1.2.10.2"),
    since: SINCE.profiles,
    roles: CA,
    title: "The CA names an organizational unit",
    at: "subject",
    check: (examined) => names(examined, ATTRIBUTE.unit),
  }),
  ca_purposes_wrong: publicLint({
    clause: tlsRequirements("7.1.2.10.6"),
    since: "2020-08-20",
    roles: SUBORDINATE,
    title: "The CA has purposes that are not allowed with TLS",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      examined.isFor("emailProtection", "codeSigning", "timeStamping", "OCSPSigning") ||
      (examined.isFor("anyExtendedKeyUsage") && examined.purposes!.length > 1),
  }),
  ca_purposes_critical: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.10.6"),
    since: "2013-07-29",
    roles: SUBORDINATE,
    title: "Extended key usage of the CA is critical",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => examined.isCritical(EXTENSION.extendedKeyUsage),
  }),
  ca_purposes_missing: publicLint({
    severity: "info",
    clause: tlsRequirements("7.1.2.10.6"),
    since: SINCE.requirements,
    roles: SUBORDINATE,
    title: "The CA has no extended key usage",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.has(EXTENSION.extendedKeyUsage),
  }),
  ca_purposes_not_tls: publicLint({
    severity: "info",
    clause: tlsRequirements("7.1.2.10.6"),
    since: "2013-07-29",
    roles: SUBORDINATE,
    title: "The CA is for neither TLS servers nor TLS clients",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.isFor("serverAuth", "clientAuth"),
  }),
  ca_policies_several: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.2.6, 7.1.2.10.5"),
    since: SINCE.profiles,
    roles: SUBORDINATE,
    // A cross-certified CA may have several. Only the other certificate of its key says that it is one, and that
    // may be missing: hence a warning.
    applies: ({ isCrossCertified }) => !isCrossCertified,
    title: "The CA has several policies of the Baseline Requirements",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      !examined.policies.includes(ANY_POLICY) && reservedPolicies(examined).length > 1,
  }),
  ca_policies_wrong: publicLint({
    clause: tlsRequirements("7.1.2.10.5"),
    since: SINCE.profiles,
    roles: SUBORDINATE,
    title: "The CA has neither only anyPolicy nor a policy of the Baseline Requirements",
    at: EXTENSION.certificatePolicies,
    check: (examined) =>
      examined.policies.includes(ANY_POLICY)
        ? examined.policies.length > 1
        : reservedPolicies(examined).length === 0,
  }),
  ca_policies_missing: publicLint({
    clause: tlsRequirements("7.1.2.10.5"),
    since: SINCE.requirements,
    roles: SUBORDINATE,
    title: "The CA has no certificate policies",
    at: EXTENSION.certificatePolicies,
    check: (examined) => !examined.has(EXTENSION.certificatePolicies),
  }),
  ca_access_missing: publicLint({
    clause: tlsRequirements("7.1.2.2 (versions before 1.7.1)"),
    since: SINCE.requirements,
    until: "2020-08-20",
    roles: SUBORDINATE,
    title: "The CA has no authority information access",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !examined.has(EXTENSION.authorityInfoAccess),
  }),
  ca_access_advised: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.10.3"),
    since: "2020-08-20",
    roles: SUBORDINATE,
    title: "The CA has no authority information access",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !examined.has(EXTENSION.authorityInfoAccess),
  }),
  ca_access_critical: publicLint({
    clause: tlsRequirements("7.1.2.10.3"),
    roles: SUBORDINATE,
    title: "Authority information access of the CA is critical",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) => examined.isCritical(EXTENSION.authorityInfoAccess),
  }),
  ca_access_not_http: publicLint({
    clause: tlsRequirements("7.1.2.10.3"),
    since: SINCE.profiles,
    roles: SUBORDINATE,
    title: "An address of its issuer or OCSP responder is not an http address",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) =>
      [...examined.access("caIssuers"), ...examined.access("ocsp")]
        .some(({ type, value }) => type !== "URI" || !isHttp(value)),
  }),
  ca_issuer_address_missing: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.2 (versions before 2.0.0)"),
    since: SINCE.requirements,
    until: SINCE.profiles,
    roles: SUBORDINATE,
    title: "The CA has no http address of its issuer",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !issuers(examined).some(isHttp),
  }),
  ca_crl_points_missing: publicLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: SINCE.requirements,
    roles: SUBORDINATE,
    title: "The CA has no CRL distribution points",
    at: EXTENSION.cRLDistributionPoints,
    check: (examined) => !examined.has(EXTENSION.cRLDistributionPoints),
  }),
  ca_name_constraints_not_critical: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.10.8"),
    since: "2012-06-08",
    roles: SUBORDINATE,
    title: "Name constraints of the CA are not critical",
    on: EXTENSION.nameConstraints,
    check: (examined) => examined.isNotCritical(EXTENSION.nameConstraints),
  }),
  ca_constraint_reserved_address: publicLint({
    clause: tlsRequirements("7.1.2.10.8, 4.2.2"),
    since: SINCE.requirements,
    roles: CA,
    title: "The CA may certify reserved IP addresses",
    on: EXTENSION.nameConstraints,
    check: (examined) =>
      subtrees(examined).some(({ isPermitted, parts: [base] }) =>
        isPermitted && base?.tag === 0x87 && touchesReserved(base.content)
      ),
  }),
  root_path_length: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.1.4"),
    since: SINCE.requirements,
    roles: ROOT,
    title: "The root limits a path length",
    on: EXTENSION.basicConstraints,
    check: ({ candidate: { basicConstraints } }) =>
      basicConstraints !== null && basicConstraints.pathLen !== null,
  }),
  root_policies: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.1.2"),
    since: SINCE.requirements,
    roles: ROOT,
    title: "The root has certificate policies",
    on: EXTENSION.certificatePolicies,
    check: () => true,
  }),
  root_purposes: publicLint({
    clause: tlsRequirements("7.1.2.1.2"),
    since: SINCE.requirements,
    roles: ROOT,
    title: "The root has an extended key usage",
    on: EXTENSION.extendedKeyUsage,
    check: () => true,
  }),
  root_key_usage_missing: publicLint({
    clause: tlsRequirements("7.1.2.1.2"),
    since: SINCE.requirements,
    roles: ROOT,
    title: "The root has no key usage",
    at: EXTENSION.keyUsage,
    check: (examined) => !examined.has(EXTENSION.keyUsage),
  }),
  root_key_usage_not_critical: publicLint({
    clause: tlsRequirements("7.1.2.1.2"),
    since: SINCE.requirements,
    roles: ROOT,
    title: "Key usage of the root is not critical",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
} satisfies LintRules;
