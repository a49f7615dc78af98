/**
 * Private keys in DER: PKCS#8, PKCS#1, SEC 1 and OpenSSL's form of DSA keys. Finds the algorithm's own
 * structure, whose numbers `families` reads; and writes keys in DER from their numbers, for containers
 * that are not DER, so that all keys are checked in the same place.
 */
import type { Budget } from "../../../kernel/context.ts";
import { element, integer, objectIdentifier, unsignedInteger } from "../../asn1/der-write.ts";
import { constructed, Der, DerError, primitive, TAG } from "../../asn1/der.ts";
import { DSA, EC, readAlgorithmIdentifier, RSA } from "../key-algorithms.ts";
import { type EncryptedData, readEncryption } from "../encryption/password-based.ts";
import type { EncryptedObject, Encryption } from "../private-key-errors.ts";
import { type Curve, ecAlgorithm } from "../families/curves.ts";
import { encodeRsaPublicKey } from "../families/rsa-public-keys.ts";

/** The format of a key file. */
export const KEY_FORMS = ["PKCS#8", "PKCS#1", "SEC1", "DSA", "OpenSSH", "JWK", "PuTTY"] as const;
export type KeyForm = (typeof KEY_FORMS)[number];

/** The parts of a key file. */
export interface KeyParts {
  form: KeyForm;
  /** The AlgorithmIdentifier in DER. */
  algorithm: Uint8Array<ArrayBuffer>;
  oid: string;
  /** The offsets of the algorithm's parameters in the bytes of `der`; null if they are absent. */
  parameters: { der: Der; start: number; end: number } | null;
  /** The offsets of the algorithm's own structure, such as RSAPrivateKey, in the key file. */
  start: number;
  end: number;
}

/**
 * Reads a key file, whose first members show its form. `outer` is the content of an EC PARAMETERS block that
 * belongs to the key. Throws DerError.
 */
export function readParts(der: Der, outer: Uint8Array<ArrayBuffer> | null): KeyParts {
  der.expect(0, der.bytes.length, TAG.SEQUENCE, "Private key");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version");
  der.next(der.end, end);
  switch (der.tag) {
    case TAG.SEQUENCE:
      return readPrivateKeyInfo(der, end);
    case TAG.OCTET_STRING:
      return readSec1(end, outer, der.budget);
    case TAG.INTEGER: {
      let integers = 1;
      for (let at = der.end; at < end; at = der.end) {
        der.next(at, end);
        if (der.tag === TAG.INTEGER) integers++;
      }
      // p, q, g, y and x
      return integers === 5 ? readTraditionalDsa(der) : readPkcs1(end);
    }
    default:
      throw new DerError("The format of the private key is unknown", der.start);
  }
}

/*
 * PKCS#8: PrivateKeyInfo (RFC 5208, 5), which OneAsymmetricKey (RFC 5958, 2) extends, and
 * EncryptedPrivateKeyInfo (RFC 5958, 3).
 */

/** Reads the part after the version. The algorithm's header was read last. */
function readPrivateKeyInfo(der: Der, end: number): KeyParts {
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "Private key");
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

/** Reads the [1] publicKey of OneAsymmetricKey (RFC 5958, 2); null if it is absent. */
export function readStatedPublicKey(der: Der, { end: at }: KeyParts): Uint8Array | null {
  der.next(0, der.bytes.length);
  const end = der.end;
  if (der.optional(at, end, constructed(0))) at = der.end;
  if (!der.optional(at, end, primitive(1))) return null;
  der.bitString();
  return der.bytes.subarray(der.body + 1, der.end);
}

/**
 * Returns PrivateKeyInfo ::= SEQUENCE { version 0, algorithm, privateKey OCTET STRING }, or with a public
 * key OneAsymmetricKey (RFC 5958, 2).
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
 * Reads the EncryptedPrivateKeyInfo in `bytes`. Throws OperationError with the path and texts of `object`
 * for an unsupported scheme, and DerError for a malformed structure.
 */
export function readEncryptedPrivateKeyInfo(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
  object: EncryptedObject,
): Encryption {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Encrypted private key");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "Encryption algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "Encrypted data");
  return readEncryption(der, algorithm, der.content(), object);
}

/** EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm, encryptedData }. */
export function encryptedPrivateKeyInfo(
  { algorithm, data }: EncryptedData,
): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, algorithm, element(TAG.OCTET_STRING, data));
}

/* PKCS#1: a bare RSAPrivateKey (RFC 8017, A.1.2). */

/** `end` is the end of the whole structure. */
function readPkcs1(end: number): KeyParts {
  return {
    form: "PKCS#1",
    oid: RSA,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(RSA), element(TAG.NULL)),
    parameters: null,
    start: 0,
    end,
  };
}

/* SEC 1: a bare ECPrivateKey (RFC 5915). The curve is in it, or in a PEM block next to it. */

/** `outer` is the content of an EC PARAMETERS block that belongs to the key; null if there is none. */
function readSec1(
  end: number,
  outer: Uint8Array<ArrayBuffer> | null,
  budget: Budget,
): KeyParts {
  return {
    form: "SEC1",
    oid: EC,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(EC), outer ?? new Uint8Array()),
    parameters: outer && { der: new Der(outer, budget), start: 0, end: outer.length },
    start: 0,
    end,
  };
}

/** ECPrivateKey with the private number padded to `octets` and, if given, the public point. */
export function ecPrivateKey(
  octets: number,
  number: Uint8Array,
  point: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(octets);
  padded.set(number, octets - number.length);
  const version = element(TAG.INTEGER, Uint8Array.of(1));
  const secret = element(TAG.OCTET_STRING, padded);
  padded.fill(0);
  const key = point
    ? element(
      TAG.SEQUENCE,
      version,
      secret,
      element(constructed(1), element(TAG.BIT_STRING, Uint8Array.of(0), point)),
    )
    : element(TAG.SEQUENCE, version, secret);
  secret.fill(0);
  return key;
}

/* OpenSSL's form of DSA keys: SEQUENCE { version, p, q, g, y, x }. */

/** Reads the structure from its start; the caller has counted the five numbers. */
function readTraditionalDsa(der: Der): KeyParts {
  const { bytes } = der;
  der.next(0, bytes.length);
  const end = der.end;
  der.next(der.body, end);
  const start = der.end;
  let at = start;
  for (let i = 0; i < 3; i++) {
    der.next(at, end);
    at = der.end;
  }
  const parameters = element(TAG.SEQUENCE, bytes.subarray(start, at));
  der.next(at, end);
  return {
    form: "DSA",
    oid: DSA,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(DSA), parameters),
    parameters: {
      der: new Der(parameters, der.budget),
      start: 0,
      end: parameters.length,
    },
    start: at,
    end,
  };
}

type Octets = Uint8Array<ArrayBuffer>;

const rsaAlgorithm = () => element(TAG.SEQUENCE, objectIdentifier(RSA), element(TAG.NULL));

/**
 * An RSA key in PKCS#8. `numbers` are n, e, d, p, q, dP, dQ and qInv, `others` are r, d and t of each further
 * prime (RFC 8017, A.1.2).
 */
export function rsaPrivateKey(
  numbers: readonly Uint8Array[],
  others: readonly (readonly Uint8Array[])[] = [],
): Octets {
  const further = others.map((prime) => element(TAG.SEQUENCE, ...prime.map(unsignedInteger)));
  const inner = element(
    TAG.SEQUENCE,
    integer(others.length > 0 ? 1 : 0),
    ...numbers.map(unsignedInteger),
    ...(others.length > 0 ? [element(TAG.SEQUENCE, ...further)] : []),
  );
  return wrapped(rsaAlgorithm(), inner);
}

/** An EC key in PKCS#8. `point` is uncompressed. */
export function ecKey(curve: Curve, number: Uint8Array, point: Uint8Array): Octets {
  return wrapped(ecAlgorithm(curve), ecPrivateKey(curve.octets, number, point));
}

/** A OneAsymmetricKey (RFC 5958, 2) with the private part `inner`, which is zeroed, and the public key. */
export function octetKey(oid: string, inner: Octets, publicKey: Uint8Array): Octets {
  return wrapped(element(TAG.SEQUENCE, objectIdentifier(oid)), inner, publicKey);
}

/** A DSA key in OpenSSL's form: a version, then `numbers`, which are p, q, g, y and x. */
export function dsaKey(numbers: readonly Uint8Array[]): Octets {
  return element(TAG.SEQUENCE, integer(0), ...numbers.map(unsignedInteger));
}

/** Returns `privateKeyInfo`, and zeroes `inner`. */
function wrapped(algorithm: Uint8Array, inner: Octets, publicKey?: Uint8Array): Octets {
  const key = privateKeyInfo(algorithm, inner, publicKey);
  inner.fill(0);
  return key;
}

/** SubjectPublicKeyInfo with these bits of the key. */
const publicInfo = (algorithm: Uint8Array, bits: Uint8Array): Octets =>
  element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), bits));

/** SubjectPublicKeyInfo in DER. The numbers are big-endian and not negative. */
export const rsaPublicInfo = (modulus: Uint8Array, exponent: Uint8Array): Octets =>
  publicInfo(rsaAlgorithm(), encodeRsaPublicKey({ modulus, exponent }));

/** SubjectPublicKeyInfo of an EC key. `point` is the content of the BIT STRING (SEC 1, 2.3.3). */
export const ecPublicInfo = (curve: Curve, point: Uint8Array): Octets =>
  publicInfo(ecAlgorithm(curve), point);

/** SubjectPublicKeyInfo for algorithms whose public key is a string of octets (RFC 8410, RFC 9881). */
export const octetPublicInfo = (oid: string, octets: Uint8Array): Octets =>
  publicInfo(element(TAG.SEQUENCE, objectIdentifier(oid)), octets);

/** SubjectPublicKeyInfo of a DSA key (RFC 3279, 2.3.2). `numbers` are p, q, g and y. */
export function dsaPublicInfo(oid: string, [p, q, g, y]: readonly Uint8Array[]): Octets {
  const parameters = element(TAG.SEQUENCE, ...[p, q, g].map(unsignedInteger));
  return publicInfo(
    element(TAG.SEQUENCE, objectIdentifier(oid), parameters),
    unsignedInteger(y),
  );
}
