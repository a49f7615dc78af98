/**
 * JSON Web Keys (RFC 7517): RSA and EC (RFC 7518, 6), OKP (RFC 8037, 2), AKP (RFC 9964, 3: ML-DSA by its
 * seed). They are converted to DER and read like every key, so that their private and public parts are
 * compared.
 *
 * RFC 7515, 2 wants base64url without padding. Padding and the alphabet of base64 are read too, and named; white space and
 * nonzero unused bits are faults. An RSA key may have only n, e and d (RFC 7518, 6.3.2). Numbers of EC keys without their
 * leading zero and RSA keys without some of their members are read too, and named. Certificates (x5c) and the key's declared use are ignored. Errors name members, but never
 * quote their values.
 */
import type { Budget } from "../../../kernel/context.ts";
import { byteCount, primitive, TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import { decodeBase64, encodeBase64Url } from "../../pem/base64.ts";
import { type Curve, curveOf } from "../families/curves.ts";
import {
  ecKey,
  ecPublicInfo,
  octetKey,
  octetPublicInfo,
  rsaPrivateKey,
  rsaPublicInfo,
} from "./der-keys.ts";
import { MalformedKey } from "../private-key-errors.ts";

type Octets = Uint8Array<ArrayBuffer>;
type Members = Readonly<Record<string, unknown>>;

/** RFC 7518, 6.2.1.1 and RFC 8812, 3.1. */
const CURVES: readonly string[] = ["P-256", "P-384", "P-521", "secp256k1"];
/** RFC 8037, 2, with their object identifiers (RFC 8410, 3). */
const OCTET_CURVES: ReadonlyMap<string, string> = new Map([
  ["X25519", "1.3.101.110"],
  ["X448", "1.3.101.111"],
  ["Ed25519", "1.3.101.112"],
  ["Ed448", "1.3.101.113"],
]);
/** RFC 9964, 3: `alg` is required, and the key must not be used with another algorithm. */
const ML_DSA: ReadonlyMap<string, string> = new Map([
  ["ML-DSA-44", "2.16.840.1.101.3.4.3.17"],
  ["ML-DSA-65", "2.16.840.1.101.3.4.3.18"],
  ["ML-DSA-87", "2.16.840.1.101.3.4.3.19"],
]);
/** In characters: more than a number of a 16,384-bit RSA key or an ML-DSA-87 public key needs. */
const MAX_MEMBER = 4000;
/** The limit of the reader of RSA keys. */
const MAX_OTHER_PRIMES = 8;

/** Returns the private key in DER, which the caller must zero. Throws MalformedKey. */
export async function jwkPrivateKey(json: Octets, budget: Budget): Promise<Octets> {
  const jwk = parse(json);
  switch (jwk.kty) {
    case "RSA": {
      const numbers = ["n", "e", "d"].map((name) => octets(jwk, name));
      if (CRT.every((name) => member(jwk, name) !== undefined)) {
        return rsaPrivateKey(
          [...numbers, ...CRT.map((name) => octets(jwk, name))],
          otherPrimes(jwk),
        );
      }
      const { primeNumbers } = await import("../families/rsa-primes.ts");
      return rsaPrivateKey([...numbers, ...primeNumbers(numbers, budget)]);
    }
    case "EC": {
      const curve = curveIn(jwk);
      return ecKey(curve, coordinate(jwk, "d", curve), point(jwk, curve));
    }
    case "OKP": {
      const oid = octetCurve(jwk);
      return octetKey(oid, element(TAG.OCTET_STRING, octets(jwk, "d")), octets(jwk, "x"));
    }
    case "AKP":
      return octetKey(mlDsa(jwk), element(primitive(0), octets(jwk, "priv")), octets(jwk, "pub"));
    default:
      throw otherType(jwk);
  }
}

/** The most members of a key that are looked at. */
const MAX_MEMBERS = 100;

/** Deviations of a key from RFC 7517 that do not keep us from reading it. */
export function jwkNote(json: Octets): string | null {
  const jwk = parse(json);
  const isPadded = Object.entries(jwk).slice(0, MAX_MEMBERS).some(([name, text]) =>
    NUMBERS.has(name) && typeof text === "string" && /[=+/]/.test(text)
  );
  const found = [
    ...isPadded ? ["has padding or signs that Base64url does not have (RFC 7515, 2)"] : [],
    ...isShort(jwk) ? ["has a number without its leading zero (RFC 7518, 6.2)"] : [],
    ...lacksSome(jwk) ? ["has only some of p, q, dp, dq and qi (RFC 7518, 6.3.2)"] : [],
  ];
  return found.length === 0
    ? null
    : `The JSON Web Key ${found.join(", and it ")}. Strict programs refuse it`;
}

const CRT = ["p", "q", "dp", "dq", "qi"];

/** Whether it has some of the members that speed up RSA, and not all. */
function lacksSome(jwk: Members): boolean {
  const given = CRT.filter((name) => member(jwk, name) !== undefined).length;
  return jwk.kty === "RSA" && given > 0 && given < CRT.length;
}

/** Whether a number of an EC key has fewer octets than its curve. */
function isShort(jwk: Members): boolean {
  const curve = curveOf(CURVES.find((known) => known === member(jwk, "crv")) ?? null);
  return jwk.kty === "EC" && curve !== undefined && ["x", "y", "d"].some((name) => {
    const text = member(jwk, name);
    const given = typeof text === "string" ? text.replaceAll("=", "").length : Infinity;
    return given * 6 < curve.octets * 8;
  });
}

/** The members that are base64url. */
const NUMBERS = new Set("n e d p q dp dq qi x y priv pub".split(" "));

/** Returns the public key as SubjectPublicKeyInfo. Throws MalformedKey. */
export function jwkPublicKeyInfo(json: Octets): Octets {
  const jwk = parse(json);
  switch (jwk.kty) {
    case "RSA":
      return rsaPublicInfo(octets(jwk, "n"), octets(jwk, "e"));
    case "EC": {
      const curve = curveIn(jwk);
      return ecPublicInfo(curve, point(jwk, curve));
    }
    case "OKP":
      return octetPublicInfo(octetCurve(jwk), octets(jwk, "x"));
    case "AKP":
      return octetPublicInfo(mlDsa(jwk), octets(jwk, "pub"));
    default:
      throw otherType(jwk);
  }
}

/** Cannot fail: pem/key-texts.ts has checked that the text is a JSON object. */
const parse = (json: Octets): Members => JSON.parse(new TextDecoder().decode(json));

/** Reads only own members, not those that every object inherits. */
const member = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function octets(object: Members, name: string): Octets {
  const text = member(object, name);
  if (text === undefined) throw new MalformedKey(`The JSON Web Key has no member "${name}"`);
  if (typeof text !== "string" || text.length > MAX_MEMBER) throw notBase64Url(name);
  const decoded = decodeBase64(text);
  const plain = text.replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");
  if (typeof decoded === "string" || encodeBase64Url(decoded) !== plain) throw notBase64Url(name);
  return decoded;
}

const notBase64Url = (name: string) =>
  new MalformedKey(`The member "${name}" of the JSON Web Key is not Base64url`);

function curveIn(jwk: Members): Curve {
  const name = CURVES.find((known) => known === member(jwk, "crv"));
  const curve = curveOf(name ?? null);
  if (!curve) throw new MalformedKey("The JSON Web Key has an unknown curve");
  return curve;
}

/** A coordinate in its full length (RFC 7518, 6.2.1.2 and 6.2.2.1). Some programs leave out a zero at its start. */
function coordinate(jwk: Members, name: string, curve: Curve): Octets {
  const number = octets(jwk, name);
  if (number.length === curve.octets) return number;
  if (number.length === curve.octets - 1) {
    const whole = new Uint8Array(curve.octets);
    whole.set(number, 1);
    // It may be the secret. The caller clears only what it gets.
    number.fill(0);
    return whole;
  }
  const message = `The member "${name}" of the JSON Web Key has ${byteCount(number.length)}, ` +
    `${curve.name} has ${curve.octets}`;
  throw new MalformedKey(message);
}

function point(jwk: Members, curve: Curve): Octets {
  const whole = new Uint8Array(1 + 2 * curve.octets);
  whole[0] = 4;
  whole.set(coordinate(jwk, "x", curve), 1);
  whole.set(coordinate(jwk, "y", curve), 1 + curve.octets);
  return whole;
}

const octetCurve = (jwk: Members): string => named(jwk, "crv", OCTET_CURVES, "an unknown curve");
const mlDsa = (jwk: Members): string => named(jwk, "alg", ML_DSA, "an unknown algorithm");

/** The object identifier for the name in a member. */
function named(
  jwk: Members,
  where: string,
  known: ReadonlyMap<string, string>,
  what: string,
): string {
  const name = member(jwk, where);
  const oid = typeof name === "string" ? known.get(name) : undefined;
  if (oid !== undefined) return oid;
  throw new MalformedKey(`The JSON Web Key has ${what}`);
}

function otherPrimes(jwk: Members): Octets[][] {
  const list = member(jwk, "oth");
  if (list === undefined) return [];
  const isList = Array.isArray(list) && list.length > 0 && list.length <= MAX_OTHER_PRIMES;
  if (!isList) throw new MalformedKey('The member "oth" of the JSON Web Key is not valid');
  return list.map((prime: unknown) => {
    const members: Members = typeof prime === "object" && prime !== null ? { ...prime } : {};
    return ["r", "d", "t"].map((name) => octets(members, name));
  });
}

function otherType({ kty }: Members): MalformedKey {
  return new MalformedKey(
    kty === "oct"
      ? "It is a symmetric key, which has no public part"
      : "The JSON Web Key has an unknown type",
  );
}
