/**
 * The status of a certificate by an OCSP response (RFC 6960, 3.2). The response must be for this
 * certificate, current, and signed by its issuer or by a responder that the issuer authorized
 * (4.2.2.2).
 */
import { validityAt } from "../validity.ts";
import { equalOctets } from "../../kernel/octets.ts";
import { type DigestAlgorithm, loadDigest } from "../../../wasm/digest.ts";
import { formatTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import { issuerKeyOf, significant } from "./crl-status.ts";
import type { OcspAnswer } from "./ocsp-data.ts";
import type { OcspBasicResponse, OcspResponse } from "./ocsp-response.ts";
import { HOLD } from "./reasons.ts";
import {
  CLOSENESS,
  knownStatus,
  ranked,
  type RankedVerdict,
  type RevocationInputs,
  type RevocationVerdict,
  staleness,
  strongest,
  unknownStatus,
} from "./verdict.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { verifySignature } from "../signatures/verify.ts";

const WHAT = "The OCSP response";

/**
 * The verdict of one response. If the request had a nonce, a response with another nonce answers another
 * request. A response without a nonce is accepted, because most responders send none (RFC 9654).
 */
export async function statusByOcsp(
  { status, basic }: OcspResponse,
  inputs: RevocationInputs,
  nonce: Uint8Array | null = null,
): Promise<RankedVerdict> {
  const unknown = (problem: string, closeness: number) => ranked(unknownStatus(problem), closeness);
  if (basic === null) {
    return unknown(`The OCSP responder answered: ${status}`, CLOSENESS.scope);
  }
  const answers: OcspAnswer[] = [];
  for (const answer of basic.answers) {
    if (await isFor(answer, inputs.certificate, inputs.issuer)) answers.push(answer);
  }
  if (answers.length === 0) return unknown(`${WHAT} is for another certificate`, CLOSENESS.other);
  if (nonce !== null && basic.nonce !== null && !equalOctets(nonce, basic.nonce)) {
    return unknown(`${WHAT} is for another request: its nonce differs`, CLOSENESS.content);
  }
  if (basic.unknownCritical || answers.some(({ unknownCritical }) => unknownCritical)) {
    return unknown(
      `${WHAT} has an unknown critical extension`,
      CLOSENESS.content,
    );
  }
  const { problem, note } = await findResponder(basic, inputs);
  if (problem !== null) return unknown(problem, CLOSENESS.signature);
  return { ...strongest(answers.map((answer) => ranked(verdictOf(answer, inputs.now))))!, note };
}

function verdictOf(answer: OcspAnswer, now: number): RevocationVerdict {
  const { status, revokedAt, reason } = answer;
  const stale = staleness(WHAT, answer, now);
  // Only a certificate on hold can become good again, so an old response still proves a revocation.
  const isFinal = status === "revoked" && reason !== HOLD && answer.thisUpdate <= now;
  if (stale !== null && !isFinal) return unknownStatus(stale);
  if (status === "unknown") {
    return unknownStatus("The OCSP responder does not know the certificate");
  }
  if (status === "good") return knownStatus("ocsp", answer, null);
  return knownStatus("ocsp", answer, { revokedAt: formatTime(revokedAt!), reason });
}

/** Compares the CertID (RFC 6960, 4.1.1): hashes of the issuer's name and key, and the serial number. */
async function isFor(
  answer: OcspAnswer,
  certificate: Certificate,
  issuer: Certificate,
): Promise<boolean> {
  const { hash, serial, issuerNameHash, issuerKeyHash } = answer;
  if (hash === null || !equalOctets(significant(serial), significant(certificate.serial))) {
    return false;
  }
  const expected = await certIdHashes(hash, certificate, issuer);
  return equalOctets(issuerNameHash, expected.name) && equalOctets(issuerKeyHash, expected.key);
}

/** The hashes of a certificate's issuer in a CertID. */
export async function certIdHashes(
  hash: DigestAlgorithm,
  certificate: Certificate,
  { publicKey: { bytes, keyStart, keyEnd } }: Certificate,
): Promise<{ name: Uint8Array<ArrayBuffer>; key: Uint8Array<ArrayBuffer> }> {
  const digest = await loadDigest(hash);
  return { name: digest(certificate.issuerDer), key: digest(bytes.subarray(keyStart, keyEnd)) };
}

/**
 * Extensions that may be critical in a responder's certificate. Those that limit its use are checked
 * below; the others set no limit.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.certificatePolicies,
  EXTENSION.ocspNoCheck,
]);

/** RFC 6960, 4.2.2.2.1: only a certificate with id-pkix-ocsp-nocheck needs no revocation check. */
const NOT_CHECKED =
  "The responder's certificate has no OCSP no check extension, and its own revocation was not checked";

/**
 * Looks for the responder among the issuer and the certificates of the response, and verifies its
 * signature. `problem` is null if the signature is valid. `note` names what was not checked.
 */
async function findResponder(
  response: OcspBasicResponse,
  inputs: RevocationInputs,
): Promise<{ problem: string | null; note: string | null }> {
  const { issuer, budget } = inputs;
  let problem = "The OCSP response is signed with an unknown key";
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
    const outcome = verdict.valid === null ? "cannot be verified" : "is wrong";
    problem = `The signature of the OCSP response ${outcome}: ${verdict.problem!}`;
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

/** Why this certificate may not sign OCSP responses for the issuer; null if it may. */
async function delegationFault(
  responder: Certificate,
  { issuer, now, budget }: RevocationInputs,
): Promise<string | null> {
  const who = "The OCSP responder's certificate";
  if (issuerKeyOf(responder) !== nameKey(canonicalName(issuer.subject))) {
    return `${who} was not issued by the issuer of the certificate`;
  }
  const { valid, problem } = await verifySignature(responder, issuer.publicKey, budget);
  if (valid !== true) {
    return valid === null
      ? `${who} cannot be verified: ${problem!}`
      : `${who} is not signed by the issuer of the certificate`;
  }
  const purposes = responder.extension(EXTENSION.extendedKeyUsage)?.value ?? null;
  if (!purposes?.includes("OCSPSigning")) return `${who} is not allowed to sign OCSP responses`;
  const usage = responder.extension(EXTENSION.keyUsage)?.value ?? null;
  if (usage !== null && !usage.includes("digitalSignature")) {
    return `${who} is not allowed to make digital signatures`;
  }
  if (validityAt(responder, now) !== "within") {
    return `${who} is not valid at this time`;
  }
  const isBroken = !responder.extensionsWhole ||
    responder.extensions.some(({ oid, critical }) => critical && !UNDERSTOOD.has(oid));
  return isBroken ? `${who} has an unknown critical extension` : null;
}
