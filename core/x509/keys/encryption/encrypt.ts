/**
 * Encrypting under a password, for PKCS#12 files and private keys: PKCS#12's own scheme with 3DES
 * (RFC 7292, C) and PBES2 with AES-256 (RFC 8018, 6.2). The reading side is decrypt.ts.
 */
import type { Context } from "../../../kernel/context.ts";
import { encryptCbc } from "./ciphers.ts";
import { TAG } from "../../asn1/der.ts";
import { element, integer, objectIdentifier } from "../../asn1/der-write.ts";
import { KDF_COST, spendDerivation } from "./kdf-cost.ts";
import { AES_256_CBC, PBES2 } from "./pbes2.ts";
import { HMAC_SHA256, PBKDF2 } from "./pbkdf2.ts";
import { deriveKeyAndVector, TRIPLE_DES_SHA1 } from "./pkcs12-pbe.ts";

const TRIPLE_DES = "DES-EDE3-CBC";

/** NIST SP 800-132, 5.1: a salt of at least 128 bits. */
export const SALT_OCTETS = 16;

export type EncryptionScheme = "pbeWithSHAAnd3-KeyTripleDES-CBC" | "PBES2";

export interface EncryptedData {
  /** AlgorithmIdentifier, DER. */
  readonly algorithm: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Encrypts `data`; salt and vector are drawn from the context, iterations count on its budget. */
export function encryptUnderPassword(
  scheme: EncryptionScheme,
  password: string,
  iterations: number,
  data: Uint8Array<ArrayBuffer>,
  context: Context,
): Promise<EncryptedData> {
  const encrypt = scheme === "PBES2" ? encryptAes256 : encryptTripleDes;
  return encrypt(password, iterations, data, context);
}

async function encryptTripleDes(
  password: string,
  iterations: number,
  data: Uint8Array<ArrayBuffer>,
  { random, budget }: Context,
): Promise<EncryptedData> {
  const salt = random(SALT_OCTETS);
  const { key, iv } = await deriveKeyAndVector(TRIPLE_DES, password, salt, iterations, budget);
  const encrypted = await encryptCbc(TRIPLE_DES, key, iv, data);
  key.fill(0);
  const parameters = element(
    TAG.SEQUENCE,
    element(TAG.OCTET_STRING, salt),
    integer(iterations),
  );
  const algorithm = element(TAG.SEQUENCE, objectIdentifier(TRIPLE_DES_SHA1), parameters);
  return { algorithm, data: encrypted };
}

async function encryptAes256(
  password: string,
  iterations: number,
  data: Uint8Array<ArrayBuffer>,
  { random, budget }: Context,
): Promise<EncryptedData> {
  const salt = random(SALT_OCTETS);
  const iv = random(16);
  const what = "ITERATIONS OF PBKDF2-HMAC-SHA-256";
  spendDerivation(budget, what, iterations, KDF_COST.pbkdf2["SHA-256"]);
  const octets = new TextEncoder().encode(password);
  const base = await crypto.subtle.importKey("raw", octets, "PBKDF2", false, ["deriveBits"]);
  octets.fill(0);
  const kdf = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  const key = new Uint8Array(await crypto.subtle.deriveBits(kdf, base, 256));
  const encrypted = await encryptCbc("AES-256-CBC", key, iv, data);
  key.fill(0);
  const prf = element(TAG.SEQUENCE, objectIdentifier(HMAC_SHA256), element(TAG.NULL));
  const derivation = element(
    TAG.SEQUENCE,
    objectIdentifier(PBKDF2),
    element(TAG.SEQUENCE, element(TAG.OCTET_STRING, salt), integer(iterations), prf),
  );
  const cipher = element(
    TAG.SEQUENCE,
    objectIdentifier(AES_256_CBC),
    element(TAG.OCTET_STRING, iv),
  );
  const parameters = element(TAG.SEQUENCE, derivation, cipher);
  return { algorithm: element(TAG.SEQUENCE, objectIdentifier(PBES2), parameters), data: encrypted };
}
