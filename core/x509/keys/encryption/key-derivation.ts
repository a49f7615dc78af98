/**
 * Key derivation for password-based encryption: PBKDF2, scrypt and PKCS#12's own, with their parameters
 * (RFC 8018, A; RFC 7292, C) and costs.
 */
import { type DigestAlgorithm, loadDigest } from "../../../../wasm/digest.ts";
import { deriveScrypt, pbkdf2Sha224 } from "../../../../wasm/kdf.ts";
import type { Budget } from "../../../kernel/context.ts";
import { OperationError } from "../../../kernel/errors.ts";
import { counted, withCommas } from "../../../kernel/formatting.ts";
import { type PasswordEncoding, passwordOctets } from "../../../kernel/passwords.ts";
import { concatenate } from "../../../kernel/octets.ts";
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import * as X509_TEXT from "../../texts.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "../key-algorithms.ts";
import { type EncryptedObject, unsupportedScheme } from "../private-key-errors.ts";
import type { Cipher } from "./ciphers.ts";

/** In octets. Programs write 8 to 64. */
export const MAX_SALT_OCTETS = 1024;
/** The limit on the user's device, equal to OpenJDK's. On a server only the budget limits the count. */
const MAX_ITERATIONS = 5_000_000;

/** A scheme with its parameters, which derives key and initialisation vector from a passphrase. */
export interface Derivation {
  readonly name: string;
  readonly iterations: number | null;
  readonly cipher: Cipher;
  /** The encoding of passwords that the scheme demands. */
  readonly encoding: PasswordEncoding;
  /** `encoding` replaces UTF-8, and has no effect on schemes with another encoding. */
  derive(
    passphrase: string | null,
    encoding?: PasswordEncoding,
  ): Promise<{ key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }>;
}

/**
 * Reads Pkcs-12-PbeParams and PBEParameter ::= SEQUENCE { salt OCTET STRING, iterations INTEGER } (RFC 7292,
 * C; RFC 8018, A.3). Throws DerError.
 */
export function readPbeParameters(der: Der, algorithm: AlgorithmIdentifier) {
  if (algorithm.parametersStart === null) {
    throw new DerError("The parameters of the encryption are missing", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "Encryption parameters");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "Salt");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "Iteration count");
  return { salt, iterations: readIterations(der) };
}

/** Returns the content of the OCTET STRING read last. Throws DerError if it is too long for a salt. */
export function readSalt(der: Der): Uint8Array<ArrayBuffer> {
  const salt = der.content();
  if (salt.length > MAX_SALT_OCTETS) {
    const found = `The salt has ${counted(salt.length, "octet")}`;
    throw new DerError(`${found}, and at most 1,024 are read`, der.start);
  }
  return salt;
}

/** Returns the INTEGER read last. Throws DerError if it is not positive or has more than six octets. */
function readCount(der: Der): number {
  const count = der.smallInteger();
  if (count === null || count < 1) throw new DerError("A number is out of range", der.start);
  return count;
}

/** Returns the iteration count read last. Throws DerError, and TooMuchDerivation beyond MAX_ITERATIONS. */
export function readIterations(der: Der): number {
  const count = readCount(der);
  if (count > MAX_ITERATIONS && !der.budget.onServer) {
    const asked = `${withCommas(count)} iterations of its key derivation`;
    throw TooMuchDerivation.of(asked, MAX_ITERATIONS, true, false);
  }
  return count;
}

/*
 * A derivation is charged to the budget before it runs. The unit is one iteration of PBKDF2 with SHA-256,
 * which engines run natively.
 *
 * SERVER_LIMITS (core/kernel/context.ts) allow the counts that current programs write: OpenSSL 3 and .NET
 * use 2,048 and 2,000 iterations, and scrypt with N = 16,384, r = 8; OpenJDK uses 10,000 and, before
 * version 12, 50,000 and 100,000 of PKCS#12's own derivation; NSS, GnuTLS 3.7 and Bouncy Castle 1.86 use
 * 600,000 in each derivation of a file, including the MAC's. Other programs refuse more than 5,000,000
 * (OpenJDK, Bouncy Castle), 600,000 (Windows) or 300,000 (.NET 9).
 */

/** One digest in WebAssembly, by its hash, in the same unit. */
const DIGEST_COST = {
  "MD5": 6,
  "SHA-1": 7,
  "SHA-224": 7,
  "SHA-256": 8,
  "SHA-384": 9,
  "SHA-512": 10,
} as const;

/** Costs, in iterations of PBKDF2 with SHA-256. */
export const KDF_COST = {
  /** An iteration of PBKDF2, by its hash. SHA-224 is not native (wasm/kdf.ts). */
  pbkdf2: { "SHA-1": 1, "SHA-224": 32, "SHA-256": 1, "SHA-384": 4, "SHA-512": 4 },
  digest: DIGEST_COST,
  /** An iteration of PKCS#12's own derivation and PBKDF1, by its hash (iterated-digest.ts). */
  iteratedDigest: { ...DIGEST_COST, "SHA-1": 3, "SHA-256": 4 },
  /** One block of 128 octets. scrypt processes cost * block size * parallelism of them. */
  scryptBlock: 5,
  /** One block of 1 KiB in one pass of Argon2; PuTTY uses 8,192 blocks and 13 passes or more. */
  argon2Block: 10,
  /** A round of bcrypt_pbkdf for 32 octets, in JavaScript; ssh-keygen writes 16 or 24 rounds. */
  bcryptRound: 48_000,
} as const;

/** The cost of starting a derivation, in the same unit, with the octets of common passwords and salts. */
const START = 160;
const START_OCTETS = 512;
/** The octets of password and salt that are hashed for one unit, beside the iterations. */
const OCTETS_PER_UNIT = 10;

/** The most memory for one derivation in KiB. PuTTY uses 8 MiB, and scrypt in OpenSSL at most 32. */
const MAX_MEMORY = { server: 32 * 1024, device: 256 * 1024 };

/** The error for a derivation that exceeds the budget. The caller adds the input field with `at`. */
export class TooMuchDerivation extends OperationError {
  private constructor(message: string, path?: string) {
    super("too_complex", message, path);
  }

  /** `most` is the number of iterations left for `what`; `fresh` means that no derivation ran before. */
  static of(what: string, most: number, fresh: boolean, onServer: boolean): TooMuchDerivation {
    return new TooMuchDerivation(X509_TEXT.tooMuchDerivation(what, most, fresh, onServer));
  }

  /** `asked` and `most` are in MiB. */
  static ofMemory(asked: number, most: number, budget: Budget): TooMuchDerivation {
    const fresh = budget.spent("kdfMemory") === 0;
    return new TooMuchDerivation(X509_TEXT.tooMuchMemory(asked, most, fresh, budget.onServer));
  }

  /** The same error with the path of an input field. */
  at(path: string): TooMuchDerivation {
    return new TooMuchDerivation(this.message, path);
  }
}

/**
 * Charges the memory of a derivation, in KiB, which an engine returns only later. So all derivations of a call
 * share one budget of it. Throws TooMuchDerivation.
 */
export function spendMemory(budget: Budget, memory: number): void {
  const most = Math.min(
    budget.left("kdfMemory"),
    MAX_MEMORY[budget.onServer ? "server" : "device"],
  );
  if (!(memory <= most)) {
    throw TooMuchDerivation.ofMemory(Math.ceil(memory / 1024), Math.floor(most / 1024), budget);
  }
  budget.spend("kdfMemory", memory);
}

/**
 * Charges a derivation to the budget. `noun` names one of its iterations, a round of bcrypt for example. `octets`
 * is the length of all passwords and salts that are hashed with them. Throws TooMuchDerivation with the
 * requested and the allowed number.
 */
export function spendDerivation(
  budget: Budget,
  noun: "block" | "digest" | "iteration" | "round",
  method: string,
  iterations: number,
  cost: number,
  octets: number,
): void {
  const fixed = START + Math.floor(Math.max(0, octets - START_OCTETS) / OCTETS_PER_UNIT);
  const amount = fixed + iterations * cost;
  const left = budget.left("kdfIterations");
  if (!(amount <= left)) {
    const most = Math.max(0, Math.floor((left - fixed) / cost));
    const asked = `${counted(iterations, noun)} of ${method}`;
    throw TooMuchDerivation.of(asked, most, budget.spent("kdfIterations") === 0, budget.onServer);
  }
  budget.spend("kdfIterations", amount);
}

/* PBKDF2 (RFC 8018, 5.2), the key derivation of PBES2 and PBMAC1. */

export const PBKDF2 = "1.2.840.113549.1.5.12";
/** More than the key of any cipher or MAC needs. */
const MAX_KEY_OCTETS = 128;

export const HMAC_SHA256 = "1.2.840.113549.2.9";

/** The hash of an HMAC by its object identifier (RFC 8018, B.1). */
export const HMAC_HASHES: ReadonlyMap<string, keyof typeof KDF_COST.pbkdf2> = new Map([
  ["1.2.840.113549.2.7", "SHA-1"],
  ["1.2.840.113549.2.8", "SHA-224"],
  [HMAC_SHA256, "SHA-256"],
  ["1.2.840.113549.2.10", "SHA-384"],
  ["1.2.840.113549.2.11", "SHA-512"],
]);

/** A key derivation with its parameters. `derive` takes the password as octets. */
export interface KeyDerivation {
  readonly name: string;
  readonly iterations: number | null;
  readonly derive: (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

interface Pbkdf2 extends KeyDerivation {
  readonly iterations: number;
  readonly keyOctets: number;
}

/**
 * Reads PBKDF2-params ::= SEQUENCE { salt, iterationCount, keyLength OPTIONAL, prf DEFAULT SHA-1 }.
 * `cipherOctets` is the key length of the cipher; null if the parameters must state the length, as for a MAC
 * (RFC 9579). Throws DerError, and `unsupported` for another key derivation or digest.
 */
export function readPbkdf2(
  der: Der,
  algorithm: AlgorithmIdentifier,
  cipherOctets: number | null,
  object: EncryptedObject,
): Pbkdf2 {
  if (algorithm.oid !== PBKDF2) {
    throw unsupportedScheme(object, `the key derivation ${algorithm.oid}`);
  }
  if (algorithm.parametersStart === null) {
    throw new DerError("The parameters of the key derivation are missing", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBKDF2 parameters");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "Salt");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "Iteration count");
  const iterations = readIterations(der);
  let at = der.end;
  let stated: number | null = null;
  if (der.optional(at, end, TAG.INTEGER)) {
    at = der.end;
    stated = readCount(der);
    if (stated > MAX_KEY_OCTETS) throw new DerError("The key is too long", der.start);
    if (cipherOctets !== null && stated !== cipherOctets) {
      throw new DerError("The length of the key does not match the cipher", der.start);
    }
  }
  const keyOctets = cipherOctets ?? stated;
  if (keyOctets === null) throw new DerError("The length of the key is missing", at);
  let hash: keyof typeof KDF_COST.pbkdf2 | undefined = "SHA-1";
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const prf = readAlgorithmIdentifier(der);
    at = prf.end;
    hash = HMAC_HASHES.get(prf.oid);
    if (!hash) throw unsupportedScheme(object, `PBKDF2 over ${prf.oid}`);
  }
  der.finish(at, end, "PBKDF2 parameters");
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    // An AES-256 key needs two blocks of SHA-1, each with all iterations.
    const blocks = Math.ceil(keyOctets / (hash === "SHA-1" ? 20 : hash === "SHA-224" ? 28 : 32));
    const method = `PBKDF2-HMAC-${hash}`;
    const octets = password.length + salt.length * blocks;
    spendDerivation(
      der.budget,
      "iteration",
      method,
      iterations,
      KDF_COST.pbkdf2[hash] * blocks,
      octets,
    );
    if (hash === "SHA-224") return await pbkdf2Sha224(password, salt, iterations, keyOctets);
    // WebKit does not derive from an empty password. HMAC pads its key with zeros (RFC 2104, 2), so one
    // zero octet gives the same result.
    const secret = password.length > 0 ? password : new Uint8Array(1);
    const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
    const parameters = { name: "PBKDF2", hash, salt, iterations };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, keyOctets * 8));
  };
  return { name: `PBKDF2-HMAC-${hash}`, iterations, keyOctets, derive };
}

/* scrypt (RFC 7914) as a key derivation of PBES2. */

export const SCRYPT = "1.3.6.1.4.1.11591.4.11";
/** The octets that an HMAC with SHA-256 hashes beside its message: two padded keys, and a digest. */
const HMAC_OCTETS = 192;

/**
 * Reads scrypt-params (RFC 7914, 7): SEQUENCE { salt, cost, blockSize, parallelism, keyLength OPTIONAL }.
 * Throws DerError, and `too_complex` if the product of block size and parallelism is above 2 ** 16.
 */
export function readScrypt(
  der: Der,
  start: number,
  limit: number,
  keyOctets: number,
  object: EncryptedObject,
): KeyDerivation {
  der.expect(start, limit, TAG.SEQUENCE, "Scrypt parameters");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "Salt");
  const salt = readSalt(der);
  const numbers: number[] = [];
  for (const what of ["Cost", "Block size", "Parallelism"]) {
    der.expect(der.end, end, TAG.INTEGER, what);
    numbers.push(readCount(der));
  }
  const [cost, blockSize, parallelism] = numbers;
  if (cost < 2 || !Number.isInteger(Math.log2(cost))) {
    throw new DerError("The cost of scrypt is not a power of two", der.start);
  }
  if (blockSize * parallelism > 2 ** 16) {
    throw new OperationError("too_complex", KERNEL_TEXT.tooComplex, object.path);
  }
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    const method = `scrypt (N = ${cost}, R = ${blockSize}, P = ${parallelism})`;
    spendMemory(der.budget, (128 * blockSize * (cost + parallelism)) / 1024);
    const lanes = blockSize * parallelism;
    // Two derivations by PBKDF2 surround the blocks: of 128 octets for each, and from as many (RFC 7914, 6).
    const octets = password.length + 4 * lanes * (salt.length + HMAC_OCTETS) + 128 * lanes;
    spendDerivation(der.budget, "block", method, cost * lanes, KDF_COST.scryptBlock, octets);
    const parameters = { cost, blockSize, parallelism };
    const key = await deriveScrypt(password, salt, parameters, keyOctets);
    if (key !== null) return key;
    const unusual = `scrypt with N = ${cost}, R = ${blockSize} and P = ${parallelism}`;
    throw unsupportedScheme(object, unusual);
  };
  return { name: "scrypt", iterations: null, derive };
}

/* Key derivation of PKCS#12 (RFC 7292, appendix B.2) with our own digests, because WebCrypto lacks it. */

/** The purpose of the derived bytes (B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/** v in B.2: the block size of the digest in octets. */
const BLOCK_OCTETS: Partial<Record<DigestAlgorithm, number>> = { "SHA-384": 128, "SHA-512": 128 };

/** u in B.2: the output size of the digest in octets. */
const OUTPUT_OCTETS: Readonly<Record<DigestAlgorithm, number>> = {
  "MD5": 16,
  "SHA-1": 20,
  "SHA-224": 28,
  "SHA-256": 32,
  "SHA-384": 48,
  "SHA-512": 64,
};

/**
 * The password as a BMPString with its two trailing zero octets (B.1). Null means no password: only then is
 * the result empty.
 */
export function pkcs12Password(password: string | null): Uint8Array<ArrayBuffer> {
  if (password === null) return new Uint8Array(0);
  return passwordOctets(password, "BMPString");
}

/**
 * Derives `length` octets. `password` is the result of `pkcs12Password`. Charges every iteration of every
 * block, and the octets that each block starts with, to the budget. Throws TooMuchDerivation.
 */
export async function deriveKey(
  algorithm: DigestAlgorithm,
  purpose: (typeof PURPOSE)[keyof typeof PURPOSE],
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  const [digest, { iterateDigest }] = await Promise.all([
    loadDigest(algorithm),
    import("./iterated-digest.ts"),
  ]);
  const block = BLOCK_OCTETS[algorithm] ?? 64;
  const diversifier = new Uint8Array(block).fill(purpose);
  const stretched = stretch(password, block);
  const input = concatenate([stretch(salt, block), stretched]);
  stretched.fill(0);
  const derived = new Uint8Array(length);
  // Charge in advance, because the loop below cannot be interrupted.
  const blocks = Math.ceil(length / OUTPUT_OCTETS[algorithm]);
  const method = `PKCS#12's key derivation over ${algorithm}`;
  const cost = KDF_COST.iteratedDigest[algorithm] * blocks;
  spendDerivation(budget, "iteration", method, iterations, cost, input.length * blocks);
  for (let done = 0; done < length;) {
    const first = concatenate([diversifier, input]);
    const hash = await iterateDigest(algorithm, digest(first), iterations - 1);
    first.fill(0);
    derived.set(hash.subarray(0, length - done), done);
    done += hash.length;
    if (done < length) addToBlocks(input, stretch(hash, block, block));
  }
  input.fill(0);
  return derived;
}

/** Repeats the octets up to the next multiple of the block size, or up to `length`. */
function stretch(
  octets: Uint8Array,
  block: number,
  length = block * Math.ceil(octets.length / block),
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) out[i] = octets[i % octets.length];
  return out;
}

/** Adds `addend` and one to each block of `input`, as big-endian numbers without the final carry. */
function addToBlocks(input: Uint8Array, addend: Uint8Array): void {
  for (let start = 0; start < input.length; start += addend.length) {
    let carry = 1;
    for (let i = addend.length - 1; i >= 0; i--) {
      carry += input[start + i] + addend[i];
      input[start + i] = carry;
      carry >>= 8;
    }
  }
}
