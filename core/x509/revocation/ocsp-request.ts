/** OCSP requests (RFC 6960, 4.1), written by pkijs around the CertID. */
import { CertID, OCSPRequest, Request, TBSRequest } from "pkijs";
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import type { Certificate } from "../objects/certificates.ts";
import { certIdHashes } from "./ocsp-status.ts";

const SHA1 = "1.3.14.3.2.26";

/**
 * Asks about one certificate, without a nonce: responders then answer out of their cache. The hash
 * is SHA-1, the only one that every responder knows (RFC 5019, 2.1.1); nothing rests on it.
 */
export async function ocspRequest(
  certificate: Certificate,
  issuer: Certificate,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, key } = await certIdHashes("SHA-1", certificate, issuer);
  const reqCert = CertID.fromBER(element(
    TAG.SEQUENCE,
    element(TAG.SEQUENCE, objectIdentifier(SHA1), element(TAG.NULL)),
    element(TAG.OCTET_STRING, name),
    element(TAG.OCTET_STRING, key),
    element(TAG.INTEGER, certificate.serial),
  ));
  const request = new OCSPRequest({
    tbsRequest: new TBSRequest({ requestList: [new Request({ reqCert })] }),
  });
  return new Uint8Array(request.toSchema(true).toBER());
}
