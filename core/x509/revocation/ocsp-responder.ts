/** Who may sign an OCSP response (RFC 6960, 4.2.2.2): the issuer, or a responder that it authorized. */
import { equalOctets } from "../../kernel/octets.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { verifySignature } from "../signatures/verify.ts";
import type { OcspBasicResponse } from "./ocsp-response.ts";
import { issuerKeyOf } from "./crl-coverage.ts";
import type { RevocationInputs } from "./verdict.ts";

/**
 * Extensions that may be critical in a responder's certificate: those that limit what it may sign are
 * checked below, the others do not.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.certificatePolicies,
  EXTENSION.ocspNoCheck,
]);

/** RFC 6960, 4.2.2.2.1: only with id-pkix-ocsp-nocheck it need not be checked for revocation. */
const NOT_CHECKED =
  "THE RESPONDER'S CERTIFICATE HAS NO OCSP NO CHECK EXTENSION. ITS OWN REVOCATION WAS NOT CHECKED";

/**
 * Looks for the responder among the issuer and the certificates of the response, and verifies its
 * signature. `problem` says why that proves nothing, null where it holds; `note` says what was not
 * checked.
 */
export async function findResponder(
  response: OcspBasicResponse,
  inputs: RevocationInputs,
): Promise<{ problem: string | null; note: string | null }> {
  const { issuer, budget } = inputs;
  let problem = "THE OCSP RESPONSE IS SIGNED BY A KEY THAT IS NOT KNOWN HERE";
  for (const candidate of [issuer, ...response.certificates]) {
    if (!await isResponder(candidate, response)) continue;
    const isIssuer = equalOctets(candidate.spki, issuer.spki);
    const fault = isIssuer ? null : await delegationFault(candidate, inputs);
    if (fault !== null) {
      problem = fault;
      continue;
    }
    const verdict = await verifySignature(response, candidate.publicKey, budget);
    if (verdict.valid === true) {
      const mayBeRevoked = !isIssuer && candidate.extension(EXTENSION.ocspNoCheck) === null;
      return { problem: null, note: mayBeRevoked ? NOT_CHECKED : null };
    }
    const outcome = verdict.valid === null ? "CANNOT BE VERIFIED" : "IS WRONG";
    problem = `THE SIGNATURE OF THE OCSP RESPONSE ${outcome}: ${verdict.problem}`;
  }
  return { problem, note: null };
}

async function isResponder(
  { subject, publicKey: { bytes, keyStart, keyEnd } }: Certificate,
  { responderName, responderKeyHash }: OcspBasicResponse,
): Promise<boolean> {
  if (responderName !== null) {
    return nameKey(canonicalName(subject)) === nameKey(canonicalName(responderName));
  }
  const sha1 = await loadDigest("SHA-1");
  return responderKeyHash !== null &&
    equalOctets(sha1(bytes.subarray(keyStart, keyEnd)), responderKeyHash);
}

/** Why a certificate may not sign responses for the issuer; null where it may. */
async function delegationFault(
  responder: Certificate,
  { issuer, now, budget }: RevocationInputs,
): Promise<string | null> {
  const who = "THE OCSP RESPONDER'S CERTIFICATE";
  if (issuerKeyOf(responder) !== nameKey(canonicalName(issuer.subject))) {
    return `${who} IS NOT FROM THE CERTIFICATE'S ISSUER`;
  }
  const { valid, problem } = await verifySignature(responder, issuer.publicKey, budget);
  if (valid !== true) {
    return valid === null
      ? `${who} CANNOT BE VERIFIED: ${problem}`
      : `${who} IS NOT SIGNED BY THE CERTIFICATE'S ISSUER`;
  }
  const purposes = responder.extension(EXTENSION.extendedKeyUsage)?.value ?? null;
  if (!purposes?.includes("OCSPSigning")) return `${who} IS NOT FOR SIGNING OCSP RESPONSES`;
  const usage = responder.extension(EXTENSION.keyUsage)?.value ?? null;
  if (usage !== null && !usage.includes("digitalSignature")) {
    return `${who} IS NOT FOR DIGITAL SIGNATURES`;
  }
  if (now < responder.notBefore || now - now % 1000 > responder.notAfter) {
    return `${who} IS NOT VALID AT THIS TIME`;
  }
  const isBroken = !responder.extensionsWhole ||
    responder.extensions.some(({ oid, critical }) => critical && !UNDERSTOOD.has(oid));
  return isBroken ? `${who} HAS A CRITICAL EXTENSION THAT IS NOT KNOWN HERE` : null;
}
