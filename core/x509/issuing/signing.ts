/** Key pairs of the platform, and signatures with them in the form of X.509. */
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";
import { OperationError } from "../../kernel/errors.ts";
import { TAG } from "../asn1/der.ts";
import { element } from "../asn1/der-write.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type KeyType =
  | { type: "RSA"; bits: number }
  | { type: "ECC"; curve: string };

export type SigningDigest = "SHA-256" | "SHA-384" | "SHA-512";

/** F4, the public exponent that every authority accepts. */
const PUBLIC_EXPONENT = Uint8Array.of(1, 0, 1);

/** A key pair that was made here. */
interface MadeKeyPair {
  readonly privateKey: CryptoKey;
  /** SubjectPublicKeyInfo and PrivateKeyInfo, DER. */
  readonly spki: Bytes;
  readonly pkcs8: Bytes;
}

/** Makes a key pair. Throws `unsupported` at the field that chose what this engine lacks. */
export async function makeKeyPair(key: KeyType, digest: SigningDigest): Promise<MadeKeyPair> {
  const { publicKey, privateKey } = await generateKeys(key, digest);
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey("spki", publicKey),
    crypto.subtle.exportKey("pkcs8", privateKey),
  ]);
  return { privateKey, spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) };
}

async function generateKeys(key: KeyType, digest: SigningDigest): Promise<CryptoKeyPair> {
  const algorithm = key.type === "RSA"
    ? {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: key.bits,
      publicExponent: PUBLIC_EXPONENT,
      hash: digest,
    }
    : { name: "ECDSA", namedCurve: key.curve };
  try {
    return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== "NotSupportedError") throw thrown;
    const kind = key.type === "RSA" ? `RSA ${key.bits}` : key.curve;
    const path = key.type === "RSA" ? "keySize" : "eccCurve";
    throw new OperationError("unsupported", `${kind} KEYS CANNOT BE MADE HERE`, path);
  }
}

/** Imports the DER of a PrivateKeyInfo to sign with. */
export function importSigningKey(
  pkcs8: Bytes,
  key: KeyType,
  digest: SigningDigest,
): Promise<CryptoKey> {
  const algorithm = key.type === "RSA"
    ? { name: "RSASSA-PKCS1-v1_5", hash: digest }
    : { name: "ECDSA", namedCurve: key.curve };
  return crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
}

const SIGNATURES = {
  RSA: {
    "SHA-256": "1.2.840.113549.1.1.11",
    "SHA-384": "1.2.840.113549.1.1.12",
    "SHA-512": "1.2.840.113549.1.1.13",
  },
  ECC: {
    "SHA-256": "1.2.840.10045.4.3.2",
    "SHA-384": "1.2.840.10045.4.3.3",
    "SHA-512": "1.2.840.10045.4.3.4",
  },
} as const;

/** Signs in the form of X.509. */
export interface Signer {
  readonly algorithm: AlgorithmIdentifier;
  sign(tbs: ArrayBuffer): Promise<ArrayBuffer>;
}

/** Signs with a private key of the platform. */
export function signerWith(
  key: CryptoKey,
  type: KeyType["type"],
  digest: SigningDigest,
): Signer {
  return {
    algorithm: new AlgorithmIdentifier({
      algorithm: SIGNATURES[type][digest],
      // RFC 4055, 5: the parameters are NULL. RFC 5758, 3.2: there are none.
      parameters: type === "RSA" ? null : undefined,
    }),
    async sign(tbs) {
      // An RSA key has its digest in itself.
      const algorithm = { name: key.algorithm.name, hash: digest };
      const signature = await crypto.subtle.sign(algorithm, key, tbs);
      return type === "RSA" ? signature : ecdsaSignatureValue(new Uint8Array(signature)).buffer;
    },
  };
}

/** Ecdsa-Sig-Value (RFC 3279, 2.2.3) of WebCrypto's r and s in equal halves (IEEE P1363). */
function ecdsaSignatureValue(signature: Bytes): Bytes {
  const half = signature.length / 2;
  return element(
    TAG.SEQUENCE,
    unsignedInteger(signature.subarray(0, half)),
    unsignedInteger(signature.subarray(half)),
  );
}

/** Shortest form of a number that is not negative: no zeros before it but one that keeps it so. */
function unsignedInteger(octets: Bytes): Bytes {
  let first = 0;
  while (first < octets.length - 1 && octets[first] === 0) first++;
  const digits = octets.subarray(first);
  return digits[0] < 0x80
    ? element(TAG.INTEGER, digits)
    : element(TAG.INTEGER, Uint8Array.of(0), digits);
}
