/** Problems of the connection to a server, which are added to the analysis of its chain. */
import { type RuleCode, ruleOf } from "../x509/rules/catalogue.ts";
import { citation } from "../x509/documents.ts";
import type { ChainResponse, Problem, Stapling } from "./contract.ts";
import { stapleFault } from "./staple.ts";

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
