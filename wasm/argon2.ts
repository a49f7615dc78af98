/**
 * Argon2 (RFC 9106) in WebAssembly (hash-wasm), for keys of PuTTY. It comes from the library's file for Argon2 only, so that the
 * code that every tool loads does not grow.
 */
import type { argon2id as Argon2 } from "hash-wasm";
import library from "hash-wasm/dist/argon2.umd.min.js";

const { argon2d, argon2i, argon2id } = library as Record<string, typeof Argon2>;

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
