/**
 * PKCS#8: PrivateKeyInfo (RFC 5208, 5), which OneAsymmetricKey (RFC 5958, 2) extends, and
 * EncryptedPrivateKeyInfo (RFC 5958, 3).
 */
import type { Budget } from "../../../kernel/context.ts";
import { readAlgorithmIdentifier } from "../algorithm-identifiers.ts";
import { constructed, Der, primitive, TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import { readEncryption } from "../encryption/decrypt.ts";
import type { EncryptedData } from "../encryption/encrypt.ts";
import type { EncryptedObject, Encryption } from "../encryption/encrypted-object.ts";
import type { KeyParts } from "./key-parts.ts";

/** Reads on after the version: `der` has just read the header of the algorithm. */
export function readPrivateKeyInfo(der: Der, end: number): KeyParts {
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "PRIVATE KEY");
  const { parametersStart } = algorithm;
  return {
    form: "PKCS#8",
    oid: algorithm.oid,
    algorithm: der.bytes.subarray(algorithm.start, algorithm.end),
    parameters: parametersStart === null
      ? null
      : { der, start: parametersStart, end: algorithm.end },
    start: der.body,
    end: der.end,
  };
}

/** [1] publicKey of OneAsymmetricKey (RFC 5958, 2); null when there is none. */
export function readStatedPublicKey(der: Der, { end: at }: KeyParts): Uint8Array | null {
  der.next(0, der.bytes.length);
  const end = der.end;
  if (der.optional(at, end, constructed(0))) at = der.end;
  if (!der.optional(at, end, primitive(1))) return null;
  der.bitString();
  return der.bytes.subarray(der.body + 1, der.end);
}

/**
 * PrivateKeyInfo ::= SEQUENCE { version 0, algorithm, privateKey OCTET STRING }; with its public part
 * a OneAsymmetricKey (RFC 5958, 2).
 */
export function privateKeyInfo(
  algorithm: Uint8Array,
  inner: Uint8Array,
  publicKey?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const octets = element(TAG.OCTET_STRING, inner);
  const info = publicKey
    ? element(
      TAG.SEQUENCE,
      VERSION_1,
      algorithm,
      octets,
      element(primitive(1), Uint8Array.of(0), publicKey),
    )
    : element(TAG.SEQUENCE, VERSION_0, algorithm, octets);
  octets.fill(0);
  return info;
}

const VERSION_0 = element(TAG.INTEGER, Uint8Array.of(0));
const VERSION_1 = element(TAG.INTEGER, Uint8Array.of(1));

/**
 * Reads the EncryptedPrivateKeyInfo in `bytes`. Throws OperationError in the words of `object` for a
 * scheme that is not supported, and DerError for a broken frame.
 */
export function readEncryptedPrivateKeyInfo(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
  object: EncryptedObject,
): Encryption {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "ENCRYPTED PRIVATE KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "ENCRYPTION ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "ENCRYPTED DATA");
  return readEncryption(der, algorithm, der.content(), object);
}

/** EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm, encryptedData }. */
export function encryptedPrivateKeyInfo(
  { algorithm, data }: EncryptedData,
): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, algorithm, element(TAG.OCTET_STRING, data));
}
