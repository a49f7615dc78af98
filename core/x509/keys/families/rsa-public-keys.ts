/**
 * RSAPublicKey (RFC 8017, A.1.1): reading it, and telling what can be none. Engines differ here: for
 * an even modulus or exponent some refuse the key, others call the signature wrong; a negative
 * modulus some refuse, others take as a positive one. So it is decided before any is asked.
 */
import { type Der, TAG } from "../../asn1/der.ts";
import { element, unsignedInteger } from "../../asn1/der-write.ts";
import { type ReadingRuleName, readingSentence } from "../../reading-rules.ts";

/** An RSA public key as read: two INTEGERs with what they are. */
export interface RsaPublicKey {
  readonly bits: number;
  /** Big-endian without leading zeros. */
  readonly modulus: Uint8Array;
  readonly exponent: Uint8Array;
  /** The exponent's octets as a number; null when there are more than six. */
  readonly smallExponent: number | null;
  /** Whether one of the two is negative: then they are not the octets above. */
  readonly isNegative: boolean;
  /** Why this is no RSA key by RFC 8017, 3.1, in words; null when nothing is known against it. */
  readonly fault: string | null;
}

/** Reads the key between `start` and `limit`. What it breaks goes to the findings. */
export function readRsaPublicKey(der: Der, start: number, limit: number): RsaPublicKey {
  const { bytes, findings } = der;
  der.expect(start, limit, TAG.SEQUENCE, "RSA KEY");
  const end = der.end;
  if (end < limit) findings.add("trailing_data", end, "THERE ARE BYTES AFTER THE RSA KEY");
  let fault: string | null = null;
  const add = (rule: ReadingRuleName) => {
    findings.add(rule, der.start);
    fault ??= readingSentence(rule);
  };
  der.expect(der.body, end, TAG.INTEGER, "MODULUS");
  const bits = der.integerBits();
  const modulus = withoutZeros(der.content());
  const isModulusNegative = bytes[der.body] >= 0x80;
  if (isModulusNegative) add("modulus_negative");
  else if ((bytes[der.end - 1] & 1) === 0) add("modulus_even");
  der.expect(der.end, end, TAG.INTEGER, "PUBLIC EXPONENT");
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

/** The key in DER, whatever its own encoding was: engines differ in what else they take. */
export function encodeRsaPublicKey(
  { modulus, exponent }: Pick<RsaPublicKey, "modulus" | "exponent">,
): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, unsignedInteger(modulus), unsignedInteger(exponent));
}

/** A big-endian number without its leading zeros; zero keeps one. */
export function withoutZeros(octets: Uint8Array): Uint8Array {
  let first = 0;
  while (first < octets.length - 1 && octets[first] === 0) first++;
  return octets.subarray(first);
}
