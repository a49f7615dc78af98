/**
 * Password-based key derivation in WebAssembly (hash-wasm), for what WebCrypto does not have:
 * scrypt, and PBKDF2 over SHA-224. PBKDF2 is some twelve times slower here than there.
 */
import { createSHA224, pbkdf2, scrypt } from "hash-wasm";

/** PBKDF2 with HMAC-SHA-224 (RFC 8018, 5.2). The password must not be empty. */
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

/** scrypt (RFC 7914). Takes 128 * cost * blockSize bytes of memory. */
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
