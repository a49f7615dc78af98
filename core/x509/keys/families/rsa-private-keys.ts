/** RSA private keys of two primes or more (RFC 8017, A.1.2), and DSA private keys. */
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import type { PublicKey } from "../../shapes.ts";
import { type KeyNumbers, readRsaNumbers } from "../key-comparison.ts";
import type { KeyParts } from "../containers/der-keys.ts";
import { inconsistent, keyError } from "../private-key-errors.ts";
import { cannotCheck, type PrivateNumbers, spendArithmetic } from "./private-numbers.ts";
import { withoutZeros } from "./rsa-public-keys.ts";

/** Longer keys are not used in practice, and the arithmetic on them takes seconds. */
const MAX_RSA_BITS = 16_384;

/**
 * Reads RSAPrivateKey ::= SEQUENCE { version, n, e, d, p, q, dp, dq, qInv, otherPrimeInfos OPTIONAL }.
 * Throws DerError, `key_inconsistent` if the numbers do not belong together, and `too_complex` beyond
 * MAX_RSA_BITS.
 */
export function readRsaPrivateKey(
  der: Der,
  parts: KeyParts,
  algorithm: "RSA" | "RSA-PSS",
): PrivateNumbers {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "RSA key");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version");
  const start = der.end;
  der.expect(start, end, TAG.INTEGER, "Modulus");
  const bits = der.integerBits();
  if (bits > MAX_RSA_BITS) throw keyError("too_complex", KERNEL_TEXT.tooComplex);
  const { modulus, exponent } = readRsaNumbers(der, start, end);
  const integers: bigint[] = [];
  let at = start;
  for (const what of ["N", "E", "D", "P", "Q", "DP", "DQ", "QINV"]) {
    der.expect(at, end, TAG.INTEGER, `${what} of the key`);
    at = der.end;
    integers.push(readInteger(der));
  }
  const others: { r: bigint; d: bigint; t: bigint }[] = [];
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const listEnd = der.end;
    for (at = der.body; at < listEnd;) {
      der.expect(at, listEnd, TAG.SEQUENCE, "Additional prime");
      const otherEnd = der.end;
      at = der.body;
      const other: bigint[] = [];
      while (at < otherEnd) {
        der.expect(at, otherEnd, TAG.INTEGER, "Number of an additional prime");
        at = der.end;
        other.push(readInteger(der));
      }
      if (other.length !== 3) {
        throw new DerError("An additional prime does not have three numbers", at);
      }
      others.push({ r: other[0], d: other[1], t: other[2] });
      if (others.length > 8) throw new DerError("The key has too many primes", at);
    }
  }
  const [n, e, d, p, q, dp, dq, qInv] = integers;
  // About five operations for each prime. A wrong "prime" may be as long as the modulus.
  spendArithmetic(der.budget, bits, 10 + 5 * others.length);
  const problem = rsaInconsistency({ n, e, d, p, q, dp, dq, qInv, others });
  if (problem !== null) throw inconsistent(problem);
  // Copies, because the file's buffer may be zeroed while the public numbers are still used.
  const numbers: KeyNumbers = {
    kind: "rsa",
    modulus: modulus.slice(),
    exponent: exponent.slice(),
  };
  return { publicKey: { key: { algorithm, bits, curve: null }, numbers }, unchecked: null };
}

function readInteger(der: Der): bigint {
  der.checkInteger();
  const content = der.content();
  if (content[0] >= 0x80) throw new DerError("A number of the key is negative", der.start);
  if (content.length > MAX_RSA_BITS / 8 + 1) throw keyError("too_complex", KERNEL_TEXT.tooComplex);
  return BigInt("0x" + toHex(content));
}

/*
 * Checks that the numbers of an RSA private key belong together (RFC 8017, 3.2). Nothing is encrypted or
 * signed, and the primes are not tested for primality.
 */

/** The numbers of RSAPrivateKey (RFC 8017, A.1.2). */
interface RsaNumbers {
  n: bigint;
  e: bigint;
  d: bigint;
  p: bigint;
  q: bigint;
  dp: bigint;
  dq: bigint;
  qInv: bigint;
  /** Further primes of a multi-prime key, with their exponents and coefficients. */
  others: readonly { r: bigint; d: bigint; t: bigint }[];
}

/** Returns the inconsistency as a message; null if the numbers belong together. */
function rsaInconsistency(key: RsaNumbers): string | null {
  const { n, e, d, p, q, dp, dq, qInv, others } = key;
  const primes = [p, q, ...others.map(({ r }) => r)];
  if (primes.some((prime) => prime <= 2n || prime % 2n === 0n)) {
    return "One of its prime factors is not a prime number";
  }
  if (primes.reduce((product, prime) => product * prime, 1n) !== n) {
    return "The modulus is not the product of the primes";
  }
  if (e < 3n || primes.some((prime) => (e * d) % (prime - 1n) !== 1n)) {
    return "The private exponent does not match the public exponent";
  }
  const exponents = [dp, dq, ...others.map((other) => other.d)];
  if (exponents.some((exponent, i) => exponent !== d % (primes[i] - 1n))) {
    return "One of the exponents does not match its prime";
  }
  // qInv is the inverse of q modulo p; t_i the inverse of the product of all primes before r_i, modulo r_i.
  let product = p * q;
  let fits = (q * qInv) % p === 1n;
  for (const { r, t } of others) {
    fits &&= (product * t) % r === 1n;
    product *= r;
  }
  return fits ? null : "The coefficient does not match the primes";
}

/* DSA: the numbers are read, but not checked. */

/** Reads the public number y only from the traditional form, because PKCS#8 has only x. */
export function readDsaPrivateKey(der: Der, parts: KeyParts): PrivateNumbers {
  let bits: number | null = null;
  if (parts.parameters) {
    const { der: reader, start, end } = parts.parameters;
    reader.expect(start, end, TAG.SEQUENCE, "DSA parameters");
    reader.expect(reader.body, reader.end, TAG.INTEGER, "Prime of the key");
    bits = reader.integerBits();
  }
  const key: PublicKey = { algorithm: "DSA", bits, curve: null };
  const unchecked = cannotCheck(key);
  if (parts.form !== "DSA") return { publicKey: { key, numbers: null }, unchecked };
  der.expect(parts.start, parts.end, TAG.INTEGER, "Public value");
  const octets = withoutZeros(der.content()).slice();
  der.expect(der.end, parts.end, TAG.INTEGER, "Private value");
  return {
    publicKey: { key, numbers: { kind: "octets", octets } },
    unchecked,
    inner: der.element().slice(),
  };
}
