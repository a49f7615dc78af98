/** Reads PKCS#10 certification requests (RFC 2986, 4) and their attributes (RFC 2985, 5.4). */
import { byteCount, constructed, type Der, DerError, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readOid, REQUEST_ATTRIBUTES, showOid } from "../asn1/oids.ts";
import { readString } from "../asn1/strings.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import type { DistinguishedName, Extensions } from "../shapes.ts";
import { readSignature, type SignedObject } from "../signatures/signatures.ts";
import { noExtensions, readExtensions } from "./extensions/extensions.ts";
import { readName } from "./names.ts";

/** extensionRequest (RFC 2985, 5.4.2), and Microsoft's attribute of before. */
const STANDARD = "1.2.840.113549.1.9.14";
const MICROSOFT = "1.3.6.1.4.1.311.2.1.14";

interface RequestAttribute {
  oid: string;
  name: string;
  values: string[];
}

/** A certification request. Offsets count from the start of the input. */
export interface CertificationRequest extends SignedObject {
  readonly subject: DistinguishedName;
  readonly subjectStart: number;
  readonly subjectDer: Uint8Array<ArrayBuffer>;
  readonly publicKey: SubjectPublicKeyInfo;
  readonly extensions: Extensions;
  /** The list of extensions that counts, in DER; null without one that can be read. */
  readonly extensionsDer: Uint8Array<ArrayBuffer> | null;
  /** All attributes except the extension requests. The value of challengePassword is left out. */
  readonly attributes: RequestAttribute[];
  /** The offset after the request; other bytes may follow. */
  readonly end: number;
}

/**
 * Reads the request at the start of `der`. Throws DerError if it cannot be read; rules that a readable
 * request breaks are added to the findings.
 */
export function readCertificationRequest(der: Der): CertificationRequest {
  const { bytes, findings } = der;
  der.expect(0, bytes.length, TAG.SEQUENCE, "Certification request");
  const end = der.end;
  if (end < bytes.length) {
    findings.add("trailing_data", end, `${byteCount(bytes.length - end)} after the request`);
  }
  der.expect(der.body, end, TAG.SEQUENCE, "Certification request info");
  const { start: infoStart, end: infoEnd } = der;

  der.expect(der.body, infoEnd, TAG.INTEGER, "Version");
  if (der.smallInteger() !== 0) {
    findings.add("version_wrong", der.start);
  }
  der.expect(der.end, infoEnd, TAG.SEQUENCE, "Subject");
  let at = der.end;
  const subjectStart = der.start;
  const subjectDer = bytes.subarray(subjectStart, at);
  const subject = readName(der);
  der.expect(at, infoEnd, TAG.SEQUENCE, "Public key information");
  at = der.end;
  const publicKey = readPublicKey(der);

  const attributes: RequestAttribute[] = [];
  const requested: ExtensionRequest[] = [];
  if (at === infoEnd) {
    findings.add("attributes_missing", at);
  } else {
    der.expect(at, infoEnd, ATTRIBUTES_TAG, "Attributes");
    const attributesEnd = der.end;
    at = der.body;
    der.finish(attributesEnd, infoEnd, "Certification request info");
    while (at < attributesEnd) {
      der.expect(at, attributesEnd, TAG.SEQUENCE, "Attribute");
      at = der.end;
      const read = readAttribute(der);
      if ("values" in read) attributes.push(read);
      else requested.push(read);
    }
  }
  const list = countingRequest(der, requested);
  const extensions = list === null ? noExtensions() : readRequestedExtensions(der, list);
  const extensionsDer = list && bytes.subarray(list.start, list.end);
  const signature = readSignature(der, infoEnd, end);
  der.finish(signature.end, end, "Certification request");
  return {
    subject,
    subjectStart,
    subjectDer,
    publicKey,
    extensions,
    extensionsDer,
    attributes,
    signature,
    end,
    tbs: bytes.subarray(infoStart, infoEnd),
  };
}

/** An extension request: the place of its first value, and its place as an attribute. */
interface ExtensionRequest {
  readonly oid: string;
  readonly attributeStart: number;
  readonly start: number;
  readonly end: number;
}

/** Attribute ::= SEQUENCE { type OID, values SET OF ANY }, whose header `der` has just read. */
function readAttribute(der: Der): RequestAttribute | ExtensionRequest {
  const { bytes, findings, start: attributeStart, end } = der;
  der.expect(der.body, end, TAG.OID, "Type of an attribute");
  const oid = showOid(bytes, der.body, der.end);
  der.expect(der.end, end, TAG.SET, "Values of an attribute");
  const { start, body, end: valuesEnd } = der;
  der.finish(valuesEnd, end, "Attribute");
  if (body === valuesEnd) {
    findings.add("attribute_empty", start);
  }
  if ((oid === STANDARD || oid === MICROSOFT) && body < valuesEnd) {
    der.next(body, valuesEnd);
    if (der.end < valuesEnd) {
      findings.add("extension_request_twice", der.end, "The first list counts, as in OpenSSL");
    }
    return { oid, attributeStart, start: der.start, end: der.end };
  }
  const values: string[] = [];
  for (let at = body; at < valuesEnd;) {
    der.next(at, valuesEnd);
    at = der.end;
    if (oid !== CHALLENGE_PASSWORD) values.push(attributeText(der, oid));
  }
  return { oid, name: attributeName(oid), values };
}

/**
 * The request that counts: the standard one before Microsoft's, and of two equal ones the first, as in OpenSSL and
 * GnuTLS. A request that does not count is a finding.
 */
function countingRequest(
  { findings }: Der,
  requests: readonly ExtensionRequest[],
): ExtensionRequest | null {
  const standard = requests.find(({ oid }) => oid === STANDARD);
  const counts = standard ?? requests[0] ?? null;
  for (const other of requests) {
    if (other === counts) continue;
    const why = other.oid === counts.oid
      ? "The first list counts, as in OpenSSL"
      : "The standard list counts, as in OpenSSL and GnuTLS, and Microsoft's is ignored";
    findings.add("extension_request_twice", other.attributeStart, why);
  }
  return counts;
}

/** Reads the value of an extension request. A list that cannot be read is a finding, and is left out. */
function readRequestedExtensions(der: Der, { start, end }: ExtensionRequest): Extensions {
  try {
    der.expect(start, end, TAG.SEQUENCE, "Extension request");
    return readExtensions(der);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    der.findings.add("extension_malformed", thrown.offset, thrown.reason);
    return noExtensions();
  }
}

/** Its value is a secret that authorizes revocation, so it is never decoded. */
const CHALLENGE_PASSWORD = "1.2.840.113549.1.9.7";

/** Attributes whose value is a SEQUENCE; only its strings are shown. */
const SEQUENCES_OF_TEXT: ReadonlySet<string> = new Set([
  "1.3.6.1.4.1.311.13.2.1", // msEnrollmentNameValuePair
  "1.3.6.1.4.1.311.13.2.2", // msEnrollmentCspProvider
  "1.3.6.1.4.1.311.21.20", // msRequestClientInfo
]);

/** Returns the name of a request attribute, or its OID. */
function attributeName(oid: string): string {
  return REQUEST_ATTRIBUTES.get(oid) ?? oid;
}

/** Returns the value whose header `der` has just read as text, or as hex if its type has no text form. */
function attributeText(der: Der, oid: string): string {
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
const ATTRIBUTES_TAG = constructed(0);
