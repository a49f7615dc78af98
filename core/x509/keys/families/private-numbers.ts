/**
 * What all families of private keys share: the result of reading the numbers, and what computing with
 * them costs.
 */
import type { Budget } from "../../../kernel/context.ts";
import type { PublicKey } from "../../shapes.ts";
import { type ComparableKey, describeKey } from "../key-comparison.ts";

export interface PrivateNumbers {
  readonly publicKey: ComparableKey;
  /** Null when the numbers belong together; else why that cannot be verified here. */
  readonly unchecked: string | null;
  /** Replaces the file's algorithm and structure in the normal form; absent to keep them. */
  readonly algorithm?: Uint8Array<ArrayBuffer>;
  readonly inner?: Uint8Array<ArrayBuffer>;
}

/** `unchecked` for a key of an algorithm whose numbers are not compared here. */
export const cannotCheck = (key: PublicKey): string =>
  `WHETHER THE PARTS OF THE PRIVATE KEY BELONG TOGETHER CANNOT BE VERIFIED HERE FOR ${
    describeKey(key)
  }`;

/** What the libraries take for keys that are strings of octets, in microseconds of a slow core. */

/** One multiplication of a point on Ed448's or X448's curve, or two at once. */
export const EDWARDS448_TIME = 10_000;

const ML_DSA: ReadonlyMap<string, number> = new Map([
  ["ML-DSA-44", 6_000],
  ["ML-DSA-65", 9_000],
  ["ML-DSA-87", 13_000],
]);

/** Making a key of a seed, verifying, or working out a public part. */
export const mlDsaTime = (name: string): number => ML_DSA.get(name) ?? 13_000;

/** Verifying: the sets for small signatures (s) take fewer digests than the fast ones (f). */
export function slhDsaTime(name: string): number {
  const digest = name.includes("SHAKE") ? 2 : 1;
  return digest * (/\d{3}s/.test(name) ? 25_000 : 80_000);
}

/** A signature, and verifying it: how a private key without its seed is tried. */
export const mlDsaTrialTime = (name: string): number => 6 * mlDsaTime(name);

/** ML-KEM: making a key of a seed, or encapsulating a secret and taking it out again. */
export const ML_KEM_TIME = 10_000;

/** Working out the root of an SLH-DSA key: the sets for small signatures have one large tree. */
export function slhDsaRootTime(name: string): number {
  if (!/\d{3}s/.test(name)) return 100_000;
  return name.includes("SHAKE") ? 3_000_000 : 1_200_000;
}

/* Big integers are paid for before the work, because V8 cannot be interrupted in it. */

/**
 * Takes `count` multiplications or divisions of numbers of so many bits from the budget's work, as
 * microseconds of a slow core: their digits have 64 bits, and each meets each.
 */
export function spendArithmetic(budget: Budget, bits: number, count: number): void {
  budget.spend("work", arithmeticTime(bits) * count);
}

/** Microseconds of a slow core for one of them. */
export function arithmeticTime(bits: number): number {
  return 0.5 + (bits / 64) ** 2 * 0.002;
}
