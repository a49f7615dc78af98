/**
 * The common parts of reading private keys: the result type, and the time that the computations take.
 */
import type { Budget } from "../../../kernel/context.ts";
import type { PublicKey } from "../../shapes.ts";
import { type ComparableKey, describeKey } from "../key-comparison.ts";

export interface PrivateNumbers {
  readonly publicKey: ComparableKey;
  /** Null if the numbers belong together; otherwise why that could not be checked. */
  readonly unchecked: string | null;
  /** The AlgorithmIdentifier of the normal form in DER; absent to keep the file's. */
  readonly algorithm?: Uint8Array<ArrayBuffer>;
  /** The algorithm's own structure in the normal form; absent to keep the file's. */
  readonly inner?: Uint8Array<ArrayBuffer>;
}

/** The text of `unchecked` for a key that this tool cannot check. */
export const cannotCheck = (key: PublicKey): string =>
  `This tool cannot check whether the parts of the private key match for ${describeKey(key)}`;

/* Times of the libraries for keys that are strings of octets, in microseconds of a slow core. */

/** Multiplying one point of the curve of Ed25519 and X25519. */
export const EDWARDS25519_TIME = 2_000;

/** Multiplying one point of the curve of Ed448 and X448, or two at once. */
export const EDWARDS448_TIME = 10_000;

const ML_DSA: ReadonlyMap<string, number> = new Map([
  ["ML-DSA-44", 6_000],
  ["ML-DSA-65", 9_000],
  ["ML-DSA-87", 13_000],
]);

/** Expanding a seed, verifying, or computing a public part. */
export const mlDsaTime = (name: string): number => ML_DSA.get(name) ?? 13_000;

/** Verifying. The small parameter sets (s) need fewer digests than the fast ones (f). */
export function slhDsaTime(name: string): number {
  const digest = name.includes("SHAKE") ? 2 : 1;
  return digest * (/\d{3}s/.test(name) ? 25_000 : 80_000);
}

/** Signing and verifying, the test of a private key without a seed. */
export const mlDsaTrialTime = (name: string): number => 6 * mlDsaTime(name);

/** ML-KEM: expanding a seed, or encapsulating and decapsulating a secret. */
export const ML_KEM_TIME = 10_000;

/** Computing the root of an SLH-DSA key. The small parameter sets (s) have one large tree. */
export function slhDsaRootTime(name: string): number {
  if (!/\d{3}s/.test(name)) return 100_000;
  return name.includes("SHAKE") ? 3_000_000 : 1_200_000;
}

/* Arithmetic on big integers is charged in advance, because V8 cannot interrupt it. */

/**
 * Charges `count` multiplications or divisions of numbers with this many bits to the budget, in
 * microseconds of a slow core. The cost is quadratic in the number of 64-bit digits.
 */
export function spendArithmetic(budget: Budget, bits: number, count: number): void {
  budget.spend("work", arithmeticTime(bits) * count);
}

/** Time of one multiplication or division, in microseconds of a slow core. */
export function arithmeticTime(bits: number): number {
  return 0.5 + (bits / 64) ** 2 * 0.002;
}
