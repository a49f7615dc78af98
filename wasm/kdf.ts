/**
 * Password-based key derivation in WebAssembly (hash-wasm) that WebCrypto does not offer: scrypt, Argon2, and
 * PBKDF2 with SHA-224. PBKDF2 in hash-wasm is about twelve times slower than in WebCrypto.
 */
import { argon2d, argon2i, argon2id, createSHA224, pbkdf2, scrypt } from "hash-wasm";

/** Returns a key of `length` bytes by PBKDF2 with HMAC-SHA-224 (RFC 8018, 5.2). The password must not be empty. */
export async function pbkdf2Sha224(
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return await pbkdf2({
    password,
    salt,
    iterations,
    hashLength: length,
    hashFunction: createSHA224(),
    outputType: "binary",
  }) as Uint8Array<ArrayBuffer>;
}

/** Returns a key of `length` bytes by scrypt (RFC 7914). Uses 128 * cost * blockSize bytes of memory. */
export async function deriveScrypt(
  password: Uint8Array,
  salt: Uint8Array,
  parameters: { cost: number; blockSize: number; parallelism: number },
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return await scrypt({
    password,
    salt,
    costFactor: parameters.cost,
    blockSize: parameters.blockSize,
    parallelism: parameters.parallelism,
    hashLength: length,
    outputType: "binary",
  }) as Uint8Array<ArrayBuffer>;
}

const ARGON2 = { Argon2d: argon2d, Argon2i: argon2i, Argon2id: argon2id } as const;
export type Argon2Flavour = keyof typeof ARGON2;

/** Returns a key of `length` bytes by Argon2 (RFC 9106). `memory` is in KiB. */
export async function deriveArgon2(
  flavour: Argon2Flavour,
  password: Uint8Array,
  salt: Uint8Array,
  parameters: { memory: number; passes: number; parallelism: number },
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return await ARGON2[flavour]({
    password,
    salt,
    memorySize: parameters.memory,
    iterations: parameters.passes,
    parallelism: parameters.parallelism,
    hashLength: length,
    outputType: "binary",
  }) as Uint8Array<ArrayBuffer>;
}
