/**
 * Password-based encryption: PBES2 and PBES1 (RFC 8018) and PKCS#12's schemes (RFC 7292, C). Decryption
 * detects a wrong passphrase only by the padding, so the caller must check the result.
 */
import { loadDigest } from "../../../../wasm/digest.ts";
import type { Budget, Context } from "../../../kernel/context.ts";
import { concatenate } from "../../../kernel/octets.ts";
import { type PasswordEncoding, passwordOctets } from "../../../kernel/passwords.ts";
import { element, integer, objectIdentifier } from "../../asn1/der-write.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "../key-algorithms.ts";
import { cipherOfOid } from "./cipher-names.ts";
import {
  type EncryptedObject,
  type Encryption,
  unsupportedCipher,
  unsupportedScheme,
} from "../private-key-errors.ts";
import { type Cipher, cipherSizes, decryptCbc, encryptCbc } from "./ciphers.ts";
import {
  type Derivation,
  deriveKey,
  HMAC_SHA256,
  KDF_COST,
  type KeyDerivation,
  PBKDF2,
  pkcs12Password,
  PURPOSE,
  readPbeParameters,
  readPbkdf2,
  readScrypt,
  SCRYPT,
  spendDerivation,
} from "./key-derivation.ts";

/** Known schemes that are not supported. */
const UNSUPPORTED_SCHEMES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.12.1.1", "pbeWithSHAAnd128BitRC4"],
  ["1.2.840.113549.1.12.1.2", "pbeWithSHAAnd40BitRC4"],
  ["1.2.840.113549.1.5.1", "pbeWithMD2AndDES-CBC"],
  ["1.2.840.113549.1.5.4", "pbeWithMD2AndRC2-CBC"],
]);

/**
 * Reads the parameters of a scheme, whose AlgorithmIdentifier `der` has read, and returns the decryption of
 * `data`. Throws OperationError with the path and texts of `object` for an unsupported scheme,
 * TooMuchDerivation, and DerError for malformed parameters.
 */
export function readEncryption(
  der: Der,
  algorithm: AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer>,
  object: EncryptedObject,
): Encryption {
  const { name, iterations, cipher, encoding, derive } = readDerivation(der, algorithm, object);
  return {
    name,
    iterations,
    encoding,
    async decrypt(passphrase, encoding) {
      const { key, iv } = await derive(passphrase, encoding);
      try {
        return await decryptCbc(cipher, key, iv, data);
      } finally {
        key.fill(0);
      }
    },
  };
}

function readDerivation(
  der: Der,
  algorithm: AlgorithmIdentifier,
  object: EncryptedObject,
): Derivation {
  const { oid } = algorithm;
  if (oid === PBES2) return readPbes2(der, algorithm, object);
  const pkcs12 = PKCS12_SCHEMES.get(oid);
  if (pkcs12) return readPkcs12Pbe(der, algorithm, pkcs12);
  const pbes1 = PBES1_SCHEMES.get(oid);
  if (pbes1) return readPbes1(der, algorithm, pbes1);
  const name = UNSUPPORTED_SCHEMES.get(oid);
  throw unsupportedScheme(object, name ?? `the scheme ${oid}`, name?.endsWith("RC4"));
}

/* Encryption of PKCS#12 files and private keys: PKCS#12's scheme with 3DES, and PBES2 with AES-256. */

const TRIPLE_DES = "DES-EDE3-CBC";

/** NIST SP 800-132, 5.1: a salt of at least 128 bits. */
export const SALT_OCTETS = 16;

export type EncryptionScheme = "pbeWithSHAAnd3-KeyTripleDES-CBC" | "PBES2";

export interface EncryptedData {
  /** AlgorithmIdentifier in DER. */
  readonly algorithm: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Encrypts `data` with a random salt and vector from the context. Charges iterations to its budget. */
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
  const octets = passwordOctets(password, "UTF-8");
  const method = "PBKDF2-HMAC-SHA-256";
  const hashed = octets.length + salt.length;
  spendDerivation(budget, "iteration", method, iterations, KDF_COST.pbkdf2["SHA-256"], hashed);
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

/* PBES2 (RFC 8018, 6.2): a cipher with a key from PBKDF2 or scrypt. */

const PBES2 = "1.2.840.113549.1.5.13";
const RC2_CBC = "1.2.840.113549.3.2";
const AES_256_CBC = "2.16.840.1.101.3.4.1.42";

/** Ciphers whose only parameter is the initialisation vector. */
const CIPHERS: ReadonlyMap<string, Cipher> = new Map<string, Cipher>([
  ["2.16.840.1.101.3.4.1.2", "AES-128-CBC"],
  ["2.16.840.1.101.3.4.1.22", "AES-192-CBC"],
  [AES_256_CBC, "AES-256-CBC"],
  ["1.2.840.113549.3.7", "DES-EDE3-CBC"],
  ["1.3.14.3.2.7", "DES-CBC"],
]);

/**
 * Reads PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme } (RFC 8018, A.4). Throws DerError,
 * and `unsupported` for a key derivation or cipher that is not listed in this file.
 */
function readPbes2(
  der: Der,
  algorithm: AlgorithmIdentifier,
  object: EncryptedObject,
): Derivation {
  if (algorithm.parametersStart === null) {
    throw new DerError("The parameters of the encryption are missing", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBES2 parameters");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "Key derivation");
  const derivation = readAlgorithmIdentifier(der);
  der.expect(derivation.end, end, TAG.SEQUENCE, "Cipher");
  const scheme = readAlgorithmIdentifier(der);
  const { cipher, iv } = readCipher(der, scheme, object);
  const { keyOctets } = cipherSizes(cipher);
  if (derivation.parametersStart === null) {
    throw new DerError("The parameters of the key derivation are missing", derivation.end);
  }
  const at = derivation.parametersStart;
  let kdf: KeyDerivation;
  if (derivation.oid === PBKDF2) kdf = readPbkdf2(der, derivation, keyOctets, object);
  else if (derivation.oid === SCRYPT) kdf = readScrypt(der, at, derivation.end, keyOctets, object);
  else throw unsupportedScheme(object, `the key derivation ${derivation.oid}`);
  return {
    name: `PBES2 (${kdf.name}, ${cipher})`,
    iterations: kdf.iterations,
    cipher,
    encoding: "UTF-8",
    async derive(passphrase, encoding = "UTF-8") {
      const password = passwordOctets(passphrase ?? "", encoding);
      const key = await kdf.derive(password);
      password.fill(0);
      return { key, iv };
    },
  };
}

/** Reads the cipher of PBES2 and its initialisation vector. */
function readCipher(
  der: Der,
  scheme: AlgorithmIdentifier,
  object: EncryptedObject,
): { cipher: Cipher; iv: Uint8Array<ArrayBuffer> } {
  const at = scheme.parametersStart;
  let cipher = CIPHERS.get(scheme.oid);
  if (!cipher && scheme.oid !== RC2_CBC) {
    const name = cipherOfOid(scheme.oid);
    throw name === null
      ? unsupportedScheme(object, `PBES2 and the cipher ${scheme.oid}`)
      : unsupportedCipher(object, name);
  }
  if (at === null) throw new DerError("The initialization vector is missing", scheme.end);
  if (cipher) der.expect(at, scheme.end, TAG.OCTET_STRING, "Initialization vector");
  else {
    // RC2-CBC-Parameter ::= SEQUENCE { rc2ParameterVersion INTEGER OPTIONAL, iv OCTET STRING }. The version
    // encodes the effective bits (RFC 8018, B.2.3).
    der.expect(at, scheme.end, TAG.SEQUENCE, "RC2 parameters");
    const end = der.end;
    der.expect(der.body, end, TAG.INTEGER, "RC2 version");
    const version = der.smallInteger();
    if (version === 160) cipher = "RC2-40-CBC";
    else if (version === 120) cipher = "RC2-64-CBC";
    else if (version === 58) cipher = "RC2-128-CBC";
    else throw unsupportedScheme(object, "RC2 with an unusual key length");
    der.expect(der.end, end, TAG.OCTET_STRING, "Initialization vector");
  }
  const iv = der.content();
  if (iv.length !== cipherSizes(cipher).blockOctets) {
    throw new DerError("The initialization vector has a wrong length", der.start);
  }
  return { cipher, iv };
}

/* PBES1 (RFC 8018, 6.1): DES and RC2 with a key from PBKDF1. */

interface Pbes1Scheme {
  readonly name: string;
  readonly cipher: Cipher;
  readonly digest: "MD5" | "SHA-1";
}

/** Schemes by object identifier. Key and vector are the halves of PBKDF1's sixteen octets. */
const PBES1_SCHEMES: ReadonlyMap<string, Pbes1Scheme> = new Map<string, Pbes1Scheme>([
  ["1.2.840.113549.1.5.3", { cipher: "DES-CBC", digest: "MD5", name: "pbeWithMD5AndDES-CBC" }],
  ["1.2.840.113549.1.5.6", { cipher: "RC2-64-CBC", digest: "MD5", name: "pbeWithMD5AndRC2-CBC" }],
  ["1.2.840.113549.1.5.10", { cipher: "DES-CBC", digest: "SHA-1", name: "pbeWithSHA1AndDES-CBC" }],
  ["1.2.840.113549.1.5.11", {
    cipher: "RC2-64-CBC",
    digest: "SHA-1",
    name: "pbeWithSHA1AndRC2-CBC",
  }],
]);

/** Reads the parameters of a PBES1 scheme, whose identifier `der` has read. */
function readPbes1(
  der: Der,
  algorithm: AlgorithmIdentifier,
  scheme: Pbes1Scheme,
): Derivation {
  const { name, cipher, digest } = scheme;
  const { salt, iterations } = readPbeParameters(der, algorithm);
  return {
    name,
    cipher,
    iterations,
    encoding: "UTF-8",
    async derive(passphrase, encoding) {
      const derived = await pbkdf1(
        digest,
        passphrase ?? "",
        salt,
        iterations,
        der.budget,
        encoding,
      );
      return { key: derived.subarray(0, 8), iv: derived.subarray(8, 16) };
    },
  };
}

/** PBKDF1 (RFC 8018, 5.1), sixteen octets. */
async function pbkdf1(
  algorithm: "MD5" | "SHA-1",
  passphrase: string,
  salt: Uint8Array,
  iterations: number,
  budget: Budget,
  encoding: PasswordEncoding = "UTF-8",
): Promise<Uint8Array<ArrayBuffer>> {
  const password = passwordOctets(passphrase, encoding);
  const method = `PBKDF1 over ${algorithm}`;
  const octets = password.length + salt.length;
  spendDerivation(
    budget,
    "iteration",
    method,
    iterations,
    KDF_COST.iteratedDigest[algorithm],
    octets,
  );
  const [digest, { iterateDigest }] = await Promise.all([
    loadDigest(algorithm),
    import("./iterated-digest.ts"),
  ]);
  const input = concatenate([password, salt]);
  const hash = await iterateDigest(algorithm, digest(input), iterations - 1);
  input.fill(0);
  password.fill(0);
  return hash.subarray(0, 16);
}

/* PKCS#12's own schemes (RFC 7292, C): its derivation with SHA-1 gives key and vector. */

interface Pkcs12Scheme {
  readonly name: string;
  readonly cipher: Cipher;
}

const TRIPLE_DES_SHA1 = "1.2.840.113549.1.12.1.3";

/** Schemes by object identifier. */
const PKCS12_SCHEMES: ReadonlyMap<string, Pkcs12Scheme> = new Map<string, Pkcs12Scheme>([
  [TRIPLE_DES_SHA1, { cipher: "DES-EDE3-CBC", name: "pbeWithSHAAnd3-KeyTripleDES-CBC" }],
  ["1.2.840.113549.1.12.1.4", { cipher: "DES-EDE-CBC", name: "pbeWithSHAAnd2-KeyTripleDES-CBC" }],
  ["1.2.840.113549.1.12.1.5", { cipher: "RC2-128-CBC", name: "pbeWithSHAAnd128BitRC2-CBC" }],
  ["1.2.840.113549.1.12.1.6", { cipher: "RC2-40-CBC", name: "pbeWithSHAAnd40BitRC2-CBC" }],
]);

/** Reads the parameters of a PKCS#12 scheme, whose identifier `der` has read. */
function readPkcs12Pbe(
  der: Der,
  algorithm: AlgorithmIdentifier,
  { name, cipher }: Pkcs12Scheme,
): Derivation {
  const { salt, iterations } = readPbeParameters(der, algorithm);
  return {
    name,
    cipher,
    iterations,
    encoding: "BMPString",
    derive: (passphrase) => deriveKeyAndVector(cipher, passphrase, salt, iterations, der.budget),
  };
}

/** Derives key and initialisation vector for the cipher. A null passphrase means that there is none. */
async function deriveKeyAndVector(
  cipher: Cipher,
  passphrase: string | null,
  salt: Uint8Array,
  iterations: number,
  budget: Budget,
): Promise<{ key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }> {
  const password = pkcs12Password(passphrase);
  const { keyOctets, blockOctets } = cipherSizes(cipher);
  const run = (purpose: 1 | 2, length: number) =>
    deriveKey("SHA-1", purpose, password, salt, iterations, length, budget);
  const key = await run(PURPOSE.key, keyOctets);
  const iv = await run(PURPOSE.iv, blockOctets);
  password.fill(0);
  return { key, iv };
}
