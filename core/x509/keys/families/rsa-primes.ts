/**
 * Computes the primes of an RSA key from its modulus and exponents (NIST SP 800-56B, appendix C.1), for keys that have
 * only these. Loaded for a key that has only these.
 */
import { pow } from "@noble/curves/abstract/modular.js";
import type { Budget } from "../../../kernel/context.ts";
import { numberOctets, numberOf } from "../../asn1/hex.ts";
import { MalformedKey } from "../private-key-errors.ts";
import { spendArithmetic } from "./private-numbers.ts";

/** Bases of the search. Each finds the primes with a chance of at least one half. */
const BASES = Array.from({ length: 40 }, (_, at) => BigInt(at + 2));
/** A power costs about as many multiplications as twice the bits of its exponent. */
const PER_BIT = 2;
/** Longer keys are not in use. Each power of one would take seconds. */
const MAX_BITS = 8192;

/** Returns p, q, dp, dq and qi of n, e and d. Throws MalformedKey if they do not fit together. */
export function primeNumbers(
  [n, e, d]: readonly Uint8Array[],
  budget: Budget,
): Uint8Array<ArrayBuffer>[] {
  const [modulus, exponent, secret] = [n, e, d].map(numberOf);
  const product = exponent * secret - 1n;
  const isOdd = modulus % 2n === 1n && modulus > 8n;
  if (!isOdd || product <= 0n || product % 2n === 1n) throw new MalformedKey(NO_KEY);
  if (n.length * 8 > MAX_BITS || e.length + d.length > 2 * n.length) {
    throw new MalformedKey(`The JSON Web Key has no primes and more than ${MAX_BITS} bits`);
  }
  const p = factorOf(modulus, product, n.length * 8, budget);
  if (p === null) throw new MalformedKey(NO_KEY);
  const q = modulus / p;
  return [p, q, secret % (p - 1n), secret % (q - 1n), pow(q, p - 2n, p)].map((number) =>
    numberOctets(number)
  );
}

const NO_KEY = "The numbers n, e and d of the JSON Web Key do not belong together";

/** A prime of the modulus; null if the product of the exponents is not 1 for it. */
function factorOf(
  modulus: bigint,
  product: bigint,
  bits: number,
  budget: Budget,
): bigint | null {
  let odd = product;
  let halvings = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    halvings++;
  }
  for (const base of BASES) {
    spendArithmetic(budget, bits, PER_BIT * bits + halvings);
    let power = pow(base, odd, modulus);
    for (let at = 0; at < halvings && power !== 1n && power !== modulus - 1n; at++) {
      const next = power * power % modulus;
      if (next === 1n) return greater(modulus, power - 1n);
      power = next;
    }
    // Neither a root of 1 was met nor 1 itself: the exponents are of another key.
    if (power !== 1n && power !== modulus - 1n) return null;
  }
  return null;
}

/** The greater of the two primes, by the greatest common divisor of the modulus and a number. */
function greater(modulus: bigint, number: bigint): bigint {
  let [a, b] = [modulus, number];
  while (b !== 0n) [a, b] = [b, a % b];
  const other = modulus / a;
  return a > other ? a : other;
}
