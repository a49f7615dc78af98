/** Certificates inside of a PKCS#7 or CMS SignedData (RFC 5652, 5.1), as in .p7b files. */
import type { Budget } from "../../kernel/context.ts";
import { constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { readOid } from "../asn1/oids.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";

/** The DER of each certificate, in encoded order. Throws DerError; signatures are not looked at. */
export function certificatesOfPkcs7(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): Uint8Array<ArrayBuffer>[] {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "CONTENT INFO");
  const end = der.end;
  der.expect(der.body, end, TAG.OID, "CONTENT TYPE");
  if (readOid(bytes, der.body, der.end) !== SIGNED_DATA) {
    throw new DerError(
      "THE PKCS#7 BUNDLE HAS NO SIGNED DATA, SO IT HAS NO CERTIFICATES",
      der.start,
    );
  }
  der.expect(der.end, end, constructed(0), "CONTENT");
  der.expect(der.body, der.end, TAG.SEQUENCE, "SIGNED DATA");
  const dataEnd = der.end;
  der.expect(der.body, dataEnd, TAG.INTEGER, "VERSION");
  der.expect(der.end, dataEnd, TAG.SET, "DIGEST ALGORITHMS");
  der.expect(der.end, dataEnd, TAG.SEQUENCE, "ENCAPSULATED CONTENT");
  const found: Uint8Array<ArrayBuffer>[] = [];
  if (!der.optional(der.end, dataEnd, constructed(0))) return found;
  const { end: listEnd } = der;
  for (let at = der.body; at < listEnd; at = der.end) {
    der.next(at, listEnd);
    // Attribute certificates and other forms have tags of their own.
    if (der.tag === TAG.SEQUENCE) found.push(bytes.subarray(der.start, der.end));
  }
  return found;
}
