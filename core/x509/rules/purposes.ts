/** Rules about key usage and extended key usage. */
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { chromePolicy, rfc5280, tlsRequirements } from "../documents.ts";
import { ADVICE, type Examined, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

/** A server's certificate must not have these purposes as well (Baseline Requirements, 7.1.2.7.10). */
const NOT_FOR_SERVERS: ReadonlySet<string> = new Set([
  "codeSigning",
  "emailProtection",
  "timeStamping",
  "OCSPSigning",
  "precertificateSigning",
]);

export const CA_AS_SERVER = "It is a CA certificate, but it is used for a server.";

/** Returns whether extended key usages allow a purpose. */
function allowsPurpose(usages: readonly string[], purpose: string): boolean {
  return usages.includes(purpose) || usages.includes("anyExtendedKeyUsage");
}

function missingPurpose(
  { candidate: { extendedKeyUsage }, inputs: { purpose } }: Examined,
): string | null {
  return purpose !== null && extendedKeyUsage !== null && !allowsPurpose(extendedKeyUsage, purpose)
    ? `Its extended key usage does not include ${purpose}.`
    : null;
}

export const purposeRules = {
  key_cert_sign_without_ca: policy({
    clause: rfc5280("4.2.1.3"),
    roles: ["leaf"],
    title: "May sign certificates, but is not a CA",
    why: "Clients refuse the certificates that it signs.",
    advice: ADVICE.reissue,
    on: EXTENSION.keyUsage,
    check: ({ candidate, certificate }) =>
      certificate.version === 3 && !candidate.isCa && candidate.keyUsage?.includes("keyCertSign")
        ? "Its key may sign certificates, though it is not a CA."
        : null,
  }),
  server_auth_missing: proof({
    merkleTree: true,
    clause: rfc5280("4.2.1.12"),
    roles: ["leaf"],
    title: "Not for servers",
    why: "Browsers refuse it for a web server.",
    advice: "Get a certificate with the purpose serverAuth (TLS web server authentication).",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => examined.inputs.purpose === "serverAuth" ? missingPurpose(examined) : null,
  }),
  purpose_missing: proof({
    merkleTree: true,
    clause: rfc5280("4.2.1.12"),
    roles: ["leaf"],
    title: "Not for this purpose",
    on: EXTENSION.extendedKeyUsage,
    why: "Programs that require the purpose refuse the certificate.",
    advice: "Get a certificate with the purpose that you need.",
    check: (examined) => examined.inputs.purpose === "serverAuth" ? null : missingPurpose(examined),
  }),
  key_usage_empty: policy({
    linted: false,
    clause: rfc5280("4.2.1.3"),
    roles: ["leaf"],
    title: "Key usage allows nothing",
    why: WHY.strict,
    advice: ADVICE.reissue,
    check: ({ candidate }) =>
      candidate.keyUsage?.length === 0 ? "Its key usage allows nothing at all." : null,
  }),
  leaf_is_ca: publicPolicy({
    severity: "warning",
    privately: "warning",
    clause: tlsRequirements("7.1.2.7.8"),
    servers: true,
    title: "CA certificate used for a server",
    on: EXTENSION.basicConstraints,
    why: "Firefox and Python's cryptography refuse it, and who has its key can issue certificates.",
    advice: "Issue a certificate for the server that is not a CA.",
    check: ({ candidate }) => candidate.isCa ? CA_AS_SERVER : null,
  }),
  eku_critical: publicPolicy({
    clause: tlsRequirements("7.1.2.7.6"),
    servers: true,
    title: "Extended key usage is critical",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.extendedKeyUsage,
    check: ({ candidate }) =>
      candidate.raw(EXTENSION.extendedKeyUsage)?.critical
        ? "Its extended key usage is marked as critical."
        : null,
  }),
  eku_missing: publicPolicy({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.10"),
    servers: true,
    title: "No purpose given",
    why: "Clients that require a purpose may refuse it.",
    advice: "Get a certificate with the purpose serverAuth, which public CAs must include.",
    at: EXTENSION.extendedKeyUsage,
    check: ({ candidate }) =>
      candidate.raw(EXTENSION.extendedKeyUsage) ? null : "It has no extended key usage.",
  }),
  eku_any: publicPolicy({
    clause: tlsRequirements("7.1.2.7.10"),
    servers: true,
    title: "For any purpose",
    why: "Public CAs may not issue it, and its purpose is not limited.",
    advice: "Get a certificate with the purpose serverAuth only.",
    on: EXTENSION.extendedKeyUsage,
    check: ({ candidate }) =>
      candidate.extendedKeyUsage?.includes("anyExtendedKeyUsage")
        ? "Its extended key usage allows any purpose."
        : null,
  }),
  eku_mixed: publicPolicy({
    clause: tlsRequirements("7.1.2.7.10"),
    servers: true,
    title: "Also for other purposes",
    why: WHY.strict,
    advice: "Use one certificate for the server, and others for the other purposes.",
    on: EXTENSION.extendedKeyUsage,
    check({ candidate: { extendedKeyUsage } }) {
      // The rule eku_any reports it.
      if (extendedKeyUsage?.includes("anyExtendedKeyUsage")) return null;
      if (!extendedKeyUsage?.some((usage) => NOT_FOR_SERVERS.has(usage))) return null;
      const isForServers = extendedKeyUsage.includes("serverAuth");
      return isForServers
        ? "It is for servers, and for purposes that a server's certificate must not have."
        : "It is for purposes that a server's certificate must not have.";
    },
  }),
  client_auth: publicPolicy({
    severity: "info",
    clause: chromePolicy("1.3.2"),
    title: "Also for client authentication",
    why: "Mutual TLS that relies on it stops working with the next renewal.",
    advice: "Use certificates of a private CA for client authentication.",
  }),
} satisfies Rules;
