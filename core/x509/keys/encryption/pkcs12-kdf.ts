/** Key derivation of PKCS#12 (RFC 7292, appendix B.2), which WebCrypto lacks, on WASM digests. */
import type { Budget } from "../../../kernel/context.ts";
import { type DigestAlgorithm, loadDigest } from "../../../../wasm/digest.ts";
import { KDF_COST, spendDerivation } from "./kdf-cost.ts";

/** What the derived bytes are for (B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/** v of B.2: octets of the digest's block. */
const BLOCK_OCTETS: Partial<Record<DigestAlgorithm, number>> = { "SHA-384": 128, "SHA-512": 128 };

/** u of B.2: octets of the digest itself. */
const OUTPUT_OCTETS: Readonly<Record<DigestAlgorithm, number>> = {
  "MD5": 16,
  "SHA-1": 20,
  "SHA-224": 28,
  "SHA-256": 32,
  "SHA-384": 48,
  "SHA-512": 64,
};

/**
 * The password as BMPString with its two zero octets at the end (B.1). Only "no password at all",
 * null, has no octets.
 */
export function pkcs12Password(password: string | null): Uint8Array<ArrayBuffer> {
  if (password === null) return new Uint8Array(0);
  const octets = new Uint8Array(2 * password.length + 2);
  for (let i = 0; i < password.length; i++) {
    const unit = password.charCodeAt(i);
    octets[2 * i] = unit >> 8;
    octets[2 * i + 1] = unit;
  }
  return octets;
}

/**
 * Derives `length` octets. `password` comes from `pkcs12Password`. Every iteration of every block
 * counts against the budget.
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
  const digest = await loadDigest(algorithm);
  const block = BLOCK_OCTETS[algorithm] ?? 64;
  const diversifier = new Uint8Array(block).fill(purpose);
  const stretched = stretch(password, block);
  const input = concat(stretch(salt, block), stretched);
  stretched.fill(0);
  const derived = new Uint8Array(length);
  // Spent before any of it runs: the loop below cannot be interrupted.
  const blocks = Math.ceil(length / OUTPUT_OCTETS[algorithm]);
  const what = `ITERATIONS OF PKCS#12'S KEY DERIVATION OVER ${algorithm}`;
  spendDerivation(budget, what, iterations, KDF_COST.digest[algorithm] * blocks);
  for (let done = 0; done < length;) {
    const first = concat(diversifier, input);
    let hash = digest(first);
    first.fill(0);
    for (let i = 1; i < iterations; i++) hash = digest(hash);
    derived.set(hash.subarray(0, length - done), done);
    done += hash.length;
    if (done < length) addToBlocks(input, stretch(hash, block, block));
  }
  input.fill(0);
  return derived;
}

/** Repeats the octets up to the next multiple of the block, or up to `length`. */
function stretch(
  octets: Uint8Array,
  block: number,
  length = block * Math.ceil(octets.length / block),
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) out[i] = octets[i % octets.length];
  return out;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Adds `addend` and one to each block of `input`, as big-endian numbers, carries dropped. */
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
