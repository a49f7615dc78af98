/** Public keys: subjectPublicKeyInfo (RFC 5280, 4.1.2.7; RFC 3279, 4055, 5480, 8410). */
import {
  type AlgorithmIdentifier,
  checkParameters,
  type PssParameters,
  readAlgorithmIdentifier,
  readPssParameters,
} from "./algorithms.ts";
import { type Der, DerError, TAG } from "../asn1/der.ts";
import { readRsaPublicKey, type RsaPublicKey } from "./rsa-public-keys.ts";
import { CURVES, intern, readOid } from "../asn1/oids.ts";
import type { PublicKey } from "../shapes.ts";

const RSA = "1.2.840.113549.1.1.1";
const RSA_OAEP = "1.2.840.113549.1.1.7";
const RSA_PSS = "1.2.840.113549.1.1.10";
const EC = "1.2.840.10045.2.1";
const DSA = "1.2.840.10040.4.1";
/** DSA as OIW named it before X9.57 did. */
const DSA_OIW = "1.3.14.3.2.12";
const DH = "1.2.840.10046.2.1";
const PKCS3_DH = "1.2.840.113549.1.3.1";

/** Algorithms whose keys are a string of octets of a fixed length, given in bits. */
const OCTET_KEYS: ReadonlyMap<string, { name: string; bits: number }> = new Map([
  ["1.3.101.110", { name: "X25519", bits: 256 }],
  ["1.3.101.111", { name: "X448", bits: 448 }],
  ["1.3.101.112", { name: "Ed25519", bits: 256 }],
  ["1.3.101.113", { name: "Ed448", bits: 456 }],
]);

/** Algorithms that are only named: their keys are not looked into. */
const NAMED_KEYS: ReadonlyMap<string, string> = new Map([
  [RSA_OAEP, "RSA-OAEP"],
  [DH, "DH"],
  [PKCS3_DH, "DH"],
  ["1.2.643.2.2.19", "GOST R 34.10-2001"],
  ["1.2.643.7.1.1.1.1", "GOST R 34.10-2012 (256 bit)"],
  ["1.2.643.7.1.1.1.2", "GOST R 34.10-2012 (512 bit)"],
  ["2.16.840.1.101.3.4.3.17", "ML-DSA-44"],
  ["2.16.840.1.101.3.4.3.18", "ML-DSA-65"],
  ["2.16.840.1.101.3.4.3.19", "ML-DSA-87"],
  ["2.16.840.1.101.3.4.4.1", "ML-KEM-512"],
  ["2.16.840.1.101.3.4.4.2", "ML-KEM-768"],
  ["2.16.840.1.101.3.4.4.3", "ML-KEM-1024"],
]);

intern([RSA, RSA_PSS, EC, DSA, ...OCTET_KEYS.keys(), ...NAMED_KEYS.keys()]);

/** Of a key in none of the forms that RFC 5480, 2.2 allows, or with other numbers (SEC 1, 3.2.2). */
export const NOT_A_POINT = "THE KEY IS NOT A POINT OF ITS CURVE";

/** A curve that is written out instead of named (RFC 5480, 2.1.1 forbids it). */
export const EXPLICIT_CURVE = "explicit parameters";

/** A subjectPublicKeyInfo as read. Offsets count from the start of `bytes`. */
export interface SubjectPublicKeyInfo {
  /** The whole input that it stands in. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The key in the answers' shape. */
  readonly key: PublicKey;
  readonly algorithm: AlgorithmIdentifier;
  /** The whole element with its header. */
  readonly start: number;
  readonly end: number;
  /** The bits of subjectPublicKey. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** RSA and RSA-PSS: its numbers; null when they cannot be read, and of other keys. */
  readonly rsa: RsaPublicKey | null;
  /**
   * Why this can be no key of its algorithm, in words; null when nothing is known against it.
   * Engines answer three different things for such keys, so none is asked.
   */
  readonly fault: string | null;
  /** RSA-PSS: what the key restricts its signatures to (RFC 4055, 3.3); null when to nothing. */
  readonly pss: PssParameters | null;
}

/**
 * Reads the SubjectPublicKeyInfo whose SEQUENCE header `der` has just read. A key of an algorithm
 * that is known but broken inside is a finding, with null for what could not be read.
 */
export function readPublicKey(der: Der): SubjectPublicKeyInfo {
  const { start, end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "PUBLIC KEY ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.BIT_STRING, "PUBLIC KEY");
  der.bitString();
  const keyStart = der.body + 1;
  const keyEnd = der.end;
  der.finish(keyEnd, end, "PUBLIC KEY INFORMATION");
  let key: PublicKey;
  let rsa: RsaPublicKey | null = null;
  let fault: string | null = null;
  let pss: PssParameters | null = null;
  try {
    if (algorithm.oid === RSA || algorithm.oid === RSA_PSS) {
      rsa = readRsaPublicKey(der, keyStart, keyEnd);
      fault = rsa.fault;
      key = { algorithm: keyAlgorithmName(algorithm.oid), bits: rsa.bits, curve: null };
      if (algorithm.oid === RSA) checkParameters(der, algorithm, "null");
      else if (algorithm.parametersStart !== null) pss = readPssParameters(der, algorithm);
    } else if (algorithm.oid === EC) {
      ({ key, fault } = readEcKey(der, algorithm, keyStart, keyEnd));
    } else if (algorithm.oid === DSA || algorithm.oid === DSA_OIW) key = readDsaKey(der, algorithm);
    else ({ key, fault } = nameKey(der, algorithm, keyStart, keyEnd));
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    der.findings.add("public_key_malformed", `PUBLIC KEY: ${thrown.reason}`, thrown.offset);
    key = { algorithm: keyAlgorithmName(algorithm.oid), bits: null, curve: null };
  }
  return { bytes: der.bytes, key, algorithm, start, end, keyStart, keyEnd, rsa, fault, pss };
}

/** The name that answers use for the algorithm of a key; its OID when there is none. */
export function keyAlgorithmName(oid: string): string {
  switch (oid) {
    case RSA:
      return "RSA";
    case RSA_PSS:
      return "RSA-PSS";
    case EC:
      return "EC";
    case DSA:
    case DSA_OIW:
      return "DSA";
    default:
      return OCTET_KEYS.get(oid)?.name ?? NAMED_KEYS.get(oid) ?? oid;
  }
}

/** A key and why it can be none, in words. */
interface Judged {
  key: PublicKey;
  fault: string | null;
}

function readEcKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): Judged {
  const { parametersStart: at, end } = algorithm;
  if (at === null) throw new DerError("THE CURVE IS MISSING", algorithm.end);
  der.next(at, end);
  if (der.tag === TAG.SEQUENCE) {
    der.findings.add("curve_not_named", "THE CURVE IS WRITTEN OUT INSTEAD OF NAMED", at);
    const bits = explicitFieldBits(der);
    return { key: { algorithm: "EC", bits, curve: EXPLICIT_CURVE }, fault: null };
  }
  if (der.tag !== TAG.OID) throw new DerError("THE CURVE IS NOT NAMED", at);
  const oid = readOid(der.bytes, der.body, der.end);
  const curve = CURVES.get(oid);
  if (!curve) return { key: { algorithm: "EC", bits: null, curve: oid }, fault: null };
  const octets = Math.ceil(curve.bits / 8);
  const length = keyEnd - keyStart;
  const form = der.bytes[keyStart];
  const fits = (length === 1 + 2 * octets && form === 4) ||
    (length === 1 + octets && (form === 2 || form === 3));
  if (!fits) der.findings.add("point_malformed", NOT_A_POINT, keyStart);
  const key: PublicKey = { algorithm: "EC", bits: curve.bits, curve: curve.name };
  return { key, fault: fits ? null : NOT_A_POINT };
}

/** ECParameters (RFC 3279, 2.3.5): SEQUENCE { version, FieldID { type, prime or m }, … }. */
function explicitFieldBits(der: Der): number {
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION OF THE CURVE");
  der.expect(der.end, end, TAG.SEQUENCE, "FIELD OF THE CURVE");
  const fieldEnd = der.end;
  der.expect(der.body, fieldEnd, TAG.OID, "TYPE OF THE FIELD");
  const isPrime = readOid(der.bytes, der.body, der.end) === "1.2.840.10045.1.1";
  if (isPrime) {
    der.expect(der.end, fieldEnd, TAG.INTEGER, "PRIME OF THE FIELD");
    return der.integerBits();
  }
  der.expect(der.end, fieldEnd, TAG.SEQUENCE, "FIELD");
  der.expect(der.body, der.end, TAG.INTEGER, "DEGREE OF THE FIELD");
  return der.smallInteger() ?? 0;
}

/** Dss-Parms ::= SEQUENCE { p INTEGER, … }; they may be inherited and thus absent. */
function readDsaKey(der: Der, algorithm: AlgorithmIdentifier): PublicKey {
  let bits: number | null = null;
  const { parametersStart: at, end } = algorithm;
  if (at !== null && der.optional(at, end, TAG.SEQUENCE)) {
    der.expect(der.body, der.end, TAG.INTEGER, "PRIME OF THE KEY");
    bits = der.integerBits();
  }
  return { algorithm: "DSA", bits, curve: null };
}

function nameKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): Judged {
  const { oid } = algorithm;
  const octets = OCTET_KEYS.get(oid);
  if (octets) checkParameters(der, algorithm, "absent");
  let fault: string | null = null;
  if (octets && (keyEnd - keyStart) * 8 !== octets.bits) {
    der.findings.add("public_key_malformed", `PUBLIC KEY: WRONG LENGTH`, keyStart);
    fault = `${octets.name} KEYS ARE ${octets.bits / 8} BYTES LONG, THIS ONE IS ${
      keyEnd - keyStart
    }`;
  }
  return {
    key: { algorithm: keyAlgorithmName(oid), bits: octets?.bits ?? null, curve: null },
    fault,
  };
}
