/**
 * Keys in DER from their numbers, for containers that are not DER: what is made here is read on like
 * any other key, so that its parts are compared with each other in one place.
 */
import { TAG } from "../../asn1/der.ts";
import { element, integer, objectIdentifier, unsignedInteger } from "../../asn1/der-write.ts";
import { type Curve, ecAlgorithm } from "../families/curves.ts";
import { encodeRsaPublicKey } from "../families/rsa-public-keys.ts";
import { RSA } from "../key-algorithms.ts";
import { ecPrivateKey, privateKeyInfo } from "./der-keys.ts";

type Octets = Uint8Array<ArrayBuffer>;

/** Numbers of RSAPrivateKey in their order: n, e, d, p, q, dP, dQ, qInv. */
type RsaNumbers = readonly Uint8Array[];

const rsaAlgorithm = () => element(TAG.SEQUENCE, objectIdentifier(RSA), element(TAG.NULL));

/** `others`: r, d and t of each further prime. */
export function rsaPrivateKey(numbers: RsaNumbers, others: readonly RsaNumbers[] = []): Octets {
  const further = others.map((prime) => element(TAG.SEQUENCE, ...prime.map(unsignedInteger)));
  const inner = element(
    TAG.SEQUENCE,
    integer(others.length > 0 ? 1 : 0),
    ...numbers.map(unsignedInteger),
    ...(others.length > 0 ? [element(TAG.SEQUENCE, ...further)] : []),
  );
  return wrapped(rsaAlgorithm(), inner);
}

/** `point`: uncompressed. */
export function ecKey(curve: Curve, number: Uint8Array, point: Uint8Array): Octets {
  return wrapped(ecAlgorithm(curve), ecPrivateKey(curve.octets, number, point));
}

/** A key whose private part is `inner` and whose public part is beside it (RFC 5958, 2). */
export function octetKey(oid: string, inner: Octets, publicKey: Uint8Array): Octets {
  return wrapped(element(TAG.SEQUENCE, objectIdentifier(oid)), inner, publicKey);
}

/** p, q, g, y and x after a version, as OpenSSL writes them. */
export function dsaKey(numbers: readonly Uint8Array[]): Octets {
  return element(TAG.SEQUENCE, integer(0), ...numbers.map(unsignedInteger));
}

function wrapped(algorithm: Uint8Array, inner: Octets, publicKey?: Uint8Array): Octets {
  const key = privateKeyInfo(algorithm, inner, publicKey);
  inner.fill(0);
  return key;
}

/** SubjectPublicKeyInfo with these bits of the key. */
const publicInfo = (algorithm: Uint8Array, bits: Uint8Array): Octets =>
  element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), bits));

/** SubjectPublicKeyInfo in DER. Numbers are big-endian and not negative. */
export const rsaPublicInfo = (modulus: Uint8Array, exponent: Uint8Array): Octets =>
  publicInfo(rsaAlgorithm(), encodeRsaPublicKey({ modulus, exponent }));

/** `point`: as it is in the BIT STRING (SEC 1, 2.3.3). */
export const ecPublicInfo = (curve: Curve, point: Uint8Array): Octets =>
  publicInfo(ecAlgorithm(curve), point);

/** Of a family whose public key is octets alone (RFC 8410, RFC 9881). */
export const octetPublicInfo = (oid: string, octets: Uint8Array): Octets =>
  publicInfo(element(TAG.SEQUENCE, objectIdentifier(oid)), octets);

/** `numbers`: p, q, g and y. */
export function dsaPublicInfo(oid: string, [p, q, g, y]: readonly Uint8Array[]): Octets {
  const parameters = element(TAG.SEQUENCE, ...[p, q, g].map(unsignedInteger));
  return publicInfo(
    element(TAG.SEQUENCE, objectIdentifier(oid), parameters),
    unsignedInteger(y),
  );
}
