/** Makes key pairs with WebCrypto, and signs with them in the form of X.509. */
import { OperationError } from "../../kernel/errors.ts";
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier, unsignedInteger } from "../asn1/der-write.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type KeyType =
  | { type: "RSA"; bits: number }
  | { type: "ECC"; curve: string }
  | { type: PlainKeyType };

/** Keys with a single signature algorithm and no parameters, by their names in WebCrypto. */
type PlainKeyType = keyof typeof PLAIN_SIGNATURES;

export type SigningDigest = "SHA-256" | "SHA-384" | "SHA-512";

/** F4, the public exponent that every authority accepts. */
const PUBLIC_EXPONENT = Uint8Array.of(1, 0, 1);

/** WebKitGTK 2.50 fails with an OperationError for about one Ed25519 key in 120, and makes the next one. */
const ED25519_ATTEMPTS = 8;

/** A new key pair. */
interface MadeKeyPair {
  readonly privateKey: CryptoKey;
  /** SubjectPublicKeyInfo and PrivateKeyInfo, DER. */
  readonly spki: Bytes;
  readonly pkcs8: Bytes;
}

/** Makes a key pair. Throws `unsupported` with the input field whose choice this engine does not support. */
export async function makeKeyPair(key: KeyType, digest: SigningDigest): Promise<MadeKeyPair> {
  const { publicKey, privateKey } = await generateKeys(key, digest);
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey("spki", publicKey),
    crypto.subtle.exportKey("pkcs8", privateKey),
  ]);
  return { privateKey, spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) };
}

async function generateKeys(key: KeyType, digest: SigningDigest): Promise<CryptoKeyPair> {
  const { algorithm, kind, path } = choiceOf(key, digest);
  for (let left = key.type === "Ed25519" ? ED25519_ATTEMPTS : 1;; left--) {
    try {
      const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      return keys as CryptoKeyPair;
    } catch (thrown) {
      const name = thrown instanceof Error ? thrown.name : "";
      if (name === "NotSupportedError") {
        throw new OperationError("unsupported", `This tool cannot make ${kind} keys`, path);
      }
      if (name !== "OperationError" || left === 1) throw thrown;
    }
  }
}

/** The algorithm for WebCrypto, its name in messages, and the input field that selected it. */
function choiceOf(
  key: KeyType,
  digest: SigningDigest,
): { algorithm: { name: string }; kind: string; path: string } {
  if (key.type === "RSA") {
    const algorithm = {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: key.bits,
      publicExponent: PUBLIC_EXPONENT,
      hash: digest,
    };
    return { algorithm, kind: `RSA ${key.bits}`, path: "keySize" };
  }
  if (key.type === "ECC") {
    const algorithm = { name: "ECDSA", namedCurve: key.curve };
    return { algorithm, kind: key.curve, path: "eccCurve" };
  }
  return { algorithm: { name: key.type }, kind: key.type.toUpperCase(), path: "keyType" };
}

/** Imports the DER of a PrivateKeyInfo to sign with. */
export function importSigningKey(
  pkcs8: Bytes,
  key: KeyType,
  digest: SigningDigest,
): Promise<CryptoKey> {
  const algorithm = key.type === "RSA"
    ? { name: "RSASSA-PKCS1-v1_5", hash: digest }
    : key.type === "ECC"
    ? { name: "ECDSA", namedCurve: key.curve }
    : { name: key.type };
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

/** RFC 8410, 3; RFC 9881, 2. They sign the data without hashing it first, and have no parameters. */
const PLAIN_SIGNATURES = {
  "Ed25519": "1.3.101.112",
  "ML-DSA-44": "2.16.840.1.101.3.4.3.17",
  "ML-DSA-65": "2.16.840.1.101.3.4.3.18",
  "ML-DSA-87": "2.16.840.1.101.3.4.3.19",
} as const;

/** Signs octets, and names its algorithm in the form of X.509. */
export interface Signer {
  /** AlgorithmIdentifier in DER. */
  readonly algorithm: Bytes;
  sign(tbs: Bytes): Promise<Bytes>;
}

/** Returns a signer with a private key of WebCrypto. */
export function signerWith(
  key: CryptoKey,
  type: KeyType["type"],
  digest: SigningDigest,
): Signer {
  const oid = type === "RSA" || type === "ECC" ? SIGNATURES[type][digest] : PLAIN_SIGNATURES[type];
  return {
    // RFC 4055, 5: the parameters of RSA are NULL. RFC 5758, 3.2: ECDSA has none.
    algorithm: type === "RSA"
      ? element(TAG.SEQUENCE, objectIdentifier(oid), element(TAG.NULL))
      : element(TAG.SEQUENCE, objectIdentifier(oid)),
    async sign(tbs) {
      // The digest of an RSA key was fixed when the key was imported; ECDSA takes it from here.
      const algorithm = { name: key.algorithm.name, hash: digest };
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, tbs));
      return type === "ECC" ? ecdsaSignatureValue(signature) : signature;
    },
  };
}

/** A request or a certificate: the signed octets, the algorithm and the signature. */
export function signed(
  tbs: Bytes,
  { algorithm }: Pick<Signer, "algorithm">,
  signature: Bytes,
): Bytes {
  const bits = element(TAG.BIT_STRING, Uint8Array.of(0), signature);
  return element(TAG.SEQUENCE, tbs, algorithm, bits);
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
