/**
 * Checks whether a server proved possession of its certificate's private key. Up to TLS 1.2 the proof
 * is the signature in ServerKeyExchange (RFC 5246, 7.4.3), which is not encrypted.
 */
import type { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { concatenate, uint16 } from "../../../core/kernel/octets.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import type { PssParameters } from "../../../core/x509/keys/public-keys.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { type SignatureScheme, signatureScheme } from "../../../core/x509/signatures/signatures.ts";
import { MD5_SHA1 } from "../../../core/x509/signatures/hashes.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";

type Octets = Uint8Array<ArrayBuffer>;

/** The parts of a handshake that the server's signature covers, with the signature. */
export interface ClearHandshake {
  tlsVersion: string;
  /** The IANA name of the cipher suite. */
  cipher: string;
  clientRandom: Octets;
  serverRandom: Octets;
  /** The body of ServerKeyExchange; null if the server sent none. */
  keyExchange: Octets | null;
}

interface Scheme {
  scheme: SignatureScheme;
  pss: PssParameters | null;
}

const plain = (oid: string): Scheme => ({ scheme: signatureScheme(oid), pss: null });

/** RFC 8446, 4.2.3: MGF1 has the same hash, and the salt has its length. */
const pss = (hash: string, saltLength: number): Scheme => ({
  scheme: signatureScheme("1.2.840.113549.1.1.10"),
  pss: { hash, mgfHash: hash, saltLength, trailerField: 1 },
});

/** All offered signature schemes by code point (RFC 5246, 7.4.1.4.1; RFC 8446, 4.2.3). */
const SCHEMES: ReadonlyMap<number, Scheme> = new Map([
  [0x0101, plain("1.2.840.113549.1.1.4")],
  [0x0201, plain("1.2.840.113549.1.1.5")],
  [0x0301, plain("1.2.840.113549.1.1.14")],
  [0x0401, plain("1.2.840.113549.1.1.11")],
  [0x0501, plain("1.2.840.113549.1.1.12")],
  [0x0601, plain("1.2.840.113549.1.1.13")],
  [0x0202, plain("1.2.840.10040.4.3")],
  [0x0302, plain("2.16.840.1.101.3.4.3.1")],
  [0x0402, plain("2.16.840.1.101.3.4.3.2")],
  [0x0203, plain("1.2.840.10045.4.1")],
  [0x0303, plain("1.2.840.10045.4.3.1")],
  [0x0403, plain("1.2.840.10045.4.3.2")],
  [0x0503, plain("1.2.840.10045.4.3.3")],
  [0x0603, plain("1.2.840.10045.4.3.4")],
  [0x0804, pss("SHA-256", 32)],
  [0x0805, pss("SHA-384", 48)],
  [0x0806, pss("SHA-512", 64)],
  [0x0807, plain("1.3.101.112")],
  [0x0808, plain("1.3.101.113")],
  [0x0809, pss("SHA-256", 32)],
  [0x080a, pss("SHA-384", 48)],
  [0x080b, pss("SHA-512", 64)],
]);

/** Before TLS 1.2 the key type determines the scheme (RFC 4346, 7.4.3; RFC 8422, 5.4). */
const OLDER: ReadonlyMap<string, Scheme> = new Map([
  ["RSA", {
    scheme: { name: "RSA with MD5 and SHA-1", scheme: "pkcs1", hash: MD5_SHA1 },
    pss: null,
  }],
  ["EC", plain("1.2.840.10045.4.1")],
  ["DSA", plain("1.2.840.10040.4.3")],
]);

/**
 * Returns true if the signature of the handshake is valid, false if it is not, and null if it cannot
 * be verified, as with RSA key exchange, where the server signs nothing.
 *
 * @param handshake null if the runtime made the handshake and verified its signature
 * @param leaf the first certificate that the server sent, in DER
 */
export async function provesKey(
  handshake: ClearHandshake | null,
  leaf: Octets,
  budget: Budget,
): Promise<boolean | null> {
  if (handshake === null) return true;
  if (!/^TLS_(?:ECDHE|DHE)_/.test(handshake.cipher)) return null;
  const { publicKey } = readLeaf(leaf, budget) ?? {};
  if (!publicKey) return null;
  const signed = readKeyExchange(handshake, publicKey.key.algorithm);
  if (signed === null) return false;
  const { scheme, parameters, bytes } = signed;
  const { clientRandom, serverRandom } = handshake;
  const tbs = concatenate([clientRandom, serverRandom, parameters]);
  const signature = { ...scheme, ...ABSENT, bytes, whole: true };
  try {
    return (await verifySignature({ tbs, signature }, publicKey, budget)).valid;
  } catch (fault) {
    // For example, a very long key exceeds the budget of the request. The chain is judged nevertheless.
    if (!isOperationError(fault)) throw fault;
    return null;
  }
}

/** Offsets in DER, which a signature in a handshake does not have. */
const ABSENT = { algorithm: { oid: "", start: 0, end: 0, parametersStart: null }, end: 0 };

/** Reads the certificate; null if it is not valid DER, or if the budget does not suffice. */
export function readLeaf(bytes: Octets, budget: Budget) {
  try {
    return readCertificate(bytes, budget);
  } catch (fault) {
    if (!isOperationError(fault) && !(fault instanceof DerError)) throw fault;
    return null;
  }
}

interface Signed {
  scheme: Scheme;
  /** The parameters of the key exchange as sent. */
  parameters: Octets;
  bytes: Octets;
}

/** Null if there is no signature, its scheme was not offered, or it is malformed. */
function readKeyExchange(
  { tlsVersion, cipher, keyExchange }: ClearHandshake,
  keyAlgorithm: string,
): Signed | null {
  if (keyExchange === null) return null;
  let at = cipher.startsWith("TLS_ECDHE_") ? afterCurve(keyExchange) : afterGroup(keyExchange);
  if (at === null) return null;
  const parameters = keyExchange.subarray(0, at);
  let scheme = OLDER.get(keyAlgorithm);
  if (tlsVersion === "TLSv1.2") {
    scheme = SCHEMES.get(uint16(keyExchange, at));
    at += 2;
  }
  if (!scheme || at + 2 + uint16(keyExchange, at) !== keyExchange.length) return null;
  return { scheme, parameters, bytes: keyExchange.subarray(at + 2) };
}

const NAMED_CURVE = 3;

/** The end of ServerECDHParams (RFC 8422, 5.4); null if the curve has no name. */
function afterCurve(body: Octets): number | null {
  return body[0] === NAMED_CURVE && body.length > 3 ? 4 + body[3] : null;
}

/** The end of ServerDHParams (RFC 5246, 7.4.3), which are three numbers. */
function afterGroup(body: Octets): number {
  let at = 0;
  for (let number = 0; number < 3; number++) at += 2 + uint16(body, at);
  return at;
}
