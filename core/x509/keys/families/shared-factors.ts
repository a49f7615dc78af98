/**
 * RSA moduli that share a prime with another one: whoever has both has both private keys (Lenstra et
 * al. and Heninger et al., 2012). A batch in the manner of Bernstein's: with P the product of all
 * moduli, gcd(n, P / n mod n) is what n shares. P / n mod n is the same for the sum of all P / n,
 * whose other terms n divides; so one tree of products and sums goes up and one of remainders down.
 */

/** Bits of all moduli of one batch: what stays under a few seconds on a phone. */
export const MAX_BATCH_BITS = 8_000_000;

/**
 * Microseconds of a slow core for the trees over so many bits: the largest multiplications and
 * divisions are nearly quadratic in V8.
 */
export const batchTime = (bits: number): number => 20 + 1.9e-7 * bits ** 2;

/** The same for the greatest common divisor of one modulus, as if each step were a division. */
export const gcdTime = (bits: number): number => 20 + 1.5e-4 * bits ** 2;

/** A product of moduli, and the sum of the products of all of them but one. */
interface Node {
  product: bigint;
  sum: bigint;
}

/**
 * The tree of products over moduli that arrive one after the other: products that are made meanwhile
 * need not be made at the end. The moduli must differ and be greater than 1.
 */
export class ProductTree {
  /** The moduli, then their pairs, then the pairs of these: what has no other half yet is left out. */
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

  /** Whether it holds the first of these moduli, in their order, and no others. */
  isPrefixOf(moduli: readonly bigint[]): boolean {
    return this.#moduli.length <= moduli.length &&
      this.#moduli.every((modulus, at) => modulus === moduli[at]);
  }

  /** For each modulus the factor that it shares with another one, or null. */
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

  /** The remainders of the sum over all moduli, divided by each of them. */
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
    // Of the sum over both halves one term falls away under each: the largest product is never made.
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
 * 4.5.2, algorithm L): some fifteen of Euclid's divisions at a time are found from the leading digits
 * alone, in ordinary numbers, and the long ones follow with four multiplications.
 */

/** Bits of the leading digits: what comes of them is exact in a number. */
const LEADING = 52;
/** Half of them: as large as the factors of the long numbers may become. */
const HALF_BITS = 26;
const HALF = 2 ** HALF_BITS;
const EXACT = 2n ** 53n;

/** Of two numbers that are not negative. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  if (a < b) [a, b] = [b, a];
  // Never too small, for the leading digits would not be exact; what is too large comes down below.
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
      // Digits that are not looked at could decide.
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
