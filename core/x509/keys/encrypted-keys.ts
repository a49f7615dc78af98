/**
 * Decrypting private keys: EncryptedPrivateKeyInfo (RFC 5958, 3) under PBES2 and PBES1 (RFC 8018)
 * and PKCS#12's schemes (RFC 7292, C), and OpenSSL's traditional `Proc-Type: 4,ENCRYPTED` blocks
 * (RFC 1421 headers). Nothing here tells whether the passphrase was right but by the padding: the
 * caller sees whether a key came out.
 */
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { deriveScrypt, pbkdf2Sha224 } from "../../../wasm/kdf.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "./algorithms.ts";
import { type Cipher, cipherSizes, decryptCbc } from "./ciphers.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import { intern } from "../asn1/oids.ts";
import { KDF_COST, spendDerivation, TooMuchDerivation } from "./kdf-cost.ts";
import { deriveKey, pkcs12Password, PURPOSE } from "./pkcs12-kdf.ts";
import { KERNEL_TEXT } from "../../kernel/texts.ts";

const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";
const SCRYPT = "1.3.6.1.4.1.11591.4.11";
const RC2_CBC = "1.2.840.113549.3.2";

/** Encryption schemes of PBES2 without parameters but the initialisation vector. */
const PBES2_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ["2.16.840.1.101.3.4.1.2", "AES-128-CBC"],
  ["2.16.840.1.101.3.4.1.22", "AES-192-CBC"],
  ["2.16.840.1.101.3.4.1.42", "AES-256-CBC"],
  ["1.2.840.113549.3.7", "DES-EDE3-CBC"],
  ["1.3.14.3.2.7", "DES-CBC"],
]);

/** Schemes of PKCS#12, whose key and vector come from its own derivation over SHA-1. */
const PKCS12_SCHEMES: ReadonlyMap<string, { cipher: Cipher; name: string }> = new Map([
  ["1.2.840.113549.1.12.1.3", {
    cipher: "DES-EDE3-CBC",
    name: "pbeWithSHAAnd3-KeyTripleDES-CBC",
  }],
  ["1.2.840.113549.1.12.1.4", { cipher: "DES-EDE-CBC", name: "pbeWithSHAAnd2-KeyTripleDES-CBC" }],
  ["1.2.840.113549.1.12.1.5", { cipher: "RC2-128-CBC", name: "pbeWithSHAAnd128BitRC2-CBC" }],
  ["1.2.840.113549.1.12.1.6", { cipher: "RC2-40-CBC", name: "pbeWithSHAAnd40BitRC2-CBC" }],
]);

/** Schemes that are known by name and not supported. */
const OTHER_SCHEMES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.12.1.1", "pbeWithSHAAnd128BitRC4"],
  ["1.2.840.113549.1.12.1.2", "pbeWithSHAAnd40BitRC4"],
  ["1.2.840.113549.1.5.1", "pbeWithMD2AndDES-CBC"],
  ["1.2.840.113549.1.5.4", "pbeWithMD2AndRC2-CBC"],
]);

/** Schemes of PBES1, whose key and vector are the halves of PBKDF1's sixteen octets. */
const PBES1_SCHEMES: ReadonlyMap<
  string,
  { cipher: Cipher; digest: "MD5" | "SHA-1"; name: string }
> = new Map([
  ["1.2.840.113549.1.5.3", { cipher: "DES-CBC", digest: "MD5", name: "pbeWithMD5AndDES-CBC" }],
  ["1.2.840.113549.1.5.6", { cipher: "RC2-64-CBC", digest: "MD5", name: "pbeWithMD5AndRC2-CBC" }],
  ["1.2.840.113549.1.5.10", { cipher: "DES-CBC", digest: "SHA-1", name: "pbeWithSHA1AndDES-CBC" }],
  ["1.2.840.113549.1.5.11", {
    cipher: "RC2-64-CBC",
    digest: "SHA-1",
    name: "pbeWithSHA1AndRC2-CBC",
  }],
]);

/** Pseudo-random functions of PBKDF2: HMAC over these. */
const PRFS: ReadonlyMap<string, "SHA-1" | "SHA-224" | "SHA-256" | "SHA-384" | "SHA-512"> = new Map([
  ["1.2.840.113549.2.7", "SHA-1"],
  ["1.2.840.113549.2.8", "SHA-224"],
  ["1.2.840.113549.2.9", "SHA-256"],
  ["1.2.840.113549.2.10", "SHA-384"],
  ["1.2.840.113549.2.11", "SHA-512"],
]);

intern([PBES2, PBKDF2, SCRYPT, RC2_CBC]);
for (const table of [PBES2_CIPHERS, PKCS12_SCHEMES, OTHER_SCHEMES, PBES1_SCHEMES, PRFS]) {
  intern(table.keys());
}

/** Memory that scrypt may take: OpenSSL's own limit is half of it. */
const MAX_SCRYPT_BYTES = 64 * 1024 * 1024;
const MAX_SALT_OCTETS = 1024;
/** Longer than any key of a cipher or a MAC. */
const MAX_KEY_OCTETS = 128;

/** The input field that faults are reported for. */
const FIELD = "privateKey";

/** Data is encrypted in a way that is not known here; `scheme` names it. */
export class UnsupportedEncryption extends OperationError {
  constructor(readonly scheme: string) {
    super(
      "unsupported",
      `THE PRIVATE KEY IS ENCRYPTED WITH ${scheme}, WHICH IS NOT SUPPORTED`,
      FIELD,
    );
  }
}

/** Iterations beyond which no file is read anywhere: OpenJDK's own bound. */
const MAX_ITERATIONS = 5_000_000;

/**
 * Decrypts with a passphrase; null when it does not open the data. What makes an encryption unusable
 * is told when one of these is made, before anybody is asked for a passphrase. No passphrase at all,
 * null, differs from an empty one for the schemes of PKCS#12 alone.
 */
export type Decryptor = (passphrase: string | null) => Promise<Uint8Array<ArrayBuffer> | null>;

/** An encryption as a file states it, and the way to undo it. */
export interface Encryption {
  /** "PBES2 (PBKDF2-HMAC-SHA-256, AES-256-CBC)", "pbeWithSHAAnd3-KeyTripleDES-CBC", … */
  readonly name: string;
  /** Iterations of the key derivation; null where there is another measure. */
  readonly iterations: number | null;
  readonly decrypt: Decryptor;
}

/** Derives key and vector from a passphrase. */
interface Derivation {
  name: string;
  iterations: number | null;
  cipher: Cipher;
  derive(
    passphrase: string | null,
  ): Promise<{ key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }>;
}

/**
 * Reads the EncryptedPrivateKeyInfo in `bytes`. Throws OperationError `unsupported` for a scheme that
 * is not known here and DerError for a broken frame.
 */
export function privateKeyInfoDecryptor(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): Decryptor {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "ENCRYPTED PRIVATE KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "ENCRYPTION ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.OCTET_STRING, "ENCRYPTED DATA");
  return readEncryption(der, algorithm, der.content()).decrypt;
}

/**
 * For data under a password-based encryption scheme, whose identifier `der` holds: private keys here,
 * and the bags of PKCS#12. Throws UnsupportedEncryption, TooMuchDerivation and DerError.
 */
export function readEncryption(
  der: Der,
  algorithm: AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer>,
): Encryption {
  const { name, iterations, cipher, derive } = readDerivation(der, algorithm);
  return {
    name,
    iterations,
    async decrypt(passphrase) {
      const { key, iv } = await derive(passphrase);
      try {
        return await decryptCbc(cipher, key, iv, data);
      } finally {
        key.fill(0);
      }
    },
  };
}

function readDerivation(der: Der, algorithm: AlgorithmIdentifier): Derivation {
  if (algorithm.oid === PBES2) return readPbes2(der, algorithm);
  const pkcs12 = PKCS12_SCHEMES.get(algorithm.oid);
  if (pkcs12) {
    const { salt, iterations } = readPbeParameters(der, algorithm);
    const { keyOctets, blockOctets } = cipherSizes(pkcs12.cipher);
    return {
      ...pkcs12,
      iterations,
      async derive(passphrase) {
        const password = pkcs12Password(passphrase);
        const run = (purpose: 1 | 2, length: number) =>
          deriveKey("SHA-1", purpose, password, salt, iterations, length, der.budget);
        const key = await run(PURPOSE.key, keyOctets);
        const iv = await run(PURPOSE.iv, blockOctets);
        password.fill(0);
        return { key, iv };
      },
    };
  }
  const pbes1 = PBES1_SCHEMES.get(algorithm.oid);
  if (!pbes1) {
    const name = OTHER_SCHEMES.get(algorithm.oid) ?? `THE SCHEME ${algorithm.oid}`;
    throw new UnsupportedEncryption(name);
  }
  const { salt, iterations } = readPbeParameters(der, algorithm);
  return {
    ...pbes1,
    iterations,
    async derive(passphrase) {
      const derived = await pbkdf1(pbes1.digest, passphrase ?? "", salt, iterations, der.budget);
      return { key: derived.subarray(0, 8), iv: derived.subarray(8, 16) };
    },
  };
}

/** Pkcs-12-PbeParams and PBEParameter ::= SEQUENCE { salt OCTET STRING, iterations INTEGER }. */
function readPbeParameters(der: Der, algorithm: AlgorithmIdentifier) {
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE ENCRYPTION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "ENCRYPTION PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "ITERATION COUNT");
  return { salt, iterations: readIterations(der) };
}

function readSalt(der: Der): Uint8Array<ArrayBuffer> {
  const salt = der.content();
  if (salt.length > MAX_SALT_OCTETS) throw new DerError("SALT IS TOO LONG", der.start);
  return salt;
}

/** A positive INTEGER read last. */
function readCount(der: Der): number {
  const count = der.smallInteger();
  if (count === null || count < 1) throw new DerError("NUMBER OUT OF RANGE", der.start);
  return count;
}

/** The iteration count read last. On a server the budget, which is smaller, refuses it. */
export function readIterations(der: Der): number {
  const count = readCount(der);
  if (count > MAX_ITERATIONS && !der.budget.onServer) {
    const asked = `${count.toLocaleString("en")} ITERATIONS OF ITS KEY DERIVATION`;
    throw TooMuchDerivation.of(asked, MAX_ITERATIONS, true, false);
  }
  return count;
}

/** PBKDF1 (RFC 8018, 5.1), sixteen octets. */
async function pbkdf1(
  algorithm: "MD5" | "SHA-1",
  passphrase: string,
  salt: Uint8Array,
  iterations: number,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  spendDerivation(
    budget,
    `ITERATIONS OF PBKDF1 OVER ${algorithm}`,
    iterations,
    KDF_COST.digest[algorithm],
  );
  const digest = await loadDigest(algorithm);
  const password = new TextEncoder().encode(passphrase);
  const input = new Uint8Array(password.length + salt.length);
  input.set(password);
  input.set(salt, password.length);
  let hash = digest(input);
  for (let i = 1; i < iterations; i++) hash = digest(hash);
  input.fill(0);
  password.fill(0);
  return hash.subarray(0, 16);
}

/** PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme }. */
function readPbes2(der: Der, algorithm: AlgorithmIdentifier): Derivation {
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE ENCRYPTION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBES2 PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "KEY DERIVATION");
  const derivation = readAlgorithmIdentifier(der);
  der.expect(derivation.end, end, TAG.SEQUENCE, "CIPHER");
  const scheme = readAlgorithmIdentifier(der);
  const { cipher, iv } = readScheme(der, scheme);
  const { keyOctets } = cipherSizes(cipher);
  if (derivation.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE KEY DERIVATION ARE MISSING", derivation.end);
  }
  const at = derivation.parametersStart;
  let kdf: KeyDerivation;
  if (derivation.oid === PBKDF2) kdf = readPbkdf2(der, derivation, keyOctets);
  else if (derivation.oid === SCRYPT) kdf = readScrypt(der, at, derivation.end, keyOctets);
  else throw new UnsupportedEncryption(`THE KEY DERIVATION ${derivation.oid}`);
  return {
    name: `PBES2 (${kdf.name}, ${cipher})`,
    iterations: kdf.iterations,
    cipher,
    async derive(passphrase) {
      const password = new TextEncoder().encode(passphrase ?? "");
      const key = await kdf.derive(password);
      password.fill(0);
      return { key, iv };
    },
  };
}

/** The cipher of PBES2 and its initialisation vector. */
function readScheme(
  der: Der,
  scheme: AlgorithmIdentifier,
): { cipher: Cipher; iv: Uint8Array<ArrayBuffer> } {
  const at = scheme.parametersStart;
  let cipher = PBES2_CIPHERS.get(scheme.oid);
  if (!cipher && scheme.oid !== RC2_CBC) {
    throw new UnsupportedEncryption(`PBES2 AND THE CIPHER ${scheme.oid}`);
  }
  if (at === null) throw new DerError("INITIALISATION VECTOR IS MISSING", scheme.end);
  if (cipher) der.expect(at, scheme.end, TAG.OCTET_STRING, "INITIALISATION VECTOR");
  else {
    // RC2-CBC-Parameter ::= SEQUENCE { rc2ParameterVersion INTEGER OPTIONAL, iv OCTET STRING }; the
    // versions are a code for the effective bits (RFC 8018, B.2.3).
    der.expect(at, scheme.end, TAG.SEQUENCE, "RC2 PARAMETERS");
    const end = der.end;
    der.expect(der.body, end, TAG.INTEGER, "RC2 VERSION");
    const version = der.smallInteger();
    if (version === 160) cipher = "RC2-40-CBC";
    else if (version === 120) cipher = "RC2-64-CBC";
    else if (version === 58) cipher = "RC2-128-CBC";
    else throw new UnsupportedEncryption("RC2 OF AN UNUSUAL KEY LENGTH");
    der.expect(der.end, end, TAG.OCTET_STRING, "INITIALISATION VECTOR");
  }
  const iv = der.content();
  if (iv.length !== cipherSizes(cipher).blockOctets) {
    throw new DerError("INITIALISATION VECTOR OF A WRONG LENGTH", der.start);
  }
  return { cipher, iv };
}

/** A key derivation with its parameters. `derive` takes the password as octets. */
interface KeyDerivation {
  readonly name: string;
  readonly iterations: number | null;
  readonly derive: (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

interface Pbkdf2 extends KeyDerivation {
  readonly iterations: number;
  readonly keyOctets: number;
}

/**
 * PBKDF2-params ::= SEQUENCE { salt, iterationCount, keyLength OPTIONAL, prf DEFAULT SHA-1 }. The
 * length of the key is the cipher's; `cipherOctets` is null where the parameters must state it.
 */
export function readPbkdf2(
  der: Der,
  algorithm: AlgorithmIdentifier,
  cipherOctets: number | null,
): Pbkdf2 {
  if (algorithm.oid !== PBKDF2) {
    throw new UnsupportedEncryption(`THE KEY DERIVATION ${algorithm.oid}`);
  }
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE KEY DERIVATION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBKDF2 PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "ITERATION COUNT");
  const iterations = readIterations(der);
  let at = der.end;
  let stated: number | null = null;
  if (der.optional(at, end, TAG.INTEGER)) {
    at = der.end;
    stated = readCount(der);
    if (stated > MAX_KEY_OCTETS) throw new DerError("THE KEY IS TOO LONG", der.start);
    if (cipherOctets !== null && stated !== cipherOctets) {
      throw new DerError("THE LENGTH OF THE KEY DOES NOT FIT ITS CIPHER", der.start);
    }
  }
  const keyOctets = cipherOctets ?? stated;
  if (keyOctets === null) throw new DerError("THE LENGTH OF THE KEY IS MISSING", at);
  let hash: keyof typeof KDF_COST.pbkdf2 | undefined = "SHA-1";
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const prf = readAlgorithmIdentifier(der);
    at = prf.end;
    hash = PRFS.get(prf.oid);
    if (!hash) throw new UnsupportedEncryption(`PBKDF2 OVER ${prf.oid}`);
  }
  der.finish(at, end, "PBKDF2 PARAMETERS");
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    // Two blocks of SHA-1 make an AES-256 key, and each runs all iterations.
    const blocks = Math.ceil(keyOctets / (hash === "SHA-1" ? 20 : hash === "SHA-224" ? 28 : 32));
    const what = `ITERATIONS OF PBKDF2-HMAC-${hash}`;
    spendDerivation(der.budget, what, iterations, KDF_COST.pbkdf2[hash] * blocks);
    if (hash === "SHA-224") return await pbkdf2Sha224(password, salt, iterations, keyOctets);
    // WebKit derives nothing from an empty password. HMAC fills its key with zeros (RFC 2104, 2), so
    // one zero is the same.
    const secret = password.length > 0 ? password : new Uint8Array(1);
    const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
    const parameters = { name: "PBKDF2", hash, salt, iterations };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, keyOctets * 8));
  };
  return { name: `PBKDF2-HMAC-${hash}`, iterations, keyOctets, derive };
}

/** scrypt-params (RFC 7914, 7): SEQUENCE { salt, cost, blockSize, parallelism, keyLength OPTIONAL }. */
function readScrypt(der: Der, start: number, limit: number, keyOctets: number): KeyDerivation {
  der.expect(start, limit, TAG.SEQUENCE, "SCRYPT PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  const numbers: number[] = [];
  for (const what of ["COST", "BLOCK SIZE", "PARALLELISM"]) {
    der.expect(der.end, end, TAG.INTEGER, what);
    numbers.push(readCount(der));
  }
  const [cost, blockSize, parallelism] = numbers;
  if (cost < 2 || !Number.isInteger(Math.log2(cost))) {
    throw new DerError("THE COST OF SCRYPT IS NO POWER OF TWO", der.start);
  }
  if (128 * cost * blockSize > MAX_SCRYPT_BYTES || blockSize * parallelism > 2 ** 16) {
    throw new OperationError("too_complex", KERNEL_TEXT.tooComplex, FIELD);
  }
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    const what = `BLOCKS OF SCRYPT (N = ${cost}, R = ${blockSize}, P = ${parallelism})`;
    spendDerivation(der.budget, what, cost * blockSize * parallelism, KDF_COST.scryptBlock);
    return await deriveScrypt(password, salt, { cost, blockSize, parallelism }, keyOctets);
  };
  return { name: "scrypt", iterations: null, derive };
}

/** DEK-Info's names of ciphers. */
const DEK_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ["AES-128-CBC", "AES-128-CBC"],
  ["AES-192-CBC", "AES-192-CBC"],
  ["AES-256-CBC", "AES-256-CBC"],
  ["DES-EDE3-CBC", "DES-EDE3-CBC"],
  ["DES-CBC", "DES-CBC"],
]);

/**
 * For a traditional block by its DEK-Info header, "CIPHER,HEX-VECTOR": the key is OpenSSL's
 * EVP_BytesToKey over MD5 with one iteration, salted by the first octets of the vector.
 */
export function traditionalDecryptor(dekInfo: string, data: Uint8Array<ArrayBuffer>): Decryptor {
  const comma = dekInfo.indexOf(",");
  if (comma === -1) throw malformedDekInfo();
  const cipher = DEK_CIPHERS.get(dekInfo.slice(0, comma).trim().toUpperCase());
  if (!cipher) {
    throw new UnsupportedEncryption("ANOTHER CIPHER THAN AES, 3DES OR DES IN CBC MODE");
  }
  const { keyOctets, blockOctets } = cipherSizes(cipher);
  const iv = readHex(dekInfo.slice(comma + 1).trim(), blockOctets);
  if (iv === null) throw malformedDekInfo();
  return async (passphrase) => {
    const md5 = await loadDigest("MD5");
    const password = new TextEncoder().encode(passphrase ?? "");
    const key = new Uint8Array(keyOctets);
    let previous = new Uint8Array(0);
    for (let done = 0; done < keyOctets; done += previous.length) {
      const input = new Uint8Array(previous.length + password.length + 8);
      input.set(previous);
      input.set(password, previous.length);
      input.set(iv.subarray(0, 8), previous.length + password.length);
      previous = md5(input);
      input.fill(0);
      key.set(previous.subarray(0, keyOctets - done), done);
    }
    password.fill(0);
    try {
      return await decryptCbc(cipher, key, iv, data);
    } finally {
      key.fill(0);
    }
  };
}

const malformedDekInfo = () =>
  new OperationError(
    "unreadable",
    "THE PRIVATE KEY CANNOT BE READ: ITS DEK-INFO LINE IS MALFORMED",
    FIELD,
  );

/** Exactly `octets` pairs of hexadecimal digits; null for anything else. */
function readHex(text: string, octets: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== 2 * octets) return null;
  const out = new Uint8Array(octets);
  for (let i = 0; i < octets; i++) {
    const pair = text.slice(2 * i, 2 * i + 2);
    if (!/^[0-9A-Fa-f]{2}$/.test(pair)) return null;
    out[i] = parseInt(pair, 16);
  }
  return out;
}
