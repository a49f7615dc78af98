/** Rules of the Baseline Requirements and root programs about the extensions of TLS and OCSP certificates. */
import { quoted } from "../../../kernel/formatting.ts";
import { reservedDomain } from "../../../names/domain-name.ts";
import { hostOfUri } from "../../../names/hosts.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { chromePolicy, mozillaPolicy, tlsRequirements } from "../../documents.ts";
import { reservedPolicies } from "../public.ts";
import { isShortLived } from "../short-lived.ts";
import { topLevelOf, wasDelegated } from "./hosts.ts";
import { type LintExamined, type LintRules, publicLint, serverLint, SINCE } from "./examined.ts";
import { QUALIFIER, qualifiers } from "./extensions.ts";

const { authorityInfoAccess, cRLDistributionPoints, certificatePolicies, extendedKeyUsage } =
  EXTENSION;

/** Whether it is an address with the scheme http, not https. */
export const isHttp = (address: string): boolean => /^http:\/\//i.test(address);

/** Returns the URIs of an access method; "" for a location of another kind. */
export const addresses = (examined: LintExamined, method: string): string[] =>
  examined.access(method).map(({ type, value }) => type === "URI" ? value : "");

export const ADDRESS_NOT_PUBLIC =
  "An address of its issuer or OCSP responder is not in the public DNS";

/** Returns why an address of the issuer or OCSP responder is not in the public DNS, or null. */
export function addressNotPublic(examined: LintExamined): string | null {
  const { notBefore } = examined.certificate;
  const isKnown = (host: string) => wasDelegated(topLevelOf(host), notBefore);
  for (const { method, location: { type, value } } of examined.value(authorityInfoAccess) ?? []) {
    if (type !== "URI" || (method !== "ocsp" && method !== "caIssuers")) continue;
    // Most addresses have this simple form and need not be parsed as URIs.
    const usual = /^https?:\/\/([^/?#:@]+)/.exec(value);
    if (usual && isKnown(usual[1])) continue;
    const host = hostOfUri(value);
    if (host === null || isKnown(host)) continue;
    const reserved = reservedDomain(host);
    const reason = reserved
      ? `${quoted(reserved.domain)} is a reserved name (${reserved.source})`
      : `${quoted(topLevelOf(host))} was not a top-level domain when it was issued`;
    const what = method === "ocsp" ? "OCSP responder" : "issuer";
    return `The address of its ${what} is at ${quoted(host)}, not in the public DNS: ${reason}.`;
  }
  return null;
}

const notHttp = (method: string, what: string) =>
  serverLint({
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.profiles,
    title: `The address of the ${what} is not an http address`,
    on: EXTENSION.authorityInfoAccess,
    check: (examined) => addresses(examined, method).some((address) => !isHttp(address)),
  });

/** Purposes that a server's certificate must not have. */
const FORBIDDEN = [
  ...["anyExtendedKeyUsage", "codeSigning", "timeStamping", "OCSPSigning", "emailProtection"],
  "precertificateSigning",
];

export const tlsExtensionLints = {
  issuer_address_not_http: notHttp("caIssuers", "issuer"),
  ocsp_address_not_http: notHttp("ocsp", "OCSP responder"),
  access_method_forbidden: serverLint({
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.profiles,
    title: "Authority information access has more than URIs of issuer and OCSP responder",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) =>
      (examined.value(authorityInfoAccess) ?? []).some(({ method, location }) =>
        location.type !== "URI" || (method !== "ocsp" && method !== "caIssuers")
      ),
  }),
  access_address_twice: serverLint({
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.profiles,
    title: "Authority information access names an address twice",
    on: EXTENSION.authorityInfoAccess,
    check(examined) {
      const all = (examined.value(authorityInfoAccess) ?? [])
        .map(({ method, location }) => `${method} ${location.value.toLowerCase()}`);
      return new Set(all).size < all.length;
    },
  }),
  access_missing: serverLint({
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.requirements,
    title: "It has no authority information access",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !examined.has(authorityInfoAccess),
  }),
  access_critical: serverLint({
    clause: tlsRequirements("7.1.2.7.6"),
    since: SINCE.requirements,
    title: "Authority information access is critical",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) => examined.isCritical(authorityInfoAccess),
  }),
  issuer_address_missing: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.requirements,
    title: "It has no http address of its issuer",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !addresses(examined, "caIssuers").some(isHttp),
  }),
  ocsp_address_missing: serverLint({
    clause: tlsRequirements("7.1.2.3 (versions before 2.0.0)"),
    since: SINCE.requirements,
    until: SINCE.profiles,
    title: "It has no http address of an OCSP responder",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !addresses(examined, "ocsp").some(isHttp),
  }),
  access_address_internal: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.7"),
    since: SINCE.requirements,
    title: ADDRESS_NOT_PUBLIC,
    on: EXTENSION.authorityInfoAccess,
    check: addressNotPublic,
  }),
  revocation_missing: serverLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: "2024-03-15",
    title: "It has neither the address of a CRL nor that of an OCSP responder",
    at: EXTENSION.cRLDistributionPoints,
    check: (examined) =>
      !isShortLived(examined.certificate.notBefore, examined.certificate.notAfter) &&
      examined.crlAddresses.length === 0 &&
      addresses(examined, "ocsp").length === 0,
  }),
  crl_address_missing: publicLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: SINCE.requirements,
    title: "CRL distribution points have no http address",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => !examined.crlAddresses.some(isHttp),
  }),
  crl_address_not_http: publicLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: SINCE.profiles,
    title: "The address of a CRL is not an http address",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.crlAddresses.some((address) => !isHttp(address)),
  }),
  crl_points_marked_critical: publicLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: SINCE.requirements,
    title: "CRL distribution points are critical",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.isCritical(cRLDistributionPoints),
  }),
  crl_point_of_others: publicLint({
    clause: tlsRequirements("7.1.2.11.2"),
    since: SINCE.profiles,
    title: "A CRL distribution point has reasons or another CRL issuer",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) =>
      (examined.value(cRLDistributionPoints) ?? [])
        .some(({ reasons, crlIssuer }) => reasons.length > 0 || crlIssuer.length > 0),
  }),
  policies_missing: serverLint({
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.requirements,
    title: "It names no certificate policy",
    at: EXTENSION.certificatePolicies,
    check: (examined) => examined.policies.length === 0,
  }),
  policies_several: serverLint({
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.profiles,
    title: "It has several policies of the Baseline Requirements, each for another validation",
    on: EXTENSION.certificatePolicies,
    check: (examined) => reservedPolicies(examined).length > 1,
  }),
  policies_critical: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.requirements,
    title: "Certificate policies are critical",
    on: EXTENSION.certificatePolicies,
    check: (examined) => examined.isCritical(certificatePolicies),
  }),
  policy_qualifier_forbidden: publicLint({
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.profiles,
    title: "A certificate policy has a qualifier other than the address of a practice statement",
    on: EXTENSION.certificatePolicies,
    check: (examined) => qualifiers(examined).some(({ oid }) => oid !== QUALIFIER.cps),
  }),
  policy_address_not_http: publicLint({
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.profiles,
    title: "The address of a practice statement is neither http nor https",
    on: EXTENSION.certificatePolicies,
    check: (examined) =>
      qualifiers(examined).some(({ oid, value }) =>
        oid === QUALIFIER.cps && value !== undefined &&
        !/^https?:\/\/[^ ]+$/i.test(value.octets)
      ),
  }),
  leaf_basic_constraints_not_critical: serverLint({
    clause: tlsRequirements("7.1.2.7.6"),
    since: SINCE.profiles,
    title: "Basic constraints are not critical",
    on: EXTENSION.basicConstraints,
    check: (examined) => examined.isNotCritical(EXTENSION.basicConstraints),
  }),
  subject_key_identifier_present: serverLint({
    severity: "info",
    clause: tlsRequirements("7.1.2.7.6"),
    since: SINCE.profiles,
    title: "It has a subject key identifier, which is not recommended",
    on: EXTENSION.subjectKeyIdentifier,
    check: () => true,
  }),
  leaf_signs_crls: serverLint({
    clause: tlsRequirements("7.1.2.7.11"),
    since: SINCE.requirements,
    title: "Its key may sign CRLs",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.uses("cRLSign"),
  }),
  leaf_signs_certificates: serverLint({
    clause: tlsRequirements("7.1.2.7.11"),
    since: SINCE.requirements,
    title: "Its key may sign certificates",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.uses("keyCertSign"),
  }),
  purposes_missing: serverLint({
    clause: tlsRequirements("7.1.2.7.10"),
    since: SINCE.requirements,
    title: "It has no extended key usage",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.has(extendedKeyUsage),
  }),
  purposes_wrong: serverLint({
    clause: tlsRequirements("7.1.2.7.10"),
    since: SINCE.profiles,
    title: "It is not for servers, or has a purpose that a server's certificate must not have",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.isFor("serverAuth") || examined.isFor(...FORBIDDEN),
  }),
  purposes_unusual: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.10"),
    since: SINCE.profiles,
    title: "It is not for TLS servers, or is for more than TLS servers and clients",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      !examined.isFor("serverAuth") ||
      examined.purposes!.some((purpose) => purpose !== "serverAuth" && purpose !== "clientAuth"),
  }),
  purposes_other: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.3 (versions before 2.0.0)"),
    since: SINCE.requirements,
    until: SINCE.profiles,
    title: "It has purposes other than TLS",
    on: EXTENSION.extendedKeyUsage,
    check: ({ purposes }) =>
      (purposes ?? []).some((purpose) =>
        !["serverAuth", "clientAuth", "emailProtection"].includes(purpose)
      ),
  }),
  purposes_not_tls: serverLint({
    clause: tlsRequirements("7.1.2.3 (versions before 2.0.0)"),
    since: SINCE.requirements,
    until: SINCE.profiles,
    roles: ["leaf", "intermediate"],
    title: "It is for neither TLS servers nor TLS clients",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.isFor("serverAuth", "clientAuth"),
  }),
  policy_unknown: serverLint({
    clause: tlsRequirements("7.1.2.7.9"),
    since: SINCE.profiles,
    title: "No policy of the Baseline Requirements is among its policies",
    on: EXTENSION.certificatePolicies,
    check: (examined) => examined.policies.length > 0 && reservedPolicies(examined).length === 0,
  }),
  ec_key_usage_tls: serverLint({
    clause: tlsRequirements("7.1.2.7.11"),
    since: SINCE.profiles,
    title:
      "Key usage of its elliptic curve key lacks signing, or allows more than signing and key agreement",
    on: EXTENSION.keyUsage,
    check: ({ keyAlgorithm, keyUsage }) =>
      keyAlgorithm === "EC" && keyUsage !== null && (!keyUsage.includes("digitalSignature") ||
        keyUsage.some((usage) => usage !== "digitalSignature" && usage !== "keyAgreement")),
  }),
  ec_key_agreement: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.11"),
    since: SINCE.profiles,
    title: "Key usage of its elliptic curve key allows key agreement, which is not recommended",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.keyAlgorithm === "EC" && examined.uses("keyAgreement"),
  }),
  responder_without_no_check: publicLint({
    clause: tlsRequirements("4.9.9"),
    since: SINCE.requirements,
    title: "It signs OCSP responses, but lacks the OCSP no check extension",
    at: EXTENSION.ocspNoCheck,
    check: (examined) => examined.isResponder && !examined.has(EXTENSION.ocspNoCheck),
  }),
  responder_with_crl_points: publicLint({
    clause: tlsRequirements("7.1.2.8.2"),
    since: SINCE.profiles,
    roles: ["leaf"],
    title: "It signs OCSP responses, but has CRL distribution points",
    on: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.isResponder,
  }),
  responder_with_policies: publicLint({
    clause: tlsRequirements("7.1.2.8.2"),
    since: SINCE.profiles,
    roles: ["leaf"],
    title: "It signs OCSP responses, but has certificate policies",
    on: EXTENSION.certificatePolicies,
    check: (examined) => examined.isResponder,
  }),
  responder_key_usage: publicLint({
    clause: tlsRequirements("7.1.2.8.7"),
    since: SINCE.profiles,
    roles: ["leaf"],
    title: "It signs OCSP responses, but its key may do more than sign",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      examined.isResponder &&
      (examined.keyUsage ?? []).some((usage) => usage !== "digitalSignature"),
  }),
} satisfies LintRules;

export const rootProgramLints = {
  aki_names_certificate: publicLint({
    clause: mozillaPolicy("5.2"),
    since: "2013-07-26",
    title: "It identifies its issuer both by key and by issuer name",
    on: EXTENSION.authorityKeyIdentifier,
    check: (examined) => {
      const identifier = examined.value(EXTENSION.authorityKeyIdentifier);
      return !!identifier?.keyIdentifier && identifier.authorityCertIssuer !== null;
    },
  }),
  ca_purposes_mozilla: publicLint({
    severity: "info",
    clause: mozillaPolicy("5.3"),
    since: "2019-01-01",
    roles: ["intermediate"],
    title: "The CA is for any purpose, or for both servers and e-mail",
    why: "Mozilla forbids it, except in cross-certificates that share the key of a root.",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      (examined.purposes?.length ?? 0) === 0 || examined.isFor("anyExtendedKeyUsage") ||
      (examined.isFor("emailProtection") && examined.isFor("serverAuth")),
  }),
  client_auth_chrome: publicLint({
    clause: chromePolicy("1.3.2"),
    since: "2027-03-15",
    roles: ["leaf"],
    title: "It is for clients as well as for servers",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => examined.isFor("serverAuth") && examined.isFor("clientAuth"),
  }),
} satisfies LintRules;
