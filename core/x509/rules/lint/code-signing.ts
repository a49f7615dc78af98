/**
 * Rules of the CA/Browser Forum for code signing, and of RFC 3161 for timestamps. The Forum's requirements bind the
 * certificates of timestamp authorities as well, except for the subject.
 */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { codeRequirements, rfc3161 } from "../../documents.ts";
import { CODE_POLICIES } from "../public.ts";
import { ADVICE } from "../rule.ts";
import { ATTRIBUTE, lint, type LintEntry, type LintExamined, type LintRules } from "./examined.ts";
import { addresses, isHttp } from "./tls-extensions.ts";
import { isCountry } from "./tls-subject.ts";
import { isLongerThanMonths } from "./tls-validity.ts";

const DAY = 86_400_000;
/** Ballot CSC-2: one document for all code signing certificates. */
const ONE_DOCUMENT = "2020-09-02";
/** The first day of longer keys and better digests, before which the linter only reports them as weak. */
export const STRONGER_KEYS = "2021-06-01";
const SHORTER_LIVES = "2026-03-01";
const NO_SHA1_FOR_TIME = Date.parse("2022-05-01");

const isAuthority = (examined: LintExamined): boolean =>
  examined.isFor("timeStamping") && !examined.isFor("codeSigning");
const isExtended = ({ policies }: LintExamined): boolean =>
  policies.includes(CODE_POLICIES.extended);

/** Defines a rule for certificates that sign code or timestamps, but not OCSP responses. */
const code = (entry: LintEntry) =>
  lint({
    binds: "public",
    profiles: ["code-signing"],
    roles: ["leaf"],
    since: ONE_DOCUMENT,
    applies: ({ isResponder }) => !isResponder,
    why: "Public authorities for code signing must not issue it.",
    ...entry,
  });

/** Defines a rule for certificates that sign code. */
const signer = (entry: LintEntry) =>
  code({ applies: (examined) => !examined.isResponder && !isAuthority(examined), ...entry });

/** Defines a rule that the subject of a code signing certificate has one of these attributes. */
const named = (clause: string, title: string, ...types: string[]) =>
  signer({
    clause: codeRequirements(clause),
    title,
    at: "subject",
    check: (examined) => types.every((type) => examined.texts(type).length === 0),
  });

/** Defines a rule that the subject of an extended validation certificate has this attribute. */
const extended = (letter: string, title: string, type: string) =>
  signer({
    clause: codeRequirements(`7.1.4.2.4 ${letter}`),
    applies: (examined) => !examined.isResponder && isExtended(examined),
    title,
    at: "subject",
    check: (examined) => examined.texts(type).length === 0,
  });

/** Further purposes that a code signing certificate may have: lifetime signing, mail, and documents by both OIDs of the clause. */
const USUAL_PURPOSES: ReadonlySet<string> = new Set([
  ...["codeSigning", "timeStamping", "emailProtection", "msDocumentSigning", "documentSigning"],
  ...["1.3.6.1.4.1.311.10.3.13", "1.3.6.1.4.1.311.3.10.3.12"],
]);
const CURVES: readonly (string | null)[] = ["P-256", "P-384", "P-521"];
const KEYS: readonly string[] = ["RSA", "RSA-PSS", "EC", "DSA"];
const DIGESTS: readonly (string | null)[] = ["SHA-256", "SHA-384", "SHA-512"];

const isShorterThan = ({ keyAlgorithm, certificate: { publicKey } }: LintExamined, bits: number) =>
  keyAlgorithm.startsWith("RSA") && (publicKey.key.bits ?? bits) < bits;

export const codeSigningLints = {
  time_stamp_purpose: lint({
    clause: rfc3161("2.3"),
    since: "2001-08-01",
    roles: ["leaf"],
    applies: (examined) => examined.isFor("timeStamping"),
    title: "It is for timestamps, but this purpose is not critical, or not its only one",
    why: "Programs refuse its timestamps.",
    advice: "Issue a certificate with timeStamping as its only purpose, marked as critical.",
    on: EXTENSION.extendedKeyUsage,
    check(examined) {
      if (examined.purposes!.length > 1) {
        return "It is for timestamps and for other purposes. A timestamp authority needs a certificate of its own.";
      }
      return examined.isNotCritical(EXTENSION.extendedKeyUsage)
        ? "It is for timestamps, but its extended key usage is not critical."
        : null;
    },
  }),
  code_purpose_missing: code({
    clause: codeRequirements("7.1.2.3 f"),
    title: "It is neither for code signing nor for timestamps",
    why: "Programs that verify signed code refuse it.",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) => !examined.isFor("codeSigning", "timeStamping"),
  }),
  code_purpose_forbidden: code({
    clause: codeRequirements("7.1.2.3 f"),
    title: "It is for servers or for any purpose, which code signing does not allow",
    advice: "Use one certificate for code, and others for servers.",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => examined.isFor("serverAuth", "anyExtendedKeyUsage"),
  }),
  code_purpose_unusual: code({
    severity: "info",
    clause: codeRequirements("7.1.2.3 f"),
    title: "It has a purpose that only an agreement with the maker of a platform allows",
    why: "A public authority may include it only under such an agreement.",
    on: EXTENSION.extendedKeyUsage,
    check: ({ purposes }) =>
      purposes?.some((purpose) =>
        !USUAL_PURPOSES.has(purpose) && purpose !== "serverAuth" &&
        purpose !== "anyExtendedKeyUsage"
      ) ?? false,
  }),
  code_key_usage_missing: code({
    clause: codeRequirements("7.1.2.3 e"),
    title: "It has no key usage",
    at: EXTENSION.keyUsage,
    check: (examined) => !examined.has(EXTENSION.keyUsage),
  }),
  code_key_usage_not_critical: code({
    clause: codeRequirements("7.1.2.3 e"),
    title: "Key usage is not critical",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.isNotCritical(EXTENSION.keyUsage),
  }),
  code_key_usage_wrong: code({
    clause: codeRequirements("7.1.2.3 e"),
    title: "Its key may not sign, or may sign certificates or CRLs",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      !examined.uses("digitalSignature") || examined.uses("keyCertSign", "cRLSign"),
  }),
  code_key_usage_unusual: code({
    severity: "warning",
    clause: codeRequirements("7.1.2.3 e"),
    title: "Its key may do more than sign",
    why: "Public authorities for code signing should not issue it.",
    on: EXTENSION.keyUsage,
    check: ({ keyUsage }) =>
      keyUsage?.some((usage) => !["digitalSignature", "keyCertSign", "cRLSign"].includes(usage)) ??
        false,
  }),
  code_rsa_below_3072: code({
    clause: codeRequirements("6.1.5.2"),
    since: STRONGER_KEYS,
    title: "Its RSA key has fewer than 3072 bits",
    advice: ADVICE.newKey,
    at: "subjectPublicKeyInfo",
    check: (examined) => isShorterThan(examined, 3072),
  }),
  code_ca_rsa_below_4096: code({
    clause: codeRequirements("6.1.5.1"),
    since: STRONGER_KEYS,
    roles: ["intermediate", "root"],
    title: "The RSA key of the CA has fewer than 4096 bits",
    advice: ADVICE.authority,
    at: "subjectPublicKeyInfo",
    check: (examined) => isShorterThan(examined, 4096),
  }),
  code_key_algorithm: code({
    clause: codeRequirements("6.1.5"),
    since: STRONGER_KEYS,
    roles: ["leaf", "intermediate", "root"],
    title: "Its key is neither RSA nor DSA, nor on P-256, P-384 or P-521",
    advice: ADVICE.newKey,
    at: "subjectPublicKeyInfo",
    check: ({ keyAlgorithm, certificate: { publicKey } }) =>
      keyAlgorithm === "EC" ? !CURVES.includes(publicKey.key.curve) : !KEYS.includes(keyAlgorithm),
  }),
  code_signature_algorithm: code({
    clause: codeRequirements("7.1.3.2"),
    since: STRONGER_KEYS,
    roles: ["leaf", "intermediate"],
    title: "It is not signed with SHA-256, SHA-384 or SHA-512",
    why: "Programs that verify signed code refuse it.",
    at: "signature",
    check(examined) {
      const { signature: { pss, scheme }, notBefore } = examined.certificate;
      const digest = pss?.hash ?? scheme.hash;
      const isOldAuthority = isAuthority(examined) && notBefore < NO_SHA1_FOR_TIME;
      return !DIGESTS.includes(digest) && !(isOldAuthority && digest === "SHA-1");
    },
  }),
  code_lifetime_over_39_months: signer({
    clause: codeRequirements("6.3.2"),
    until: SHORTER_LIVES,
    title: "It is valid for more than 39 months",
    at: "validity",
    check: ({ certificate }) => isLongerThanMonths(certificate, 39),
  }),
  code_lifetime_over_460_days: signer({
    clause: codeRequirements("6.3.2"),
    since: SHORTER_LIVES,
    title: "It is valid for more than 460 days",
    at: "validity",
    check: ({ certificate: { notBefore, notAfter } }) => notAfter - notBefore > 460 * DAY,
  }),
  time_stamp_lifetime: code({
    clause: codeRequirements("6.3.2"),
    applies: isAuthority,
    title: "It is for timestamps and valid for more than 135 months",
    at: "validity",
    check: ({ certificate }) => isLongerThanMonths(certificate, 135),
  }),
  code_policies_missing: code({
    clause: codeRequirements("7.1.2.3 a"),
    title: "It names no certificate policy",
    at: EXTENSION.certificatePolicies,
    check: ({ policies }) => policies.length === 0,
  }),
  code_crl_address_missing: code({
    clause: codeRequirements("7.1.2.3 b"),
    title: "It has no http address of a CRL",
    why: "Programs cannot learn that it was revoked after it signed harmful code.",
    at: EXTENSION.cRLDistributionPoints,
    check: ({ crlAddresses }) => !crlAddresses.some(isHttp),
  }),
  code_issuer_address_missing: code({
    clause: codeRequirements("7.1.2.3 c"),
    title: "It has no http address of its issuer",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => !addresses(examined, "caIssuers").some(isHttp),
  }),
  code_ca_purposes: code({
    clause: codeRequirements("7.1.2.2 g"),
    since: STRONGER_KEYS,
    roles: ["intermediate"],
    title: "The CA has purposes that are not allowed together with code signing or timestamps",
    advice: ADVICE.authority,
    on: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      examined.isFor("anyExtendedKeyUsage", "serverAuth", "emailProtection") ||
      (examined.isFor("codeSigning") && examined.isFor("timeStamping")),
  }),
  code_common_name_missing: named(
    "7.1.4.2.2 a",
    "Its subject has no common name",
    ATTRIBUTE.commonName,
  ),
  code_organization_missing: named(
    "7.1.4.2.3 a, 7.1.4.2.4 a",
    "Its subject names no organization",
    ATTRIBUTE.organization,
  ),
  code_place_missing: named(
    "7.1.4.2.3 c, d",
    "Its subject names neither locality nor state",
    ...[ATTRIBUTE.locality, ATTRIBUTE.state],
  ),
  code_country_missing: named(
    "7.1.4.2.3 f",
    "Its subject names no country",
    ATTRIBUTE.country,
  ),
  code_country_unknown: signer({
    clause: codeRequirements("7.1.4.2.3 f"),
    title: "The country is not a code of ISO 3166-1",
    at: "subject",
    check: (examined) =>
      examined.texts(ATTRIBUTE.country).some((country) => !isCountry(country.toUpperCase())),
  }),
  code_domain_component: signer({
    clause: codeRequirements("7.1.4.2.2 c"),
    title: "Its subject has a domain component",
    at: "subject",
    check: (examined) => examined.texts(ATTRIBUTE.domainComponent).length > 0,
  }),
  code_category_missing: extended(
    "b",
    "It has extended validation, but names no business category",
    ATTRIBUTE.businessCategory,
  ),
  code_jurisdiction_missing: extended(
    "c",
    "It has extended validation, but names no country of registration",
    ATTRIBUTE.jurisdictionCountry,
  ),
  code_number_missing: extended(
    "d",
    "It has extended validation, but no registration number",
    ATTRIBUTE.serialNumber,
  ),
} satisfies LintRules;
