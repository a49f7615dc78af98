/**
 * Elliptic-curve public keys (RFC 5480): reads them, recognizes a curve by its explicit parameters, and
 * checks that points and private numbers are valid on their curve.
 */
import type { Budget } from "../../../kernel/context.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { Der, DerError, TAG } from "../../asn1/der.ts";
import { numberOf, toHex } from "../../asn1/hex.ts";
import { CURVES, readOid } from "../../asn1/oids.ts";
import { readingSentence } from "../../reading-rules.ts";
import type { PublicKey } from "../../shapes.ts";
import type { AlgorithmIdentifier } from "../key-algorithms.ts";

export interface Curve {
  readonly name: string;
  readonly oid: string;
  /** Octets of a coordinate and of the private number. */
  readonly octets: number;
  /** Numbers in hexadecimal. */
  readonly prime: string;
  readonly a: string;
  readonly b: string;
  readonly x: string;
  readonly y: string;
  readonly order: string;
}

/**
 * The curves on which keys and signatures are checked: NIST's (SEC 2, 2.2 to 2.6; NIST SP 800-186),
 * secp256k1 (SEC 2, 2.4.1) and Brainpool's r1 curves (RFC 5639, 3).
 */
const CURVE_LIST: readonly Curve[] = [
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
  {
    name: "P-224",
    oid: "1.3.132.0.33",
    octets: 28,
    prime: "ffffffffffffffffffffffffffffffff000000000000000000000001",
    a: "fffffffffffffffffffffffffffffffefffffffffffffffffffffffe",
    b: "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
    x: "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
    y: "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
    order: "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
  },
  {
    name: "secp256k1",
    oid: "1.3.132.0.10",
    octets: 32,
    prime: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    a: "0000000000000000000000000000000000000000000000000000000000000000",
    b: "0000000000000000000000000000000000000000000000000000000000000007",
    x: "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    y: "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    order: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
  },
  {
    name: "brainpoolP224r1",
    oid: "1.3.36.3.3.2.8.1.1.5",
    octets: 28,
    prime: "d7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff",
    a: "68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43",
    b: "2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400b",
    x: "0d9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07d",
    y: "58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cd",
    order: "d7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f",
  },
  {
    name: "brainpoolP256r1",
    oid: "1.3.36.3.3.2.8.1.1.7",
    octets: 32,
    prime: "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
    a: "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
    b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
    x: "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
    y: "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
    order: "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
  },
  {
    name: "brainpoolP320r1",
    oid: "1.3.36.3.3.2.8.1.1.9",
    octets: 40,
    prime: "d35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27",
    a: "3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4",
    b: "520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6",
    x: "43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611",
    y: "14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1",
    order: "d35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311",
  },
  {
    name: "brainpoolP384r1",
    oid: "1.3.36.3.3.2.8.1.1.11",
    octets: 48,
    prime: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71" +
      "874700133107ec53",
    a: "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb" +
      "04a8c7dd22ce2826",
    b: "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc994" +
      "3ab78696fa504c11",
    x: "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aa" +
      "ef87b2e247d4af1e",
    y: "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e46462177918111" +
      "42820341263c5315",
    order: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc310" +
      "3b883202e9046565",
  },
  {
    name: "brainpoolP512r1",
    oid: "1.3.36.3.3.2.8.1.1.13",
    octets: 64,
    prime: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842" +
      "aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
    a: "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa1" +
      "0a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
    b: "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d" +
      "77fc94cadc083e67984050b75ebae5dd2809bd638016f723",
    x: "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d" +
      "50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822",
    y: "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e" +
      "5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892",
    order: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619" +
      "418661197fac10471db1d381085ddaddb58796829ca90069",
  },
];

const BY_NAME: ReadonlyMap<string, Curve> = new Map(CURVE_LIST.map((curve) => [curve.name, curve]));

/** The curve with this name; undefined for a curve on which keys are not checked. */
export function curveOf(name: string | null): Curve | undefined {
  return name === null ? undefined : BY_NAME.get(name);
}

/**
 * Whether the two coordinates after the 04 are a point of the curve (SEC 1, 3.2.2.1): both below the prime,
 * and y^2 = x^3 + ax + b. Not constant-time, so only for public numbers.
 */
export function isOnCurve(point: Uint8Array, curve: Curve): boolean {
  const { octets } = curve;
  if (point.length !== 1 + 2 * octets) return false;
  const number = (hex: string) => BigInt(`0x${hex}`);
  const x = numberOf(point.subarray(1, 1 + octets));
  const y = numberOf(point.subarray(1 + octets));
  const prime = number(curve.prime);
  if (x >= prime || y >= prime) return false;
  return (y * y - (x * x + number(curve.a)) * x - number(curve.b)) % prime === 0n;
}

/** Whether a big-endian number is a valid private number: from 1 to the order minus 1 (SEC 1, 3.2.1). */
export function isPrivateNumber(octets: Uint8Array, curve: Curve): boolean {
  if (octets.length === 0 || octets.length > curve.octets) return false;
  const number = numberOf(octets);
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

/** The curve of an EC key, by its name or by its explicit parameters. */
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
 * The curve whose ECParameters (RFC 3279, 2.3.5) are between `start` and `end`; undefined if it is unknown
 * or the parameters are malformed.
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
  der.expect(start, limit, TAG.SEQUENCE, "Curve");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version of the curve");
  der.expect(der.end, end, TAG.SEQUENCE, "Field of the curve");
  let at = der.end;
  der.expect(der.body, at, TAG.OID, "Type of the field");
  der.next(der.end, at);
  if (der.tag !== TAG.INTEGER || !isNumber(der, curve.prime)) return false;
  der.expect(at, end, TAG.SEQUENCE, "Curve");
  at = der.end;
  der.expect(der.body, at, TAG.OCTET_STRING, "Coefficient A");
  if (!isNumber(der, curve.a)) return false;
  der.expect(der.end, at, TAG.OCTET_STRING, "Coefficient B");
  if (!isNumber(der, curve.b)) return false;
  der.expect(at, end, TAG.OCTET_STRING, "Base point");
  at = der.end;
  if (!isPoint(der.content(), curve)) return false;
  der.expect(at, end, TAG.INTEGER, "Order");
  return isNumber(der, curve.order);
}

/** Whether the content of the element read last is this number, ignoring leading zeros. */
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
 * Time of @noble/curves for one operation with a key, in microseconds of a slow core. It grows with the
 * power 1.7 of the coordinate's length.
 */
export const libraryTime = ({ octets }: Curve): number => Math.round(6000 * (octets / 32) ** 1.7);

/** Time of one operation by curve: of WebCrypto on the curves that it has, of the library on the others. */
export const CURVE_TIME: ReadonlyMap<string, number> = new Map([
  ...CURVE_LIST.map((curve) => [curve.name, libraryTime(curve)] as const),
  ["P-256", 300],
  ["P-384", 1500],
  ["P-521", 2000],
]);

/**
 * The fault of a point that has none of the forms of RFC 5480, 2.2, or is not on the curve (SEC 1, 3.2.2).
 */
export const NOT_A_POINT = readingSentence("point_malformed");

/** The name of a curve with explicit parameters, which RFC 5480, 2.1.1 forbids. */
export const EXPLICIT_CURVE = "explicit parameters";

/**
 * Reads the key whose point is between `keyStart` and `keyEnd`. On a known curve, `fault` is set if the point
 * has the wrong length or form; whether it is on the curve is not checked. Throws DerError if the curve is
 * missing or malformed.
 */
export function readEcPublicKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): { key: PublicKey; fault: string | null } {
  const { parametersStart: at, end } = algorithm;
  if (at === null) throw new DerError("The curve is missing", algorithm.end);
  der.next(at, end);
  if (der.tag === TAG.SEQUENCE) {
    der.findings.add("curve_not_named", at);
    const bits = explicitFieldBits(der);
    return { key: { algorithm: "EC", bits, curve: EXPLICIT_CURVE }, fault: null };
  }
  if (der.tag !== TAG.OID) throw new DerError("The curve is not named", at);
  const oid = readOid(der.bytes, der.body, der.end);
  const curve = CURVES.get(oid);
  if (!curve) return { key: { algorithm: "EC", bits: null, curve: oid }, fault: null };
  const octets = Math.ceil(curve.bits / 8);
  const length = keyEnd - keyStart;
  const form = der.bytes[keyStart];
  const fits = (length === 1 + 2 * octets && form === 4) ||
    (length === 1 + octets && (form === 2 || form === 3));
  if (!fits) der.findings.add("point_malformed", keyStart);
  const key: PublicKey = { algorithm: "EC", bits: curve.bits, curve: curve.name };
  return { key, fault: fits ? null : NOT_A_POINT };
}

/** Returns the bits of the field in ECParameters: SEQUENCE { version, FieldID { type, prime or m }, … }. */
function explicitFieldBits(der: Der): number {
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version of the curve");
  der.expect(der.end, end, TAG.SEQUENCE, "Field of the curve");
  const fieldEnd = der.end;
  der.expect(der.body, fieldEnd, TAG.OID, "Type of the field");
  const isPrime = readOid(der.bytes, der.body, der.end) === "1.2.840.10045.1.1";
  if (isPrime) {
    der.expect(der.end, fieldEnd, TAG.INTEGER, "Prime of the field");
    return der.integerBits();
  }
  der.expect(der.end, fieldEnd, TAG.SEQUENCE, "Field");
  der.expect(der.body, der.end, TAG.INTEGER, "Degree of the field");
  return der.smallInteger() ?? 0;
}
