/**
 * RSAPublicKey (RFC 8017, A.1.1): reads it and detects invalid keys. Engines differ: some reject a key with
 * an even modulus or exponent, others report a wrong signature; some reject a negative modulus, others take
 * it as positive. Invalid keys are therefore never given to an engine.
 */
import { type Der, TAG } from "../../asn1/der.ts";
import { element, unsignedInteger } from "../../asn1/der-write.ts";
import { type ReadingRuleName, readingSentence } from "../../reading-rules.ts";

/** An RSA public key. */
export interface RsaPublicKey {
  readonly bits: number;
  /** Big-endian without leading zeros. */
  readonly modulus: Uint8Array;
  readonly exponent: Uint8Array;
  /** The exponent as a number; null if it has more than six octets. */
  readonly smallExponent: number | null;
  /** Whether the modulus or the exponent is negative; its octets above then mean another number. */
  readonly isNegative: boolean;
  /** Why the key is invalid by RFC 8017, 3.1; null if no fault was found. */
  readonly fault: string | null;
}

/** Reads the key between `start` and `limit`. Adds findings for violations. */
export function readRsaPublicKey(der: Der, start: number, limit: number): RsaPublicKey {
  const { bytes, findings } = der;
  der.expect(start, limit, TAG.SEQUENCE, "RSA key");
  const end = der.end;
  if (end < limit) findings.add("trailing_data", end, "There is extra data after the RSA key");
  let fault: string | null = null;
  const add = (rule: ReadingRuleName) => {
    findings.add(rule, der.start);
    fault ??= readingSentence(rule);
  };
  der.expect(der.body, end, TAG.INTEGER, "Modulus");
  const bits = der.integerBits();
  const modulus = withoutZeros(der.content());
  const isModulusNegative = bytes[der.body] >= 0x80;
  if (isModulusNegative) add("modulus_negative");
  else if ((bytes[der.end - 1] & 1) === 0) add("modulus_even");
  der.expect(der.end, end, TAG.INTEGER, "Public exponent");
  der.checkInteger();
  const exponent = withoutZeros(der.content());
  const smallExponent = exponent.length > 6
    ? null
    : exponent.reduce((number, octet) => number * 256 + octet, 0);
  const isExponentNegative = bytes[der.body] >= 0x80;
  if (isExponentNegative) add("exponent_negative");
  else if (smallExponent === 1) add("exponent_one");
  else if ((bytes[der.end - 1] & 1) === 0) add("exponent_even");
  const isNegative = isModulusNegative || isExponentNegative;
  return { bits, modulus, exponent, smallExponent, isNegative, fault };
}

/** Encodes the key in strict DER, because engines differ in the other encodings that they accept. */
export function encodeRsaPublicKey(
  { modulus, exponent }: Pick<RsaPublicKey, "modulus" | "exponent">,
): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, unsignedInteger(modulus), unsignedInteger(exponent));
}

/** A big-endian number without leading zeros; zero keeps one. */
export function withoutZeros(octets: Uint8Array): Uint8Array {
  let first = 0;
  while (first < octets.length - 1 && octets[first] === 0) first++;
  return octets.subarray(first);
}
