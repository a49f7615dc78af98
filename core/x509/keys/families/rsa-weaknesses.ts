/**
 * RSA keys that are known to be breakable from their public part alone (Baseline Requirements,
 * 6.1.1.3; NIST SP 800-56B). Debian's predictable keys of 2008 are not told here: that takes lists of
 * megabytes.
 */
import type { Budget } from "../../../kernel/context.ts";
import { spendArithmetic } from "./big-integers.ts";
import { gcd } from "./shared-factors.ts";

export type RsaWeakness =
  | "modulus_even"
  | "small_factor"
  | "roca"
  | "close_primes"
  | "exponent_one"
  | "exponent_even"
  | "exponent_small";

/** Primes up to 751, the bound of NIST SP 800-89, 5.3.3; odd ones. */
const SMALL_PRIMES: readonly number[] = (() => {
  const primes: number[] = [];
  for (let n = 3; n < 752; n += 2) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
})();
const SMALL_PRODUCT = SMALL_PRIMES.reduce((product, prime) => product * BigInt(prime), 1n);

/**
 * Keys of Infineon's library (CVE-2017-15361): their primes are k * M + (65537^a mod M), M the
 * product of the first primes; so modulo each of these the modulus is a power of 65537.
 */
const ROCA: readonly { prime: number; powers: ReadonlySet<number> }[] = SMALL_PRIMES
  .filter((prime) => prime <= 167)
  .map((prime) => {
    const powers = new Set<number>();
    for (let power = 1; !powers.has(power); power = power * 65537 % prime) powers.add(power);
    return { prime, powers };
  })
  // Where every residue is a power, nothing can be told.
  .filter(({ prime, powers }) => powers.size < prime - 1);
const ROCA_PRODUCT = ROCA.reduce((product, { prime }) => product * BigInt(prime), 1n);

/** Rounds of Fermat's method that the Baseline Requirements ask for. */
const FERMAT_ROUNDS = 100;

/**
 * Everything that is known to be wrong with the numbers. `modulus` and `exponent` are positive. What
 * it takes is spent from the budget's work.
 */
export function rsaWeaknesses(modulus: bigint, exponent: bigint, budget: Budget): RsaWeakness[] {
  const bits = modulus.toString(16).length * 4;
  budget.spend("work", 150);
  spendArithmetic(budget, bits, 30);
  const found: RsaWeakness[] = [];
  if (exponent === 1n) found.push("exponent_one");
  else if ((exponent & 1n) === 0n) found.push("exponent_even");
  else if (exponent < 65537n) found.push("exponent_small");
  if ((modulus & 1n) === 0n) return ["modulus_even", ...found];
  if (gcd(SMALL_PRODUCT, modulus % SMALL_PRODUCT) > 1n) found.unshift("small_factor");
  else if (isRoca(modulus)) found.unshift("roca");
  else if (hasClosePrimes(modulus, bits, budget)) found.unshift("close_primes");
  return found;
}

function isRoca(modulus: bigint): boolean {
  const rest = modulus % ROCA_PRODUCT;
  return ROCA.every(({ prime, powers }) => powers.has(Number(rest % BigInt(prime))));
}

/** Residues that a square can leave: most numbers are told from squares by these. */
const SQUARE_MODULUS = 64 * 63 * 65;
const SQUARES: Uint8Array = (() => {
  const residues = new Uint8Array(SQUARE_MODULUS);
  for (let n = 0; n < SQUARE_MODULUS; n++) residues[n * n % SQUARE_MODULUS] = 1;
  return residues;
})();

/** Fermat: a modulus whose primes are close is a square less a small one. */
function hasClosePrimes(modulus: bigint, bits: number, budget: Budget): boolean {
  let a = squareRoot(modulus);
  if (a * a < modulus) a += 1n;
  // Residues go on as plain numbers; what may be a square by them is worked out whole.
  let side = Number(a % BigInt(SQUARE_MODULUS));
  let rest = Number((a * a - modulus) % BigInt(SQUARE_MODULUS));
  for (let round = 0; round < FERMAT_ROUNDS; round++) {
    if (SQUARES[rest] === 1) {
      const whole = a + BigInt(round);
      if (isSquare(whole * whole - modulus, bits, budget)) return true;
    }
    rest = (rest + 2 * side + 1) % SQUARE_MODULUS;
    side = (side + 1) % SQUARE_MODULUS;
  }
  return false;
}

function isSquare(n: bigint, bits: number, budget: Budget): boolean {
  spendArithmetic(budget, bits, 20);
  const root = squareRoot(n);
  return root * root === n;
}

/** The integer square root (Newton's method from above). */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  const bits = n.toString(16).length * 4;
  // From the root of the first hundred bits, rounded up: half of the digits are right at once.
  const shift = Math.max(0, bits - 100) >> 1;
  const first = Math.sqrt(Number(n >> BigInt(2 * shift)));
  let x = BigInt(Math.floor(first) + 2) << BigInt(shift);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}
