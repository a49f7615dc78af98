/**
 * Elliptic-curve public keys (RFC 5480): reading them, naming a curve whose parameters are written
 * out, and checking that a point or a private number is valid on its curve.
 */
import type { Budget } from "../../../kernel/context.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { CURVES, readOid } from "../../asn1/oids.ts";
import type { PublicKey } from "../../shapes.ts";
import type { AlgorithmIdentifier } from "../key-algorithms.ts";
import { type Curve, CURVE_LIST } from "./curve-list.ts";

export type { Curve };

const BY_NAME: ReadonlyMap<string, Curve> = new Map(CURVE_LIST.map((curve) => [curve.name, curve]));

/** Undefined for a curve that keys are not checked on. */
export function curveOf(name: string | null): Curve | undefined {
  return name === null ? undefined : BY_NAME.get(name);
}

/**
 * Whether the two coordinates after the 04 are those of a point of the curve (SEC 1, 3.2.2.1):
 * both below the prime, and y^2 = x^3 + ax + b. Public numbers alone.
 */
export function isOnCurve(point: Uint8Array, curve: Curve): boolean {
  const { octets } = curve;
  if (point.length !== 1 + 2 * octets) return false;
  const number = (hex: string) => BigInt(`0x${hex}`);
  const x = number(toHex(point.subarray(1, 1 + octets)));
  const y = number(toHex(point.subarray(1 + octets)));
  const prime = number(curve.prime);
  if (x >= prime || y >= prime) return false;
  return (y * y - (x * x + number(curve.a)) * x - number(curve.b)) % prime === 0n;
}

/** Whether a big-endian number is a private one of the curve: from 1 to its order less 1 (SEC 1, 3.2.1). */
export function isPrivateNumber(octets: Uint8Array, curve: Curve): boolean {
  if (octets.length === 0 || octets.length > curve.octets) return false;
  const number = BigInt(`0x${toHex(octets)}`);
  return number > 0n && number < BigInt(`0x${curve.order}`);
}

/** AlgorithmIdentifier { id-ecPublicKey, namedCurve } (RFC 5480, 2.1.1). */
export function ecAlgorithm(curve: Curve): Uint8Array<ArrayBuffer> {
  return element(
    TAG.SEQUENCE,
    objectIdentifier("1.2.840.10045.2.1"),
    objectIdentifier(curve.oid),
  );
}

/** The curve of an EC key, by its name or by its parameters where these are written out. */
export function curveOfKey(
  { key, bytes, algorithm }: {
    readonly key: PublicKey;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly algorithm: AlgorithmIdentifier;
  },
  budget: Budget,
): Curve | undefined {
  if (key.curve !== EXPLICIT_CURVE) return curveOf(key.curve);
  return explicitCurve(new Der(bytes, budget), algorithm.parametersStart!, algorithm.end);
}

/**
 * The curve whose ECParameters (RFC 3279, 2.3.5) are between `start` and `end`; undefined when it
 * is unknown here, or they are broken.
 */
export function explicitCurve(der: Der, start: number, end: number): Curve | undefined {
  try {
    return CURVE_LIST.find((curve) => isCurve(der, start, end, curve));
  } catch (thrown) {
    if (thrown instanceof DerError) return undefined;
    throw thrown;
  }
}

/** ECParameters ::= SEQUENCE { version, FieldID { type, prime }, Curve { a, b }, base, order, … }. */
function isCurve(der: Der, start: number, limit: number, curve: Curve): boolean {
  der.expect(start, limit, TAG.SEQUENCE, "CURVE");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION OF THE CURVE");
  der.expect(der.end, end, TAG.SEQUENCE, "FIELD OF THE CURVE");
  let at = der.end;
  der.expect(der.body, at, TAG.OID, "TYPE OF THE FIELD");
  der.next(der.end, at);
  if (der.tag !== TAG.INTEGER || !isNumber(der, curve.prime)) return false;
  der.expect(at, end, TAG.SEQUENCE, "CURVE");
  at = der.end;
  der.expect(der.body, at, TAG.OCTET_STRING, "COEFFICIENT A");
  if (!isNumber(der, curve.a)) return false;
  der.expect(der.end, at, TAG.OCTET_STRING, "COEFFICIENT B");
  if (!isNumber(der, curve.b)) return false;
  der.expect(at, end, TAG.OCTET_STRING, "BASE POINT");
  at = der.end;
  if (!isPoint(der.content(), curve)) return false;
  der.expect(at, end, TAG.INTEGER, "ORDER");
  return isNumber(der, curve.order);
}

/** Whether the content of the element read last is the number, leading zeros aside. */
function isNumber(der: Der, hex: string): boolean {
  return hexOf(der.content()) === withoutZeros(hex);
}

function isPoint(point: Uint8Array, { octets, x, y }: Curve): boolean {
  if (point.length < 1 + octets || hexOf(point.subarray(1, 1 + octets)) !== withoutZeros(x)) {
    return false;
  }
  if (point[0] === 2 || point[0] === 3) {
    return (point[0] & 1) === parseInt(y.slice(-1), 16) % 2 && point.length === 1 + octets;
  }
  return point.length === 1 + 2 * octets && hexOf(point.subarray(1 + octets)) === withoutZeros(y);
}

const hexOf = (bytes: Uint8Array): string => withoutZeros(toHex(bytes).toLowerCase());

function withoutZeros(hex: string): string {
  let first = 0;
  while (first < hex.length && hex[first] === "0") first++;
  return hex.slice(first);
}

/**
 * How long @noble/curves takes for one operation with a key on a curve, in microseconds of a slow core:
 * work on a coordinate grows with the square of its length, and is done once for each of its bits.
 */
export const libraryTime = ({ octets }: Curve): number => Math.round(6000 * (octets / 32) ** 1.7);

/** The same where WebCrypto is asked first, for the curves that it has; else for the library. */
export const CURVE_TIME: ReadonlyMap<string, number> = new Map([
  ...CURVE_LIST.map((curve) => [curve.name, libraryTime(curve)] as const),
  ["P-256", 300],
  ["P-384", 1500],
  ["P-521", 2000],
]);

/** Of a key in none of the forms that RFC 5480, 2.2 allows, or with other numbers (SEC 1, 3.2.2). */
export const NOT_A_POINT = "THE KEY IS NOT A POINT OF ITS CURVE";

/** A curve that is written out instead of named (RFC 5480, 2.1.1 forbids it). */
export const EXPLICIT_CURVE = "explicit parameters";

/**
 * The key whose point is between `keyStart` and `keyEnd`. `fault` says in words why it is not valid;
 * null when nothing is known against it. Throws DerError where there is no curve.
 */
export function readEcPublicKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): { key: PublicKey; fault: string | null } {
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
