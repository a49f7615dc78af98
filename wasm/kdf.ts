/**
 * Password-based key derivation in WebAssembly (hash-wasm) that WebCrypto does not offer: scrypt, and
 * PBKDF2 with SHA-224. PBKDF2 in hash-wasm is about twelve times slower than in WebCrypto.
 */
import { createSHA224, pbkdf2, scrypt } from "hash-wasm";

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

/**
 * Returns a key of `length` bytes by scrypt (RFC 7914). Uses 128 * blockSize * (cost + parallelism) bytes of
 * memory. Null for parameters that hash-wasm 4.13 cannot compute: it reserves too little memory if their product is a
 * whole number of pages.
 */
export async function deriveScrypt(
  password: Uint8Array,
  salt: Uint8Array,
  parameters: { cost: number; blockSize: number; parallelism: number },
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await scrypt({
      password,
      salt,
      costFactor: parameters.cost,
      blockSize: parameters.blockSize,
      parallelism: parameters.parallelism,
      hashLength: length,
      outputType: "binary",
    }) as Uint8Array<ArrayBuffer>;
  } catch (thrown) {
    // The class is WebAssembly.RuntimeError, whose type only the DOM's library declares.
    if (thrown instanceof Error && thrown.name === "RuntimeError") return null;
    throw thrown;
  }
}
