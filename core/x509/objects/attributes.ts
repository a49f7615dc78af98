/** Attributes of certification requests (RFC 2985, 5.4; RFC 2986, 4.1), named and put into words. */
import { constructed, type Der, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readOid, REQUEST_ATTRIBUTES } from "../asn1/oids.ts";
import { readString } from "../asn1/strings.ts";

/** Its value is a secret that protects revocation: it is never decoded. */
export const CHALLENGE_PASSWORD = "1.2.840.113549.1.9.7";

/** Types whose values are a SEQUENCE of which people want the strings. */
const SEQUENCES_OF_TEXT: ReadonlySet<string> = new Set([
  "1.3.6.1.4.1.311.13.2.1", // msEnrollmentNameValuePair
  "1.3.6.1.4.1.311.13.2.2", // msEnrollmentCspProvider
  "1.3.6.1.4.1.311.21.20", // msRequestClientInfo
]);

/** The name of a request attribute, or its OID. */
export function attributeName(oid: string): string {
  return REQUEST_ATTRIBUTES.get(oid) ?? oid;
}

/** The value whose header `der` has just read, as text where its type has one, else as hex. */
export function attributeText(der: Der, oid: string): string {
  const { bytes, tag, start, body, end } = der;
  const read = readString(bytes, tag, body, end);
  if (read) return read.text;
  if (tag === TAG.OID) return readOid(bytes, body, end);
  if (tag === TAG.INTEGER) {
    const number = der.smallInteger();
    if (number !== null) return String(number);
  }
  if (tag === TAG.SEQUENCE && SEQUENCES_OF_TEXT.has(oid)) {
    const texts: string[] = [];
    for (let at = body; at < end;) {
      der.next(at, end);
      at = der.end;
      const text = readString(bytes, der.tag, der.body, der.end)?.text;
      if (text) texts.push(text);
    }
    if (texts.length > 0) return texts.join(", ");
  }
  return toHex(bytes, start, end);
}

/** The tag of a request's attributes: [0] IMPLICIT SET OF Attribute. */
export const ATTRIBUTES_TAG = constructed(0);
