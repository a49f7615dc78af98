/**
 * Writes X.509 certificates of version 3 (RFC 5280, 4.1). The key and the name of a request, and the name of
 * the CA, are copied octet for octet: some clients compare the bytes of names, and would not find the issuer
 * under another encoding of its name.
 */
import type { Budget } from "../../kernel/context.ts";
import { concatenate } from "../../kernel/octets.ts";
import { constructed, Der, TAG } from "../asn1/der.ts";
import { element, integer } from "../asn1/der-write.ts";
import { readPublicKey } from "../keys/public-keys.ts";
import { signed, type Signer } from "./signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface CertificateParts {
  /** The content octets of the serial number: a positive INTEGER in its shortest form. */
  serialNumber: Bytes;
  /** Both names in DER. */
  issuer: Bytes;
  subject: Bytes;
  /** Milliseconds since 1970. Fractions of a second are dropped (RFC 5280, 4.1.2.5). */
  notBefore: number;
  notAfter: number;
  /** subjectPublicKeyInfo in DER. */
  publicKey: Bytes;
  /** Each in DER. */
  extensions: readonly Bytes[];
}

const V3 = integer(2);

/** The certificate with a placeholder for its signature, to be checked before it is signed. */
export const writeUnsigned = (
  parts: CertificateParts,
  signer: Pick<Signer, "algorithm">,
): Bytes => signed(tbsOf(parts, signer), signer, new Uint8Array(1));

/** Writes a certificate and signs it. */
export async function writeCertificate(parts: CertificateParts, signer: Signer): Promise<Bytes> {
  const tbs = tbsOf(parts, signer);
  return signed(tbs, signer, await signer.sign(tbs));
}

function tbsOf(parts: CertificateParts, { algorithm }: Pick<Signer, "algorithm">): Bytes {
  const { serialNumber, issuer, subject, notBefore, notAfter, publicKey, extensions } = parts;
  return element(
    TAG.SEQUENCE,
    element(constructed(0), V3),
    element(TAG.INTEGER, serialNumber),
    algorithm,
    issuer,
    element(TAG.SEQUENCE, time(notBefore), time(notAfter)),
    subject,
    publicKey,
    element(constructed(3), element(TAG.SEQUENCE, ...extensions)),
  );
}

/** A Time (RFC 5280, 4.1.2.5): UTCTime up to 2049, GeneralizedTime from 2050 on. */
export function time(milliseconds: number): Bytes {
  const date = new Date(milliseconds);
  const text = date.toISOString().replace(/\.\d+Z$/, "Z").replace(/[-:T]/g, "");
  const encode = (tag: number, digits: string) => element(tag, new TextEncoder().encode(digits));
  return date.getUTCFullYear() > 2049
    ? encode(TAG.GENERALIZED_TIME, text)
    : encode(TAG.UTC_TIME, text.slice(2));
}

/**
 * Returns the content octets of a serial number of 128 random bits: at most 17 octets, where RFC 5280,
 * 4.1.2.2, allows 20. It is random so that no two certificates share one, and so that an attacker cannot
 * predict the signed octets.
 */
export function randomSerialNumber(random: (length: number) => Bytes): Bytes {
  const octets = random(16);
  const first = octets.findIndex((octet) => octet !== 0);
  // A serial number is positive; 128 zeros have a probability of 2^-128.
  if (first === -1) return Uint8Array.of(1);
  const digits = octets.subarray(first);
  return digits[0] < 0x80 ? digits : concatenate([Uint8Array.of(0), digits]);
}

/**
 * The key identifier of RFC 7093, 2, method 1: the leftmost 160 bits of the SHA-256 of the key's bits.
 * `spki` is a subjectPublicKeyInfo; throws DerError if it cannot be read.
 */
export async function keyIdentifierOf(spki: Bytes, budget: Budget): Promise<Bytes> {
  const der = new Der(spki, budget);
  der.expect(0, spki.length, TAG.SEQUENCE, "Public key information");
  const { bytes, keyStart, keyEnd } = readPublicKey(der);
  const key = bytes.subarray(keyStart, keyEnd);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", key), 0, 20).slice();
}
