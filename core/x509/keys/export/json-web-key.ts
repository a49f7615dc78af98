/**
 * Keys as JSON Web Keys (RFC 7517): RSA and EC (RFC 7518, 6), octets of a curve (RFC 8037, 2), ML-DSA
 * (RFC 9964, 3).
 */
import type { Budget } from "../../../kernel/context.ts";
import { primitive, TAG } from "../../asn1/der.ts";
import { encodeBase64Url } from "../../pem/pem-write.ts";
import type { ComparableKey } from "../comparable-keys.ts";
import { withoutZeros } from "../families/rsa-public-keys.ts";
import type { PrivateKey } from "../private-keys.ts";
import { privateParts, rsaPrivateNumbers } from "./private-parts.ts";
import { noSuchForm } from "./unsupported.ts";

/** Members in the order in which they are written. */
type JsonWebKey = Readonly<Record<string, unknown>>;

/** Octets of a coordinate, by curve (RFC 7518, 6.2.1.2; RFC 8812, 3.1). */
const COORDINATES: Readonly<Record<string, number>> = {
  "P-256": 32,
  "P-384": 48,
  "P-521": 66,
  "secp256k1": 32,
};
const UNCOMPRESSED = 4;

/**
 * The public key. Throws OperationError `unsupported` for a kind of key that has no such form: DSA,
 * RSA that is restricted to PSS, other curves, and a point that is not written out.
 */
export function publicJsonWebKey({ key, numbers }: ComparableKey): JsonWebKey {
  if (numbers?.kind === "rsa" && key.algorithm === "RSA") {
    return {
      kty: "RSA",
      n: encodeBase64Url(numbers.modulus),
      e: encodeBase64Url(numbers.exponent),
    };
  }
  if (numbers?.kind === "point") {
    const { point } = numbers;
    const octets = COORDINATES[key.curve ?? ""];
    if (octets && point[0] === UNCOMPRESSED && point.length === 1 + 2 * octets) {
      return {
        kty: "EC",
        crv: key.curve,
        x: encodeBase64Url(point.subarray(1, 1 + octets)),
        y: encodeBase64Url(point.subarray(1 + octets)),
      };
    }
  }
  if (numbers?.kind === "octets" && /^(?:Ed|X)(?:25519|448)$/.test(key.algorithm)) {
    return { kty: "OKP", crv: key.algorithm, x: encodeBase64Url(numbers.octets) };
  }
  if (numbers?.kind === "octets" && key.algorithm.startsWith("ML-DSA-")) {
    return { kty: "AKP", alg: key.algorithm, pub: encodeBase64Url(numbers.octets) };
  }
  throw noSuchForm(key, "A JSON WEB KEY");
}

/** The private key with its public part; throws as publicJsonWebKey does. */
export function privateJsonWebKey(key: PrivateKey, budget: Budget): JsonWebKey {
  const publicPart = publicJsonWebKey(key.publicKey);
  const parts = privateParts(key, budget);
  const { der, start, end } = parts;
  if (publicPart.kty === "RSA") {
    const { numbers, others } = rsaPrivateNumbers(parts);
    const [, , d, p, q, dp, dq, qi] = numbers.map((number) =>
      encodeBase64Url(withoutZeros(number))
    );
    const oth = others.map((prime) => {
      const [r, d, t] = prime.map((number) => encodeBase64Url(withoutZeros(number)));
      return { r, d, t };
    });
    return { ...publicPart, d, p, q, dp, dq, qi, ...(oth.length > 0 ? { oth } : {}) };
  }
  if (publicPart.kty === "AKP") {
    // The seed alone has a member: it cannot be found again from the key that it was expanded to.
    let at = start;
    der.next(at, end);
    if (der.tag === TAG.SEQUENCE) der.next(at = der.body, der.end);
    if (der.tag !== primitive(0) && at === start) {
      throw noSuchForm(key.publicKey.key, "A JSON WEB KEY WITHOUT ITS SEED");
    }
    return { ...publicPart, priv: encodeBase64Url(der.content()) };
  }
  if (publicPart.kty === "EC") {
    der.expect(start, end, TAG.SEQUENCE, "EC KEY");
    const { end: keyEnd } = der;
    der.expect(der.body, keyEnd, TAG.INTEGER, "VERSION");
    der.expect(der.end, keyEnd, TAG.OCTET_STRING, "PRIVATE NUMBER");
  } else der.expect(start, end, TAG.OCTET_STRING, "PRIVATE KEY");
  // The normal form has a number of an elliptic curve in its full length already.
  return { ...publicPart, d: encodeBase64Url(der.content()) };
}

/** The text of a file: one member a line. */
export const writeJson = (key: JsonWebKey): string => `${JSON.stringify(key, null, 2)}\n`;
