/** Problems of the connection to a server, which are added to the analysis of its chain. */
import { type Finding, type RuleCode, ruleOf } from "../x509/rules/catalogue.ts";
import { browsersHave } from "../x509/rules/handshake.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { citation } from "../x509/documents.ts";
import type { ChainResponse, Problem, Stapling } from "./contract.ts";
import { stapleFault } from "./staple.ts";

/** The parameters negotiated with a live host. */
export interface Negotiated {
  /** "TLSv1.3", "TLSv1.2", … */
  readonly tlsVersion: string;
  /** The IANA name of the cipher suite. */
  readonly cipher: string;
  /** Whether the server ends a handshake that offers only h2 and http/1.1 (RFC 7301). */
  readonly alpnRefused: boolean;
  /** Whether the server required a certificate of the client; null if it is not known. */
  readonly clientCertificateRequested: boolean | null;
}

const MODERN = ["TLSv1.2", "TLSv1.3"];

/** The rules of the handshake that a server breaks, by what it negotiated. */
export function negotiatedFindings(
  { tlsVersion, cipher, alpnRefused, clientCertificateRequested }: Negotiated,
): Finding[] {
  const findings: Finding[] = [];
  const add = (code: RuleCode, message: string) => findings.push({ code, message, index: 0 });
  if (!MODERN.includes(tlsVersion)) {
    add(
      "protocol_obsolete",
      `The server offers nothing newer than ${tlsVersion.replace("v", " ")}.`,
    );
  } else if (clientCertificateRequested) {
    // A server that requires a certificate is read with all suites, and may prefer one that browsers lack.
    add("client_certificate_required", "The server requires a certificate from the client.");
  } else if (!browsersHave(cipher)) {
    add("cipher_suite_unsupported", `The server chose ${cipher}, which browsers do not have.`);
  } else if (hasRsaKeyExchange(cipher)) {
    add("key_exchange_rsa", `The server chose ${cipher}, which has no forward secrecy.`);
  }
  if (alpnRefused) {
    add(
      "alpn_refused",
      "The server refuses clients that offer only h2 and http/1.1, as browsers do.",
    );
  }
  return findings;
}

const hasRsaKeyExchange = (cipher: string): boolean => cipher.startsWith("TLS_RSA_WITH_");

/** With RSA key exchange the key decrypts, and does not sign (RFC 5246, 7.4.2). */
export const needsNoSignature = (negotiated: Negotiated | undefined, leaf: Certificate): boolean =>
  negotiated !== undefined && hasRsaKeyExchange(negotiated.cipher) &&
  (leaf.extension(EXTENSION.keyUsage)?.value ?? []).includes("keyEncipherment");

/**
 * A chain proves nothing about a server that does not hold the private key of its certificate.
 *
 * @param proven null if this cannot be verified
 */
export function withKeyProof(answer: ChainResponse, proven: boolean | null): ChainResponse {
  if (proven !== false) return answer;
  const message = "The signature of the TLS handshake does not match the key of the certificate.";
  // Only a valid path has valid policies (RFC 5280, 6.1.6).
  const { policies: _, ...validation } = answer.validation;
  return {
    ...answer,
    validation: { ...validation, isValid: false },
    problems: [problemOf("key_not_proven", message), ...answer.problems],
  };
}

/** A missing staple is a problem of the connection and does not make the chain invalid. */
export function withStapling(answer: ChainResponse, stapling: Stapling): ChainResponse {
  const message = stapleFault(stapling);
  if (message === null) return answer;
  return { ...answer, problems: [problemOf("staple_missing", message), ...answer.problems] };
}

function problemOf(code: RuleCode, message: string): Problem {
  const { kind, severity, clause, title, why, advice } = ruleOf(code);
  return { code, severity, kind, title, message, why, advice, index: 0, clause: citation(clause) };
}
