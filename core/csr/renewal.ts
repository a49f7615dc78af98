/** Finds out who signed the message around a request, as Windows makes it to renew a certificate. */
import type { Budget } from "../kernel/context.ts";
import { equalOctets } from "../kernel/octets.ts";
import { DerError } from "../x509/asn1/der.ts";
import { toHex } from "../x509/asn1/hex.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import { writePem } from "../x509/pem/pem.ts";
import { ContentDigests } from "../x509/signed/content-digests.ts";
import type { SignedData, SignerIdentifier } from "../x509/signed/signed-data.ts";
import { checkSigner } from "../x509/signed/signer.ts";
import type { DecodedCsr } from "./schema.ts";

export async function renewalOf(
  { certificates, signers, contentType, content }: SignedData,
  request: Uint8Array,
  budget: Budget,
): Promise<NonNullable<DecodedCsr["renewal"]>> {
  const csr = writePem("CERTIFICATE REQUEST", request);
  const [signer] = signers;
  if (signer === undefined || signer instanceof DerError) {
    const signatureProblem = signer === undefined
      ? "The message has no signer."
      : `The signer cannot be read. ${signer.message}.`;
    return { csr, signer: null, serialNumber: null, signatureValid: null, signatureProblem };
  }
  const candidates = certificates.flatMap((bytes) => {
    try {
      return new Candidate(readCertificate(bytes, budget), "input", null);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      return [];
    }
  });
  const { valid, message, certificate } = await checkSigner(signer, {
    contentType,
    contents: [content!],
    certificates: candidates.filter((candidate) => isNamed(candidate, signer.identifier)),
    digests: new ContentDigests(budget),
    budget,
  });
  return {
    csr,
    signer: certificate && nameOf(certificate),
    serialNumber: certificate && certificate.certificate.serialNumber,
    signatureValid: valid,
    signatureProblem: valid === true ? null : message,
  };
}

const nameOf = ({ certificate: { subject } }: Candidate): string =>
  subject.commonName || subject.organizationName || subject.raw;

const isNamed = (
  { certificate, keyIdentifier }: Candidate,
  identifier: SignerIdentifier,
): boolean =>
  "keyIdentifier" in identifier
    ? keyIdentifier === toHex(identifier.keyIdentifier)
    : equalOctets(certificate.issuerDer, identifier.issuer) &&
      equalOctets(certificate.serial, identifier.serial);
