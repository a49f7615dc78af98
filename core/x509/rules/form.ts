/** Rules about version, serial number, extensions as such, and encoding. */
import { EXTENSION, extensionName } from "../objects/extensions/identifiers.ts";
import type { Certificate } from "../objects/certificates.ts";
import { type SerialFault, serialFaults } from "../objects/serial-numbers.ts";
import { rfc5280, tlsRequirements } from "../documents.ts";
import { ADVICE, type Broken, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

const SERIAL_FAULTS: Readonly<Record<SerialFault, string>> = {
  negative: "Its serial number is negative.",
  zero: "Its serial number is zero.",
  too_long: "Its serial number is longer than 20 bytes.",
};

/** Extensions that path validation processes, so that they may be critical (RFC 5280, 4.2). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  EXTENSION.subjectKeyIdentifier,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.keyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.issuerAltName,
  EXTENSION.basicConstraints,
  EXTENSION.nameConstraints,
  EXTENSION.policyConstraints,
  EXTENSION.extendedKeyUsage,
  EXTENSION.authorityInfoAccess,
  EXTENSION.tlsFeature,
  EXTENSION.cRLDistributionPoints,
  EXTENSION.certificatePolicies,
  EXTENSION.policyMappings,
  EXTENSION.inhibitAnyPolicy,
  EXTENSION.ocspNoCheck,
]);

/** Path validation depends on these extensions, so they must be readable. */
const DECISIVE: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.policyConstraints,
  EXTENSION.policyMappings,
  EXTENSION.inhibitAnyPolicy,
]);

/** Other rules report these extensions if they cannot be read. */
const OWN_RULES: ReadonlySet<string> = new Set([
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.authorityInfoAccess,
  EXTENSION.nameConstraints,
]);

/**
 * Findings of the reader about encodings that another reader may refuse or read differently. An encoded
 * default value is not one of them: it is only longer than necessary.
 */
const NOT_DER: ReadonlySet<string> = new Set([
  "not_der",
  "length_not_minimal",
  "tag_not_minimal",
  "integer_not_minimal",
  "boolean_not_der",
]);

const KNOWN_QUALIFIERS: readonly string[] = ["cps", "userNotice"];

/** Returns the unknown qualifiers of a critical certificatePolicies (RFC 5280, 4.2.1.4). */
function unknownQualifiers(certificate: Certificate): string[] {
  const policies = certificate.extension(EXTENSION.certificatePolicies);
  if (!policies?.critical) return [];
  const types = (policies.value ?? []).flatMap(({ qualifiers }) => qualifiers)
    .map(({ type }) => type).filter((type) => !KNOWN_QUALIFIERS.includes(type));
  return [...new Set(types)];
}

export const formRules = {
  version_invalid: proof({
    clause: rfc5280("4.1.2.1"),
    title: "Wrong version",
    why: "Strict clients refuse it.",
    advice: ADVICE.reissue,
    at: "version",
    check: ({ certificate: { version, extensions } }) =>
      version > 3 || (version !== 3 && extensions.length > 0)
        ? `Version ${version} does not match the content of the certificate.`
        : null,
  }),
  version_1: publicPolicy({
    clause: tlsRequirements("7.1.1"),
    title: "Old version",
    why: "Without extensions it can neither be limited nor name more than one host.",
    advice: ADVICE.reissue,
    at: "version",
    check: ({ certificate: { version, extensions } }) =>
      version < 3 && extensions.length === 0
        ? `It is of version ${version}; today's certificates are of version 3.`
        : null,
  }),
  signature_algorithm_mismatch: proof({
    clause: rfc5280("4.1.1.2"),
    title: "Two signature algorithms",
    why: "Clients refuse it: one of the two algorithms was changed.",
    advice: ADVICE.reissue,
    at: "signature",
    check: ({ certificate }) =>
      certificate.hasDifferentAlgorithms
        ? "The signature algorithm inside the signed part differs from the one outside it."
        : null,
  }),
  issuer_empty: proof({
    clause: rfc5280("4.1.2.4"),
    title: "Issuer has no name",
    why: "Clients cannot find its issuer.",
    advice: ADVICE.reissue,
    at: "issuer",
    check: ({ certificate }) =>
      certificate.issuer.attributes.length === 0 ? "It does not name its issuer." : null,
  }),
  serial_number_invalid: policy({
    clause: rfc5280("4.1.2.2"),
    // A serial number identifies a certificate among those of its issuer. For a root it does not matter,
    // and many trusted roots have the number 0.
    roles: ["leaf", "intermediate"],
    title: "Bad serial number",
    why: "Revocation uses the serial number, and strict clients refuse this one.",
    advice: ADVICE.reissue,
    at: "serialNumber",
    check({ certificate: { serial } }) {
      return serialFaults(serial).map((fault) => SERIAL_FAULTS[fault]);
    },
  }),
  duplicate_extension: proof({
    merkleTree: true,
    clause: rfc5280("4.2"),
    title: "Extension occurs twice",
    why: "Clients refuse it, or read only one of the two.",
    advice: ADVICE.reissue,
    check: ({ candidate, certificate: { extensions } }) =>
      // `raw` returns the first extension of a type.
      extensions.filter((extension) => candidate.raw(extension.oid) !== extension)
        .map(({ oid }) => ({ at: oid, message: `The extension ${oid} occurs twice.` })),
  }),
  unknown_critical_extension: proof({
    merkleTree: true,
    // Not linted, because such a certificate may be correct: a precertificate has a critical poison
    // extension.
    linted: false,
    clause: rfc5280("6.1.4 (o), 6.1.5 (f)"),
    title: "Unknown critical extension",
    why: "Clients must refuse a certificate with a critical extension that they do not know.",
    advice: "Get a certificate without this extension, or with the extension not critical.",
    check: ({ certificate }) => [
      ...certificate.extensions.filter(({ oid, critical }) => critical && !UNDERSTOOD.has(oid))
        .map(({ oid }) => `The critical extension ${oid} is not known.`),
      ...unknownQualifiers(certificate).map((type) =>
        `Its critical extension certificatePolicies has a qualifier of an unknown type, ${type}.`
      ),
    ],
  }),
  extension_malformed: proof({
    merkleTree: true,
    clause: rfc5280("4.2"),
    title: "Extension cannot be read",
    why: "Clients that read it refuse the certificate.",
    advice: ADVICE.reissue,
    at: "extensions",
    check({ certificate }) {
      const found: (string | Broken)[] = [];
      if (!certificate.extensionsWhole) {
        found.push("Its list of extensions cannot be read to the end.");
      }
      for (const raw of certificate.extensions) {
        const { oid } = raw;
        // A critical extension must be processed (RFC 5280, 4.2), so it has to be readable.
        if (!DECISIVE.has(oid) && !(raw.critical && UNDERSTOOD.has(oid))) continue;
        const { problem } = certificate.decode(raw);
        if (problem !== null && !OWN_RULES.has(oid)) {
          found.push({ at: oid, message: `Its extension ${extensionName(oid)} cannot be read.` });
        }
      }
      return found;
    },
  }),
  encoding_not_der: policy({
    clause: rfc5280("4.1"),
    title: "Not encoded as DER",
    at: "tbsCertificate",
    why: WHY.strict,
    advice: ADVICE.reissue,
    check: ({ certificate: { der } }) =>
      der.findings.list().some(({ code }) => NOT_DER.has(code))
        ? "It is not encoded as DER requires."
        : null,
  }),
} satisfies Rules;
