/**
 * The curves that keys are checked on, with their parameters (SEC 2, 2.4 and 2.5; FIPS 186-5): for
 * telling the name of a curve that is written out instead of named, and what is no key of it.
 */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { toHex } from "../../asn1/hex.ts";

export interface Curve {
  readonly name: string;
  readonly oid: string;
  /** Octets of a coordinate, and of the private number. */
  readonly octets: number;
  /** Numbers in hexadecimal. */
  readonly prime: string;
  readonly a: string;
  readonly b: string;
  readonly x: string;
  readonly y: string;
  readonly order: string;
}

const LIST: readonly Curve[] = [
  {
    name: "P-256",
    oid: "1.2.840.10045.3.1.7",
    octets: 32,
    prime: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    a: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
    b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    x: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    y: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    order: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
  },
  {
    name: "P-384",
    oid: "1.3.132.0.34",
    octets: 48,
    prime: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff00000000" +
      "00000000ffffffff",
    a: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff00000000" +
      "00000000fffffffc",
    b: "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d" +
      "2a85c8edd3ec2aef",
    x: "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c" +
      "3a545e3872760ab7",
    y: "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d" +
      "7a431d7c90ea0e5f",
    order: "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77a" +
      "ecec196accc52973",
  },
  {
    name: "P-521",
    oid: "1.3.132.0.35",
    octets: 66,
    prime: "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" +
      "ffffffffffffffffffffffffffffffffffffffffffffffffffff",
    a: "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" +
      "fffffffffffffffffffffffffffffffffffffffffffffffffffc",
    b: "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e" +
      "937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
    x: "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe7" +
      "5928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
    y: "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef4" +
      "2640c550b9013fad0761353c7086a272c24088be94769fd16650",
    order: "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f" +
      "966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
  },
];

const BY_NAME: ReadonlyMap<string, Curve> = new Map(LIST.map((curve) => [curve.name, curve]));

/** P-256, P-384 or P-521; undefined for any other. */
export function curveOf(name: string | null): Curve | undefined {
  return name === null ? undefined : BY_NAME.get(name);
}

/**
 * Whether the two coordinates behind the 04 are those of a point of the curve (SEC 1, 3.2.2.1):
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

/**
 * The curve whose ECParameters (RFC 3279, 2.3.5) stand between `start` and `end`; undefined when they
 * are none of the known ones, or broken.
 */
export function explicitCurve(der: Der, start: number, end: number): Curve | undefined {
  try {
    return LIST.find((curve) => isCurve(der, start, end, curve));
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

/** Of one operation of WebCrypto with a key on the curve, in microseconds of a slow core. */
export const CURVE_TIME: ReadonlyMap<string, number> = new Map([
  ["P-256", 300],
  ["P-384", 1500],
  ["P-521", 2000],
]);
