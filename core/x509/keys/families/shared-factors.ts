/**
 * RSA moduli that share a prime: anyone who has both can compute both private keys (Lenstra et al. and
 * Heninger et al., 2012). Uses a batch algorithm like Bernstein's: with P the product of all moduli,
 * gcd(n, P / n mod n) is the shared factor of n. P / n mod n equals the sum of all P / m modulo n, because n
 * divides the other terms. One tree of products and sums goes up, and one of remainders down.
 */

/** Bits of all moduli in one batch, which keeps it below a few seconds on a phone. */
export const MAX_BATCH_BITS = 8_000_000;

/**
 * Time for the trees over this many bits, in microseconds of a slow core. The largest multiplications and
 * divisions are nearly quadratic in V8.
 */
export const batchTime = (bits: number): number => 20 + 1.9e-7 * bits ** 2;

/** Time for the greatest common divisor with one modulus, as if each step were a division. */
export const gcdTime = (bits: number): number => 20 + 1.5e-4 * bits ** 2;

/** The product of some moduli, and the sum of the products of all of them but one. */
interface Node {
  product: bigint;
  sum: bigint;
}

/**
 * The tree of products over moduli that arrive one after another, so that products can be computed while
 * files are still read. The moduli must be different and greater than 1.
 */
export class ProductTree {
  /** The moduli, their pairs, the pairs of pairs, and so on; a node without a partner is left out. */
  readonly #levels: Node[][] = [[]];
  readonly #moduli: bigint[] = [];

  get size(): number {
    return this.#moduli.length;
  }

  add(moduli: readonly bigint[]): void {
    for (const modulus of moduli) {
      this.#moduli.push(modulus);
      this.#place({ product: modulus, sum: 1n });
    }
  }

  /** Whether the tree has exactly the first of these moduli, in their order. */
  isPrefixOf(moduli: readonly bigint[]): boolean {
    return this.#moduli.length <= moduli.length &&
      this.#moduli.every((modulus, at) => modulus === moduli[at]);
  }

  /** For each modulus, the factor that it shares with another one, or null. */
  factors(): (bigint | null)[] {
    const moduli = this.#moduli;
    if (moduli.length < 2) return moduli.map(() => null);
    const remainders = this.#remainders();
    return moduli.map((modulus, at) => {
      const factor = greatestCommonDivisor(modulus, remainders[at]);
      return factor > 1n ? factor : null;
    });
  }

  #place(node: Node): void {
    for (let depth = 0;; depth++) {
      const level = this.#levels[depth] ??= [];
      level.push(node);
      if (level.length % 2 === 1) return;
      node = joined(level[level.length - 2], node);
    }
  }

  /** The sum over all moduli, reduced modulo each of them. */
  #remainders(): bigint[] {
    let level = this.#levels[0];
    const tree = [level];
    while (level.length > 2) {
      const made = this.#levels[tree.length] ?? [];
      const above: Node[] = [];
      for (let at = 0; at < level.length; at += 2) {
        const [a, b] = [level[at], level[at + 1]];
        above.push(made[at / 2] ?? (b === undefined ? a : joined(a, b)));
      }
      tree.push(level = above);
    }
    // One term of the sum vanishes modulo each half, so the largest product is never computed.
    const [a, b] = level;
    let remainders = [a.sum * b.product % a.product, b.sum * a.product % b.product];
    for (let depth = tree.length - 2; depth >= 0; depth--) {
      const above = remainders;
      remainders = tree[depth].map(({ product }, at) => above[at >> 1] % product);
    }
    return remainders;
  }
}

const joined = (a: Node, b: Node): Node => ({
  product: a.product * b.product,
  sum: a.sum * b.product + b.sum * a.product,
});

/**
 * The greatest common divisor by Lehmer's algorithm (Knuth, The Art of Computer Programming, volume 2,
 * 4.5.2, algorithm L): about fifteen of Euclid's divisions are done at once on the leading digits, in
 * ordinary numbers, followed by four multiplications of long numbers.
 */

/** Bits of the leading digits; computations with them are exact in a number. */
const LEADING = 52;
/** Half of them, the limit for the factors of the long numbers. */
const HALF_BITS = 26;
const HALF = 2 ** HALF_BITS;
const EXACT = 2n ** 53n;

/** The greatest common divisor of two numbers that are not negative. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  if (a < b) [a, b] = [b, a];
  // Never too small, because the leading digits must be exact. A value that is too large is reduced below.
  let shift = a.toString(16).length * 4 - LEADING;
  while (b >= EXACT) {
    const places = BigInt(shift);
    let x = Number(a >> places);
    if (x < HALF) {
      shift -= HALF_BITS;
      continue;
    }
    let y = Number(b >> places);
    // a and b become p * a + q * b and r * a + s * b.
    let [p, q, r, s] = [1, 0, 0, 1];
    while (y + r !== 0 && y + s !== 0) {
      const quotient = Math.floor((x + p) / (y + r));
      // The omitted digits could change the quotient.
      if (quotient !== Math.floor((x + q) / (y + s))) break;
      const [nextR, nextS] = [p - quotient * r, q - quotient * s];
      if (Math.abs(nextR) > HALF || Math.abs(nextS) > HALF) break;
      [p, q, r, s] = [r, s, nextR, nextS];
      [x, y] = [y, x - quotient * y];
    }
    [a, b] = q === 0 ? [b, a % b] : [BigInt(p) * a + BigInt(q) * b, BigInt(r) * a + BigInt(s) * b];
  }
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
