/** PKCS#7 bundles: SignedData without signatures, "certs-only" (RFC 5652, 5.1; RFC 8551, 3.2.2). */
import { constructed, TAG } from "../asn1/der.ts";
import { element, integer, objectIdentifier } from "../asn1/der-write.ts";
import { CONTENT } from "./object-identifiers.ts";

/**
 * The bundle of certificates, given as they are: no octet of them is written anew, for then a
 * signature over an encoding that is not DER would fail. They keep their order, as with openssl,
 * though DER would sort them: programs take the first for the server's.
 */
export function writePkcs7(certificates: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const signedData = element(
    TAG.SEQUENCE,
    integer(1),
    element(TAG.SET),
    element(TAG.SEQUENCE, objectIdentifier(CONTENT.data)),
    element(constructed(0), ...certificates),
    element(TAG.SET),
  );
  return element(
    TAG.SEQUENCE,
    objectIdentifier(CONTENT.signedData),
    element(constructed(0), signedData),
  );
}
