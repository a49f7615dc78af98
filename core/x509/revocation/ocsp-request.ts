/** Writes OCSP requests (RFC 6960, 4.1). */
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import type { Certificate } from "../objects/certificates.ts";
import { certIdHashes } from "./ocsp-status.ts";

const SHA1 = "1.3.14.3.2.26";

/**
 * Returns a request for the status of one certificate. It has no nonce, so that responders can answer from
 * their cache. The hash is SHA-1, the only one that every responder supports (RFC 5019, 2.1.1); it is not
 * relied on for security.
 */
export async function ocspRequest(
  certificate: Certificate,
  issuer: Certificate,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, key } = await certIdHashes("SHA-1", certificate, issuer);
  const certId = element(
    TAG.SEQUENCE,
    element(TAG.SEQUENCE, objectIdentifier(SHA1), element(TAG.NULL)),
    element(TAG.OCTET_STRING, name),
    element(TAG.OCTET_STRING, key),
    element(TAG.INTEGER, certificate.serial),
  );
  const requestList = element(TAG.SEQUENCE, element(TAG.SEQUENCE, certId));
  const tbsRequest = element(TAG.SEQUENCE, requestList);
  return element(TAG.SEQUENCE, tbsRequest);
}
