/**
 * Detects RSA keys that can be broken from the public key (Baseline Requirements, 6.1.1.3; NIST SP
 * 800-56B). Debian's predictable keys of 2008 are not detected, because their lists take megabytes.
 */
import type { Budget } from "../../../kernel/context.ts";
import { spendArithmetic } from "./private-numbers.ts";

export type RsaWeakness =
  | "modulus_even"
  | "small_factor"
  | "roca"
  | "close_primes"
  | "exponent_one"
  | "exponent_even"
  | "exponent_small";

/** The odd primes up to 751, the bound of NIST SP 800-89, 5.3.3. */
const SMALL_PRIMES: readonly number[] = (() => {
  const primes: number[] = [];
  for (let n = 3; n < 752; n += 2) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
})();
const PRODUCT = SMALL_PRIMES.reduce((product, prime) => product * BigInt(prime), 1n);
/** The primes in groups with a product of at most 53 bits, so that one long division serves a group. */
const RUNS: readonly { product: bigint; primes: readonly number[] }[] = (() => {
  const runs: { product: number; primes: number[] }[] = [];
  for (const prime of SMALL_PRIMES) {
    const last = runs[runs.length - 1];
    if (last && last.product * prime <= Number.MAX_SAFE_INTEGER) {
      last.product *= prime;
      last.primes.push(prime);
    } else runs.push({ product: prime, primes: [prime] });
  }
  return runs.map(({ product, primes }) => ({ product: BigInt(product), primes }));
})();

/** `rest` is the modulus reduced by the product of all small primes, and therefore short. */
function hasSmallFactor(rest: bigint): boolean {
  for (const { product, primes } of RUNS) {
    const short = Number(rest % product);
    // `%` is slow for numbers above 32 bits. The rounded quotient may not give the exact residue, but the
    // two sides are equal only for multiples of the prime.
    for (const prime of primes) if (short === Math.floor(short / prime) * prime) return true;
  }
  return false;
}

/**
 * Keys of Infineon's library (CVE-2017-15361). Their primes are k * M + (65537^a mod M), where M is the
 * product of the first primes, so the modulus is a power of 65537 modulo each of these primes.
 */
const ROCA: readonly { prime: bigint; powers: ReadonlySet<number> }[] = SMALL_PRIMES
  .filter((prime) => prime <= 167)
  .map((prime) => {
    const powers = new Set<number>();
    for (let power = 1; !powers.has(power); power = power * 65537 % prime) powers.add(power);
    return { prime: BigInt(prime), powers };
  })
  // A prime for which every residue is a power shows nothing.
  .filter(({ prime, powers }) => powers.size < Number(prime) - 1);

/** Rounds of Fermat's method that the Baseline Requirements require. */
const FERMAT_ROUNDS = 100;

/**
 * Returns the weaknesses of a key with these numbers: first that of the modulus, then that of the exponent.
 * Both numbers are positive, and the modulus has `bits` bits. Charges its work to the budget.
 */
export function rsaWeaknesses(
  modulus: bigint,
  exponent: bigint,
  bits: number,
  budget: Budget,
): RsaWeakness[] {
  budget.spend("work", 150);
  spendArithmetic(budget, bits, 30);
  const found: RsaWeakness[] = [];
  if (exponent === 1n) found.push("exponent_one");
  else if ((exponent & 1n) === 0n) found.push("exponent_even");
  else if (exponent < 65537n) found.push("exponent_small");
  if ((modulus & 1n) === 0n) return ["modulus_even", ...found];
  const rest = modulus % PRODUCT;
  if (hasSmallFactor(rest)) found.unshift("small_factor");
  else if (ROCA.every(({ prime, powers }) => powers.has(Number(rest % prime)))) {
    found.unshift("roca");
  } else if (hasClosePrimes(modulus, bits, budget)) found.unshift("close_primes");
  return found;
}

/** The residues that squares can have, by modulus. They rule out nearly all other numbers. */
const SIEVES: readonly { modulus: number; squares: Uint8Array }[] = [64 * 63, 65 * 11, 17 * 19]
  .map((modulus) => {
    const squares = new Uint8Array(modulus);
    for (let n = 0; n < modulus; n++) squares[n * n % modulus] = 1;
    return { modulus, squares };
  });
/** Twice this product fits into 31 bits, which engines add fastest. */
const SIEVE_PRODUCT = SIEVES.reduce((product, { modulus }) => product * modulus, 1);

const maybeSquare = (rest: number): boolean =>
  SIEVES.every(({ modulus, squares }) => squares[rest % modulus] === 1);

/** Fermat's method: if two primes are close, the modulus is a large square less a small square. */
function hasClosePrimes(modulus: bigint, bits: number, budget: Budget): boolean {
  const { root, rest: above } = squareRoot(modulus, bits);
  if (above === 0n) return true;
  const a = root + 1n;
  // Work with residues as plain numbers, and compute a candidate in full only if they allow a square.
  const residue = (n: bigint) => Number(n % BigInt(SIEVE_PRODUCT));
  let rest = residue(a + root - above);
  let step = residue(2n * a + 1n);
  for (let round = 0; round < FERMAT_ROUNDS; round++) {
    if (maybeSquare(rest)) {
      const whole = a + BigInt(round);
      if (isSquare(whole * whole - modulus, bits, budget)) return true;
    }
    rest += step;
    if (rest >= SIEVE_PRODUCT) rest -= SIEVE_PRODUCT;
    step += 2;
    if (step >= SIEVE_PRODUCT) step -= SIEVE_PRODUCT;
  }
  return false;
}

function isSquare(n: bigint, bits: number, budget: Budget): boolean {
  spendArithmetic(budget, bits, 20);
  return squareRoot(n, n.toString(16).length * 4).rest === 0n;
}

/** The square root of a number with this many bits is exact. */
const EXACT_BITS = 50;

/**
 * The integer square root of a number of `bits` bits, or up to three fewer, and the remainder. The root of
 * the upper half of the bits has half of the digits. Newton's step, whose result is never below the root,
 * gives the other digits up to an error of one or two.
 */
function squareRoot(n: bigint, bits: number): { root: bigint; rest: bigint } {
  if (bits <= EXACT_BITS) {
    const root = BigInt(Math.floor(Math.sqrt(Number(n))));
    return { root, rest: n - root * root };
  }
  const half = BigInt(bits >> 2);
  const { root: upper } = squareRoot(n >> (2n * half), bits - 2 * (bits >> 2));
  const start = upper << half;
  let root = start + ((n - start * start) >> (half + 1n)) / upper;
  let rest = n - root * root;
  while (rest < 0n) {
    rest += 2n * root - 1n;
    root -= 1n;
  }
  return { root, rest };
}
