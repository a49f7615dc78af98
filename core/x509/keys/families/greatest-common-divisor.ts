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
