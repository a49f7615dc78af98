/**
 * What an OCSP response says about a certificate (RFC 6960, 3.2): it must be for this certificate,
 * current, and signed by its issuer or by a responder that the issuer authorized.
 */
import { equalOctets } from "../../kernel/octets.ts";
import { type DigestAlgorithm, loadDigest } from "../../../wasm/digest.ts";
import { formatTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import { significant } from "./crl-lookup.ts";
import { findResponder } from "./ocsp-responder.ts";
import type { OcspAnswer } from "./ocsp-data.ts";
import type { OcspResponse } from "./ocsp-response.ts";
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

const WHAT = "THE OCSP RESPONSE";

/**
 * The verdict of one response. With `nonce`, the value that was sent, a response that carries another
 * one was made for somebody else; one without is accepted, for most responders send none (RFC 9654).
 */
export async function statusByOcsp(
  { status, basic }: OcspResponse,
  inputs: RevocationInputs,
  nonce: Uint8Array | null = null,
): Promise<RankedVerdict> {
  const unknown = (problem: string, closeness: number) => ranked(unknownStatus(problem), closeness);
  if (basic === null) {
    return unknown(`THE OCSP RESPONDER ANSWERED: ${status}`, CLOSENESS.scope);
  }
  const answers: OcspAnswer[] = [];
  for (const answer of basic.answers) {
    if (await isFor(answer, inputs.certificate, inputs.issuer)) answers.push(answer);
  }
  if (answers.length === 0) return unknown(`${WHAT} IS FOR ANOTHER CERTIFICATE`, CLOSENESS.other);
  if (nonce !== null && basic.nonce !== null && !equalOctets(nonce, basic.nonce)) {
    return unknown(`${WHAT} ANSWERS ANOTHER REQUEST: ITS NONCE DIFFERS`, CLOSENESS.content);
  }
  if (basic.unknownCritical || answers.some(({ unknownCritical }) => unknownCritical)) {
    return unknown(
      `${WHAT} HAS A CRITICAL EXTENSION THAT IS NOT KNOWN HERE`,
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
  // Only a certificate on hold comes back, so an old answer still proves a revocation.
  const isFinal = status === "revoked" && reason !== HOLD && answer.thisUpdate <= now;
  if (stale !== null && !isFinal) return unknownStatus(stale);
  if (status === "unknown") {
    return unknownStatus("THE OCSP RESPONDER DOES NOT KNOW THE CERTIFICATE");
  }
  if (status === "good") return knownStatus("ocsp", answer, null);
  return knownStatus("ocsp", answer, { revokedAt: formatTime(revokedAt!), reason });
}

/** CertID (RFC 6960, 4.1.1): hashes of the issuer's name and key, and the serial number. */
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

/** The hashes by which a CertID names the issuer of a certificate. */
export async function certIdHashes(
  hash: DigestAlgorithm,
  certificate: Certificate,
  { publicKey: { bytes, keyStart, keyEnd } }: Certificate,
): Promise<{ name: Uint8Array<ArrayBuffer>; key: Uint8Array<ArrayBuffer> }> {
  const digest = await loadDigest(hash);
  return { name: digest(certificate.issuerDer), key: digest(bytes.subarray(keyStart, keyEnd)) };
}
