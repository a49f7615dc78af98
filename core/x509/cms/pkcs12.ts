/**
 * Writes PKCS#12 files (RFC 7292) in the form that every reader accepts: the certificates in one
 * encrypted safe, the key in a shrouded bag, and a MAC over both.
 */
import type { Context } from "../../kernel/context.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { constructed, primitive, TAG } from "../asn1/der.ts";
import { element, integer, objectIdentifier, setOf } from "../asn1/der-write.ts";
import {
  type EncryptionScheme,
  encryptUnderPassword,
  SALT_OCTETS,
} from "../keys/encryption/password-based.ts";
import { encryptedPrivateKeyInfo } from "../keys/containers/der-keys.ts";
import { type MacDigest, pkcs12Mac } from "./mac.ts";
import { ATTRIBUTE, BAG, CONTENT, X509_CERTIFICATE } from "./object-identifiers.ts";

/** How a file is protected: the encryption of key and certificates, and the MAC. */
interface Protection {
  readonly scheme: EncryptionScheme;
  readonly digest: MacDigest;
  /** For each key derivation. */
  readonly iterations: number;
}

/**
 * The iteration counts stay within the limits of readers: Windows refuses more than 600,000 in one
 * derivation ("PFX operation failed as Iteration count doesn't lie in expected range"), .NET 9's
 * Pkcs12LoaderLimits more than 300,000 in one and 1,000,000 in a file, and OpenJDK more than 5,000,000.
 * Our files need three derivations.
 *
 * - aes256-sha256: OWASP's Password Storage Cheat Sheet asks for 600,000 with PBKDF2-HMAC-SHA-256, which
 *   .NET refuses. This is the highest count that all of these readers accept.
 * - 3des-sha1: NIST SP 800-63B, 5.1.1.2 asks for at least 10,000. We use twice as much, like
 *   pyca/cryptography. Programs that need this format are old and slow, and derive seven blocks for a
 *   file where AES needs three.
 * - none: the password is public, so OpenSSL's default is enough. .NET opens files without a password
 *   only up to 600,000 in total.
 */
export const PROTECTION = {
  "3des-sha1": {
    scheme: "pbeWithSHAAnd3-KeyTripleDES-CBC",
    digest: "SHA-1",
    iterations: 20_000,
  },
  "aes256-sha256": { scheme: "PBES2", digest: "SHA-256", iterations: 300_000 },
  "none": { scheme: "pbeWithSHAAnd3-KeyTripleDES-CBC", digest: "SHA-1", iterations: 2_048 },
} as const satisfies Record<string, Protection>;

interface Pkcs12Parts {
  /** PrivateKeyInfo, DER. */
  readonly key: Uint8Array<ArrayBuffer>;
  /** DER, with the key's own certificate first. */
  readonly certificates: readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];
  /** The name of the key and its certificate; null for no name. Must be well-formed Unicode. */
  readonly friendlyName: string | null;
}

/** Returns the file in DER. An empty password is the empty BMPString (B.1), not "no password". */
export async function writePkcs12(
  { key, certificates, friendlyName }: Pkcs12Parts,
  password: string,
  { scheme, digest, iterations }: Protection,
  context: Context,
): Promise<Uint8Array<ArrayBuffer>> {
  const encrypt = (data: Uint8Array<ArrayBuffer>) =>
    encryptUnderPassword(scheme, password, iterations, data, context);
  const attributes = await keyAttributes(certificates[0], friendlyName);
  const certificateBags = certificates.map((certificate, index) =>
    certificateBag(certificate, index === 0 ? attributes : null)
  );
  const certificateSafe = encryptedData(await encrypt(element(TAG.SEQUENCE, ...certificateBags)));
  const shrouded = encryptedPrivateKeyInfo(await encrypt(key));
  const keySafe = data(element(TAG.SEQUENCE, bag(BAG.shroudedKey, shrouded, attributes)));
  const content = element(TAG.SEQUENCE, certificateSafe, keySafe);

  const salt = context.random(SALT_OCTETS);
  const mac = await pkcs12Mac(digest, password, salt, iterations, content, context.budget);
  const macData = element(
    TAG.SEQUENCE,
    element(
      TAG.SEQUENCE,
      element(TAG.SEQUENCE, objectIdentifier(DIGEST_OIDS[digest]), element(TAG.NULL)),
      element(TAG.OCTET_STRING, mac),
    ),
    element(TAG.OCTET_STRING, salt),
    integer(iterations),
  );
  return element(TAG.SEQUENCE, integer(3), data(content), macData);
}

const DIGEST_OIDS: Readonly<Record<MacDigest, string>> = {
  "MD5": "1.2.840.113549.2.5",
  "SHA-1": "1.3.14.3.2.26",
  "SHA-224": "2.16.840.1.101.3.4.2.4",
  "SHA-256": "2.16.840.1.101.3.4.2.1",
  "SHA-384": "2.16.840.1.101.3.4.2.2",
  "SHA-512": "2.16.840.1.101.3.4.2.3",
};

/** ContentInfo of the type `data`. */
function data(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return element(
    TAG.SEQUENCE,
    objectIdentifier(CONTENT.data),
    element(constructed(0), element(TAG.OCTET_STRING, content)),
  );
}

/** ContentInfo of the type `encryptedData` (RFC 5652, 8). */
function encryptedData(
  encrypted: { algorithm: Uint8Array; data: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const info = element(
    TAG.SEQUENCE,
    objectIdentifier(CONTENT.data),
    encrypted.algorithm,
    element(primitive(0), encrypted.data),
  );
  return element(
    TAG.SEQUENCE,
    objectIdentifier(CONTENT.encryptedData),
    element(constructed(0), element(TAG.SEQUENCE, integer(0), info)),
  );
}

function certificateBag(
  certificate: Uint8Array,
  attributes: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const value = element(
    TAG.SEQUENCE,
    objectIdentifier(X509_CERTIFICATE),
    element(constructed(0), element(TAG.OCTET_STRING, certificate)),
  );
  return bag(BAG.certificate, value, attributes);
}

/** SafeBag ::= SEQUENCE { bagId, bagValue [0], bagAttributes SET OPTIONAL }. */
function bag(type: string, value: Uint8Array, attributes: Uint8Array | null) {
  const parts = [objectIdentifier(type), element(constructed(0), value)];
  return element(TAG.SEQUENCE, ...parts, ...attributes ? [attributes] : []);
}

/**
 * The attributes that tie the key to its certificate: the name, and localKeyID. Like OpenSSL and NSS, we
 * use the certificate's SHA-1 hash as localKeyID.
 */
async function keyAttributes(
  certificate: Uint8Array,
  friendlyName: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const sha1 = await loadDigest("SHA-1");
  const localKeyId = element(TAG.OCTET_STRING, sha1(certificate));
  const attributes = [attribute(ATTRIBUTE.localKeyId, localKeyId)];
  if (friendlyName !== null) {
    const name = element(TAG.BMP_STRING, bmpString(friendlyName));
    attributes.push(attribute(ATTRIBUTE.friendlyName, name));
  }
  return setOf(...attributes);
}

function attribute(type: string, value: Uint8Array): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, objectIdentifier(type), element(TAG.SET, value));
}

/** UTF-16, big-endian, with surrogate pairs beyond the basic plane, which every reader accepts. */
function bmpString(text: string): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    octets[2 * i] = unit >> 8;
    octets[2 * i + 1] = unit;
  }
  return octets;
}
