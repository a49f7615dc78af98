/**
 * Writes keys in other forms: SubjectPublicKeyInfo (RFC 5280, 4.1.2.7), PKCS#1, SEC 1, OpenSSH's line, and
 * JSON Web Key.
 */
import type { Budget } from "../../../kernel/context.ts";
import { OperationError } from "../../../kernel/errors.ts";
import { concatenate } from "../../../kernel/octets.ts";
import { element } from "../../asn1/der-write.ts";
import { constructed, primitive, TAG } from "../../asn1/der.ts";
import { encodeBase64, encodeBase64Url } from "../../pem/base64.ts";
import type { PublicKey } from "../../shapes.ts";
import { type ComparableKey, describeKey } from "../key-comparison.ts";
import { encodeRsaPublicKey, withoutZeros } from "../families/rsa-public-keys.ts";
import type { PrivateKey } from "../private-keys.ts";
import { dsaPublicBits, privateParts, rsaPrivateNumbers } from "./private-parts.ts";

/**
 * The public part in DER with the key's own AlgorithmIdentifier. Throws OperationError: `unsupported` if the
 * public part is unknown, as for algorithms that are only named, and `key_inconsistent` if the numbers of a
 * DSA key do not belong together.
 */
export async function publicKeyInfo(
  key: PrivateKey,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  const { algorithm } = privateParts(key, budget);
  const bits = await publicBits(key, budget);
  return element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), bits));
}

async function publicBits(privateKey: PrivateKey, budget: Budget): Promise<Uint8Array> {
  const { key, numbers } = privateKey.publicKey;
  if (key.algorithm === "DSA") {
    const bits = await dsaPublicBits(privateKey, budget);
    if (bits !== null) return bits;
  } else if (numbers?.kind === "rsa") return encodeRsaPublicKey(numbers);
  else if (numbers?.kind === "point") return numbers.point;
  else if (numbers?.kind === "octets") return numbers.octets;
  throw noSuchForm(key, "a public key");
}

/* PKCS#1 (RFC 8017, A.1.2) and SEC 1 (RFC 5915, 3). */

interface TraditionalKey {
  /** The label of its PEM block. */
  readonly label: "RSA PRIVATE KEY" | "EC PRIVATE KEY";
  /** DER, which the caller must zero. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Throws OperationError `unsupported` for keys that have only a PKCS#8 form (RFC 8410, 7; RFC 4055). */
export function traditionalKey(key: PrivateKey, budget: Budget): TraditionalKey {
  const { key: kind } = key.publicKey;
  const { der, parameters, inner, start, end } = privateParts(key, budget);
  switch (kind.algorithm) {
    case "RSA":
      return { label: "RSA PRIVATE KEY", bytes: inner.slice() };
    case "EC": {
      der.expect(start, end, TAG.SEQUENCE, "EC key");
      const { body, end: keyEnd } = der;
      der.expect(body, keyEnd, TAG.INTEGER, "Version");
      der.expect(der.end, keyEnd, TAG.OCTET_STRING, "Private value");
      const afterNumber = der.end;
      // PKCS#8 names the curve in the algorithm; SEC 1 needs it in the key itself.
      const named = afterNumber < keyEnd && der.bytes[afterNumber] === constructed(0);
      const curve = named || !parameters ? new Uint8Array() : element(constructed(0), parameters);
      const bytes = element(
        TAG.SEQUENCE,
        der.bytes.subarray(body, afterNumber),
        curve,
        der.bytes.subarray(afterNumber, keyEnd),
      );
      return { label: "EC PRIVATE KEY", bytes };
    }
    default:
      throw noSuchForm(kind, "PKCS#1 or SEC 1, but as PKCS#8");
  }
}

/* Public keys as a line for OpenSSH (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4). */

const CURVES: Readonly<Record<string, { name: string; octets: number }>> = {
  "P-256": { name: "nistp256", octets: 32 },
  "P-384": { name: "nistp384", octets: 48 },
  "P-521": { name: "nistp521", octets: 66 },
};

/** In UTF-16 code units. OpenSSH reads lines of at most 16 KiB. */
const MAX_COMMENT = 256;

/**
 * Returns the key as a line of authorized_keys. `comment` may be any text; it is shortened and kept on the
 * line. Throws OperationError `unsupported` for a key type that OpenSSH lacks.
 */
export function opensshPublicKey(key: ComparableKey, comment: string): string {
  const { name, fields } = wireForm(key);
  const parts = [new TextEncoder().encode(name), ...fields].flatMap((field) => [
    Uint8Array.from([24, 16, 8, 0], (shift) => field.length >>> shift),
    field,
  ]);
  return `${
    [name, encodeBase64(concatenate(parts)), oneLine(comment)].filter(Boolean).join(" ")
  }\n`;
}

/** Keeps the comment on one line, because a second line would be a second key. */
function oneLine(text: string): string {
  return text.slice(0, MAX_COMMENT).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function wireForm({ key, numbers }: ComparableKey): { name: string; fields: Uint8Array[] } {
  if (numbers?.kind === "rsa" && key.algorithm === "RSA") {
    return { name: "ssh-rsa", fields: [mpint(numbers.exponent), mpint(numbers.modulus)] };
  }
  if (numbers?.kind === "point") {
    const curve = CURVES[key.curve ?? ""];
    const { point } = numbers;
    if (curve && point[0] === 4 && point.length === 1 + 2 * curve.octets) {
      const name = `ecdsa-sha2-${curve.name}`;
      return { name, fields: [new TextEncoder().encode(curve.name), point] };
    }
  }
  if (numbers?.kind === "octets" && key.algorithm === "Ed25519") {
    return { name: "ssh-ed25519", fields: [numbers.octets] };
  }
  throw noSuchForm(key, "an OpenSSH public key");
}

/** A number that is not negative, with a leading zero if the first octet is 80 or more (RFC 4251, 5). */
function mpint(octets: Uint8Array): Uint8Array {
  return octets[0] < 0x80 ? octets : concatenate([Uint8Array.of(0), octets]);
}

/*
 * JSON Web Keys (RFC 7517): RSA and EC (RFC 7518, 6), OKP (RFC 8037, 2), ML-DSA (RFC 9964, 3).
 */

/** The members in the order of writing. */
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
 * The public key. Throws OperationError `unsupported` for a key that has no such form: DSA, RSA restricted to
 * PSS, other curves, and a compressed point.
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
  throw noSuchForm(key, "a JSON Web Key");
}

/** The private key with its public part. Throws like `publicJsonWebKey`. */
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
    // Only the seed has a member, and it cannot be computed from the expanded key.
    let at = start;
    der.next(at, end);
    if (der.tag === TAG.SEQUENCE) der.next(at = der.body, der.end);
    if (der.tag !== primitive(0) && at === start) {
      throw noSuchForm(key.publicKey.key, "a JSON Web Key without its seed");
    }
    return { ...publicPart, priv: encodeBase64Url(der.content()) };
  }
  if (publicPart.kty === "EC") {
    der.expect(start, end, TAG.SEQUENCE, "EC key");
    const { end: keyEnd } = der;
    der.expect(der.body, keyEnd, TAG.INTEGER, "Version");
    der.expect(der.end, keyEnd, TAG.OCTET_STRING, "Private value");
  } else der.expect(start, end, TAG.OCTET_STRING, "Private key");
  // In the normal form, the private number of an elliptic curve already has its full length.
  return { ...publicPart, d: encodeBase64Url(der.content()) };
}

/** The text of a file, with one member on each line. */
export const writeJson = (key: JsonWebKey): string => `${JSON.stringify(key, null, 2)}\n`;

/** The error `unsupported` for the field of the format. `form` names the requested format. */
const noSuchForm = (key: PublicKey, form: string): OperationError =>
  new OperationError("unsupported", `${describeKey(key)} cannot be written as ${form}`, "format");
