/**
 * Reads SignedData with its signers (RFC 5652, 5), without judging anything. The octets of the content and
 * of the signed attributes are those of the input: what a signature covers is never written again, except
 * where RFC 5652, 5.4 requires it (the tag of the signed attributes, and the order of DER).
 */
import type { Budget } from "../../kernel/context.ts";
import { octets } from "../asn1/ber.ts";
import { constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import { element, setOf } from "../asn1/der-write.ts";
import { DIGESTS, readOid } from "../asn1/oids.ts";
import { EC, readAlgorithmIdentifier, RSA } from "../keys/key-algorithms.ts";
import { readScheme, type Signature, type SignatureScheme } from "../signatures/signatures.ts";
import { CONTENT } from "../cms/object-identifiers.ts";
import { certificatesOfPkcs7 } from "../cms/pkcs7.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** More signers than any message in use has. The others are counted, but not read. */
const MAX_SIGNERS = 64;
const MAX_ATTRIBUTES = 256;

/** One attribute (RFC 5652, 5.3): its type, and each value as DER with its header. */
export interface Attribute {
  readonly type: string;
  readonly values: readonly Bytes[];
}

/** The name of the signer's certificate (SignerIdentifier). */
export type SignerIdentifier =
  /** The issuer's Name in DER and the content octets of the serial number. */
  | { readonly issuer: Bytes; readonly serial: Bytes }
  | { readonly keyIdentifier: Bytes };

export interface Signer {
  readonly identifier: SignerIdentifier;
  /** The name of the digest algorithm, or its OID. */
  readonly digest: string;
  readonly digestOid: string;
  /** Null if the signature covers the content directly. */
  readonly signedAttributes: readonly Attribute[] | null;
  /**
   * The octets that the signature covers, if there are signed attributes: first as DER with the tag of SET OF
   * (RFC 5652, 5.4), then in the order of the message if that is another one.
   */
  readonly attributeBytes: readonly Bytes[];
  readonly signature: Signature;
  readonly unsignedAttributes: readonly Attribute[];
}

export interface SignedData {
  /** The OID of the content's type. */
  readonly contentType: string;
  /** The octets of the content without tag and length; null if it is detached. */
  readonly content: Bytes | null;
  /** Each certificate in DER. */
  readonly certificates: readonly Bytes[];
  /** A signer that cannot be read is a DerError. */
  readonly signers: readonly (Signer | DerError)[];
  /** The number of all signers, which may be larger than `signers`. */
  readonly signerCount: number;
}

/**
 * Reads a ContentInfo with SignedData. `bytes` has definite lengths only (`toDefinite`). Throws DerError, and
 * `too_complex` if the budget is used up.
 */
export function readSignedData(bytes: Bytes, budget: Budget): SignedData {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Content info");
  const end = der.end;
  der.expect(der.body, end, TAG.OID, "Content type");
  if (readOid(bytes, der.body, der.end) !== CONTENT.signedData) {
    throw new DerError("The message has no signed data", der.start);
  }
  der.expect(der.end, end, constructed(0), "Content");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Signed data");
  const dataEnd = der.end;
  der.expect(der.body, dataEnd, TAG.INTEGER, "Version");
  der.expect(der.end, dataEnd, TAG.SET, "Digest algorithms");
  der.expect(der.end, dataEnd, TAG.SEQUENCE, "Encapsulated content");
  let at = der.end;
  const { contentType, content } = readEncapsulated(der);
  for (const list of [constructed(0), constructed(1)]) {
    if (der.optional(at, dataEnd, list)) at = der.end;
  }
  der.expect(at, dataEnd, TAG.SET, "Signers");
  const { body, end: signersEnd } = der;
  der.finish(signersEnd, dataEnd, "Signed data");
  const signers: (Signer | DerError)[] = [];
  let signerCount = 0;
  for (let next = body; next < signersEnd; signerCount++) {
    der.next(next, signersEnd);
    next = der.end;
    if (signerCount < MAX_SIGNERS) signers.push(attempt(() => readSigner(der)));
  }
  const certificates = certificatesOfPkcs7(bytes, budget);
  return { contentType, content, certificates, signers, signerCount };
}

function attempt(read: () => Signer): Signer | DerError {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return thrown;
  }
}

/** EncapsulatedContentInfo, whose header was read last. */
function readEncapsulated(der: Der): Pick<SignedData, "contentType" | "content"> {
  const { end } = der;
  der.expect(der.body, end, TAG.OID, "Type of the content");
  const contentType = readOid(der.bytes, der.body, der.end);
  if (!der.optional(der.end, end, constructed(0))) return { contentType, content: null };
  // PKCS#7 1.5 has any type here. Its digest covers the same octets: without tag and length (RFC 5652, 5.2.1).
  const limit = der.end;
  der.next(der.body, limit);
  der.finish(der.end, limit, "Content");
  return { contentType, content: der.content() };
}

/** SignerInfo (RFC 5652, 5.3), whose header was read last. */
function readSigner(der: Der): Signer {
  der.require(TAG.SEQUENCE, "Signer");
  const { end } = der;
  der.expect(der.body, end, TAG.INTEGER, "Version of a signer");
  der.next(der.end, end);
  const identifierEnd = der.end;
  const identifier = readIdentifier(der);
  der.expect(identifierEnd, end, TAG.SEQUENCE, "Digest algorithm");
  const { oid: digestOid, end: digestEnd } = readAlgorithmIdentifier(der);
  const digest = DIGESTS.get(digestOid) ?? digestOid;
  let at = digestEnd;
  let signedAttributes: Attribute[] | null = null;
  let attributeBytes: Bytes[] = [];
  if (der.optional(at, end, constructed(0))) {
    at = der.end;
    ({ attributes: signedAttributes, bytes: attributeBytes } = readSignedAttributes(der));
  }
  der.expect(at, end, TAG.SEQUENCE, "Signature algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  const { scheme, pss } = readScheme(der, algorithm);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "Signature");
  const signature: Signature = {
    algorithm,
    scheme: byKey(algorithm.oid, digest) ?? scheme,
    pss,
    bytes: der.content(),
    whole: true,
    end: der.end,
  };
  at = der.end;
  let unsignedAttributes: Attribute[] = [];
  if (der.optional(at, end, constructed(1))) {
    at = der.end;
    unsignedAttributes = readAttributes(der, der.body, at).map(({ attribute }) => attribute);
  }
  der.finish(at, end, "Signer");
  return {
    identifier,
    digest,
    digestOid,
    signedAttributes,
    attributeBytes,
    signature,
    unsignedAttributes,
  };
}

/**
 * The scheme if the signature algorithm names only the kind of key, as RFC 3370, 3.2 allows for RSA. The digest
 * algorithm then decides.
 */
function byKey(oid: string, digest: string): SignatureScheme | null {
  if (oid === RSA) return { name: `RSA with ${digest}`, scheme: "pkcs1", hash: digest };
  if (oid === EC) return { name: `ECDSA with ${digest}`, scheme: "ecdsa", hash: digest };
  return null;
}

/** IssuerAndSerialNumber or [0] SubjectKeyIdentifier (RFC 5652, 5.3 and 6.2.1), whose header was read last. */
export function readIdentifier(der: Der): SignerIdentifier {
  const { tag, end } = der;
  if (tag === primitive(0) || tag === constructed(0)) return { keyIdentifier: octets(der) };
  der.require(TAG.SEQUENCE, "Name of a certificate");
  der.expect(der.body, end, TAG.SEQUENCE, "Issuer");
  const issuer = der.element();
  der.expect(der.end, end, TAG.INTEGER, "Serial number");
  der.finish(der.end, end, "Name of a certificate");
  return { issuer, serial: der.content() };
}

function readSignedAttributes(der: Der): { attributes: Attribute[]; bytes: Bytes[] } {
  const { body, end } = der;
  const list = readAttributes(der, body, end);
  const elements = list.map(({ bytes }) => bytes);
  const asWritten = element(TAG.SET, ...elements);
  const sorted = setOf(...elements);
  const isSorted = asWritten.every((octet, index) => octet === sorted[index]);
  return {
    attributes: list.map(({ attribute }) => attribute),
    bytes: isSorted ? [sorted] : [sorted, asWritten],
  };
}

function readAttributes(
  der: Der,
  start: number,
  end: number,
): { attribute: Attribute; bytes: Bytes }[] {
  const list: { attribute: Attribute; bytes: Bytes }[] = [];
  for (let at = start; at < end;) {
    if (list.length === MAX_ATTRIBUTES) throw new DerError("Too many attributes", at);
    der.expect(at, end, TAG.SEQUENCE, "Attribute");
    at = der.end;
    const bytes = der.element();
    list.push({ attribute: readAttribute(der), bytes });
  }
  return list;
}

function readAttribute(der: Der): Attribute {
  const { end } = der;
  der.expect(der.body, end, TAG.OID, "Type of an attribute");
  const type = readOid(der.bytes, der.body, der.end);
  der.expect(der.end, end, TAG.SET, "Values of an attribute");
  der.finish(der.end, end, "Attribute");
  const values: Bytes[] = [];
  for (let at = der.body, limit = der.end; at < limit; at = der.end) {
    der.next(at, limit);
    values.push(der.element());
  }
  return { type, values };
}
