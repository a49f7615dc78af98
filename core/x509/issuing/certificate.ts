/** The certificate of X.509, version 3 (RFC 5280, 4.1). */
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  Certificate,
  type Extension,
  Extensions,
  Name,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import type { Signer } from "./signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface CertificateParts {
  /** The content octets of the serial number: a positive INTEGER in its shortest form. */
  serialNumber: Bytes;
  issuer: Name;
  subject: Name;
  /** Milliseconds since 1970. The Time of X.509 is in whole seconds (RFC 5280, 4.1.2.5). */
  notBefore: number;
  notAfter: number;
  /** subjectPublicKeyInfo in DER. */
  publicKey: BufferSource;
  extensions: Extension[];
}

/** Reads a Name out of a certificate or request, to write the same again. */
export const nameOf = (der: Bytes): Name => AsnConvert.parse(der, Name);

/** The certificate without a signature that holds, for whoever checks it before it is signed. */
export function writeUnsigned(parts: CertificateParts, signer: Signer): Bytes {
  const tbsCertificate = tbsOf(parts, signer.algorithm);
  return write(tbsCertificate, signer.algorithm, new ArrayBuffer(1));
}

/** Writes a certificate and signs it. */
export async function writeCertificate(parts: CertificateParts, signer: Signer): Promise<Bytes> {
  const tbsCertificate = tbsOf(parts, signer.algorithm);
  const signature = await signer.sign(AsnConvert.serialize(tbsCertificate));
  return write(tbsCertificate, signer.algorithm, signature);
}

function tbsOf(parts: CertificateParts, signature: AlgorithmIdentifier): TBSCertificate {
  const { notBefore, notAfter } = parts;
  return new TBSCertificate({
    version: Version.v3,
    serialNumber: parts.serialNumber.slice().buffer,
    signature,
    issuer: parts.issuer,
    // A UTCTime up to 2049, a GeneralizedTime from 2050 on.
    validity: new Validity({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) }),
    subject: parts.subject,
    subjectPublicKeyInfo: AsnConvert.parse(parts.publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions(parts.extensions),
  });
}

function write(
  tbsCertificate: TBSCertificate,
  signatureAlgorithm: AlgorithmIdentifier,
  signatureValue: ArrayBuffer,
): Bytes {
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm, signatureValue });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

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

/** RFC 7093, 2, method 1: the leftmost 160 bits of the SHA-256 of the key's bits. */
export async function keyIdentifierOf(spki: BufferSource): Promise<Bytes> {
  const { subjectPublicKey } = AsnConvert.parse(spki, SubjectPublicKeyInfo);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", subjectPublicKey), 0, 20).slice();
}
