/**
 * The certificate of X.509, version 3 (RFC 5280, 4.1). What comes from another's request or
 * certificate, its key and its name, goes into this one octet for octet: a name that was written anew
 * could differ from the CA's, and would break the chain.
 */
import { AsnConvert } from "@peculiar/asn1-schema";
import { type Extension, Extensions, Validity } from "@peculiar/asn1-x509";
import type { Budget } from "../../kernel/context.ts";
import { Der, TAG } from "../asn1/der.ts";
import { element, integer } from "../asn1/der-write.ts";
import { readPublicKey } from "../keys/public-keys.ts";
import { type SubjectAttributes, subjectName } from "./names.ts";
import type { Signer } from "./signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface CertificateParts {
  /** The content octets of the serial number: a positive INTEGER in its shortest form. */
  serialNumber: Bytes;
  /** Both names in DER. */
  issuer: Bytes;
  subject: Bytes;
  /** Milliseconds since 1970. The Time of X.509 is in whole seconds (RFC 5280, 4.1.2.5). */
  notBefore: number;
  notAfter: number;
  /** subjectPublicKeyInfo in DER. */
  publicKey: Bytes;
  extensions: Extension[];
}

const V3 = integer(2);

/** A Name in DER, with one attribute each RDN. */
export const writeName = (attributes: SubjectAttributes): Bytes =>
  serialized(subjectName(attributes));

/** The certificate with a placeholder for its signature, to be checked before it is signed. */
export const writeUnsigned = (parts: CertificateParts, signer: Signer): Bytes =>
  write(tbsOf(parts, signer), signer, new Uint8Array(1));

/** Writes a certificate and signs it. */
export async function writeCertificate(parts: CertificateParts, signer: Signer): Promise<Bytes> {
  const tbs = tbsOf(parts, signer);
  return write(tbs, signer, new Uint8Array(await signer.sign(tbs.buffer)));
}

function tbsOf(parts: CertificateParts, { algorithm }: Signer): Bytes {
  const { serialNumber, issuer, subject, notBefore, notAfter, publicKey, extensions } = parts;
  // A UTCTime up to 2049, a GeneralizedTime from 2050 on.
  const validity = new Validity({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) });
  return element(
    TAG.SEQUENCE,
    element(0xa0, V3),
    element(TAG.INTEGER, serialNumber),
    serialized(algorithm),
    issuer,
    serialized(validity),
    subject,
    publicKey,
    element(0xa3, serialized(new Extensions(extensions))),
  );
}

const write = (tbs: Bytes, { algorithm }: Signer, signature: Uint8Array): Bytes =>
  element(
    TAG.SEQUENCE,
    tbs,
    serialized(algorithm),
    element(TAG.BIT_STRING, Uint8Array.of(0), signature),
  );

const serialized = (value: unknown): Bytes => new Uint8Array(AsnConvert.serialize(value));

/**
 * 128 random bits as a positive number of at most 17 octets (RFC 5280, 4.1.2.2, allows 20): so many
 * that no two certificates share one, and that nobody can foresee what will be signed.
 */
export function randomSerialNumber(random: (length: number) => Bytes): Bytes {
  const octets = random(16);
  const first = octets.findIndex((octet) => octet !== 0);
  // All zeros comes once in 2^128 times, and is no serial number.
  if (first === -1) return Uint8Array.of(1);
  const digits = octets.subarray(first);
  return digits[0] < 0x80 ? digits : Uint8Array.of(0, ...digits);
}

/**
 * RFC 7093, 2, method 1: the leftmost 160 bits of the SHA-256 of the key's bits. `spki` is one that
 * was read before; throws DerError for another.
 */
export async function keyIdentifierOf(spki: Bytes, budget: Budget): Promise<Bytes> {
  const der = new Der(spki, budget);
  der.expect(0, spki.length, TAG.SEQUENCE, "PUBLIC KEY INFORMATION");
  const { bytes, keyStart, keyEnd } = readPublicKey(der);
  const key = bytes.subarray(keyStart, keyEnd);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", key), 0, 20).slice();
}
