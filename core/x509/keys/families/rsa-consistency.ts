/**
 * Whether the numbers of an RSA private key belong together (RFC 8017, 3.2). Arithmetic on the
 * numbers of the key's own file, nothing is encrypted or signed; that the primes are prime is not
 * tested.
 */

/** RSAPrivateKey with its numbers (RFC 8017, A.1.2). */
interface RsaNumbers {
  n: bigint;
  e: bigint;
  d: bigint;
  p: bigint;
  q: bigint;
  dp: bigint;
  dq: bigint;
  qInv: bigint;
  /** Further primes of a multi-prime key with their exponents and coefficients. */
  others: readonly { r: bigint; d: bigint; t: bigint }[];
}

/** What does not fit, in words; null when all of it fits. */
export function rsaInconsistency(key: RsaNumbers): string | null {
  const { n, e, d, p, q, dp, dq, qInv, others } = key;
  const primes = [p, q, ...others.map(({ r }) => r)];
  if (primes.some((prime) => prime <= 2n || prime % 2n === 0n)) {
    return "ONE OF ITS PRIME FACTORS IS NOT A PRIME NUMBER";
  }
  if (primes.reduce((product, prime) => product * prime, 1n) !== n) {
    return "THE MODULUS IS NOT THE PRODUCT OF THE PRIMES";
  }
  if (e < 3n || primes.some((prime) => (e * d) % (prime - 1n) !== 1n)) {
    return "THE PRIVATE EXPONENT DOES NOT BELONG TO THE PUBLIC ONE";
  }
  const exponents = [dp, dq, ...others.map((other) => other.d)];
  if (exponents.some((exponent, i) => exponent !== d % (primes[i] - 1n))) {
    return "AN EXPONENT OF A PRIME DOES NOT BELONG TO IT";
  }
  // qInv is the inverse of q modulo p; t_i that of the product of all primes before r_i, modulo r_i.
  let product = p * q;
  let fits = (q * qInv) % p === 1n;
  for (const { r, t } of others) {
    fits &&= (product * t) % r === 1n;
    product *= r;
  }
  return fits ? null : "A COEFFICIENT DOES NOT BELONG TO THE PRIMES";
}
