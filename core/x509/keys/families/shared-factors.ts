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

/** The same for Euclid's algorithm on one modulus, which takes a division for every other bit. */
export const gcdTime = (bits: number): number => 20 + 1.5e-4 * bits ** 2;

/** A product of moduli, and the sum of the products of all of them but one. */
interface Node {
  product: bigint;
  sum: bigint;
}

/**
 * For each modulus the factor that it shares with another one of the list, or null. The moduli must
 * differ and be greater than 1.
 */
export function sharedFactors(moduli: readonly bigint[]): (bigint | null)[] {
  if (moduli.length < 2) return moduli.map(() => null);
  let level: Node[] = moduli.map((product) => ({ product, sum: 1n }));
  const tree = [level];
  while (level.length > 1) {
    const above: Node[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [a, b] = [level[at], level[at + 1]];
      above.push(
        b === undefined
          ? a
          : { product: a.product * b.product, sum: a.sum * b.product + b.sum * a.product },
      );
    }
    tree.push(level = above);
  }
  let remainders = [level[0].sum];
  for (let depth = tree.length - 2; depth >= 0; depth--) {
    const above = remainders;
    remainders = tree[depth].map(({ product }, at) => above[at >> 1] % product);
  }
  return moduli.map((modulus, at) => {
    const factor = gcd(modulus, remainders[at]);
    return factor > 1n ? factor : null;
  });
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
