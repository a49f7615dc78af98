/**
 * PKCS#7 bundles: reads the certificates and revocation information of a SignedData (RFC 5652, 5.1),
 * and writes a SignedData without signatures, "certs-only" (RFC 8551, 3.2.2).
 */
import type { Budget } from "../../kernel/context.ts";
import { constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { readOid } from "../asn1/oids.ts";
import { element, integer, objectIdentifier } from "../asn1/der-write.ts";
import { CONTENT } from "./object-identifiers.ts";

/** id-ri-ocsp-response (RFC 5940, 2.1). */
const OCSP_RESPONSE = "1.3.6.1.5.5.7.16.2";

/** The DER of each certificate, in encoded order. Signatures are not verified. Throws DerError. */
export function certificatesOfPkcs7(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): Uint8Array<ArrayBuffer>[] {
  const der = new Der(bytes, budget);
  const found: Uint8Array<ArrayBuffer>[] = [];
  if (!enterNetscapeSequence(der)) {
    const dataEnd = enterSignedData(der);
    if (!der.optional(der.end, dataEnd, constructed(0))) return found;
  }
  const { end: listEnd } = der;
  for (let at = der.body; at < listEnd; at = der.end) {
    der.next(at, listEnd);
    // Attribute certificates and other forms have other tags.
    if (der.tag === TAG.SEQUENCE) found.push(bytes.subarray(der.start, der.end));
  }
  return found;
}

/** A CRL or an OCSP response in DER; `kind` is null for revocation information in another format. */
interface RevocationInfo {
  kind: "crl" | "ocsp-response" | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The CRLs and OCSP responses (RFC 5652, 10.2.1; RFC 5940), in encoded order. Throws DerError. */
export function revocationInfoOfPkcs7(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): RevocationInfo[] {
  const der = new Der(bytes, budget);
  if (enterNetscapeSequence(der)) return [];
  const dataEnd = enterSignedData(der);
  const found: RevocationInfo[] = [];
  der.optional(der.end, dataEnd, constructed(0));
  if (!der.optional(der.end, dataEnd, constructed(1))) return found;
  const { end: listEnd } = der;
  for (let at = der.body; at < listEnd;) {
    der.next(at, listEnd);
    at = der.end;
    if (der.tag === TAG.SEQUENCE) {
      found.push({ kind: "crl", bytes: bytes.subarray(der.start, der.end) });
      continue;
    }
    // OtherRevocationInfoFormat: the format's OID, then the information.
    der.require(constructed(1), "Revocation information");
    der.expect(der.body, at, TAG.OID, "Format of revocation information");
    const kind = readOid(bytes, der.body, der.end) === OCSP_RESPONSE ? "ocsp-response" : null;
    der.next(der.end, at);
    found.push({ kind, bytes: bytes.subarray(der.start, der.end) });
  }
  return found;
}

/** Whether a ContentInfo is an encrypted message (RFC 5652, 6; RFC 5083). Throws DerError. */
export function isEncryptedMessage(bytes: Uint8Array<ArrayBuffer>, budget: Budget): boolean {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Content info");
  der.expect(der.body, der.end, TAG.OID, "Content type");
  const type = readOid(bytes, der.body, der.end);
  return type === CONTENT.envelopedData || type === CONTENT.authEnvelopedData;
}

/**
 * Reads up to the list of certificates if this is a certificate sequence of Netscape, which openssl nseq writes:
 * SEQUENCE { type, [0] SEQUENCE OF Certificate }. False for another content.
 */
function enterNetscapeSequence(der: Der): boolean {
  const { bytes } = der;
  der.expect(0, bytes.length, TAG.SEQUENCE, "Content info");
  const { end } = der;
  der.expect(der.body, end, TAG.OID, "Content type");
  if (readOid(bytes, der.body, der.end) !== CONTENT.netscapeSequence) return false;
  der.expect(der.end, end, constructed(0), "Content");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Certificate sequence");
  return true;
}

/** Reads SignedData up to and including its encapsulated content. Returns the end of SignedData. */
function enterSignedData(der: Der): number {
  const { bytes } = der;
  der.expect(0, bytes.length, TAG.SEQUENCE, "Content info");
  const end = der.end;
  der.expect(der.body, end, TAG.OID, "Content type");
  if (readOid(bytes, der.body, der.end) !== CONTENT.signedData) {
    throw new DerError(
      "The PKCS#7 bundle has no signed data and therefore no certificates",
      der.start,
    );
  }
  der.expect(der.end, end, constructed(0), "Content");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Signed data");
  const dataEnd = der.end;
  der.expect(der.body, dataEnd, TAG.INTEGER, "Version");
  der.expect(der.end, dataEnd, TAG.SET, "Digest algorithms");
  der.expect(der.end, dataEnd, TAG.SEQUENCE, "Encapsulated content");
  return dataEnd;
}

/**
 * Returns a bundle of certificates. The certificates are copied octet by octet, because re-encoding one
 * that is not DER would break its signature. They keep their order, as with openssl, although DER would
 * sort them: programs take the first one as the server's.
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
