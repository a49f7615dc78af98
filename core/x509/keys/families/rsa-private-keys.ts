/** RSA private keys, of two primes or more (RFC 8017, A.1.2). */
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { type KeyNumbers, readRsaNumbers } from "../comparable-keys.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { inconsistent, keyError } from "../private-key-errors.ts";
import { spendArithmetic } from "./big-integers.ts";
import type { PrivateNumbers } from "./private-numbers.ts";
import { rsaInconsistency } from "./rsa-consistency.ts";

/** Beyond this the arithmetic alone takes seconds; nobody uses such keys. */
const MAX_RSA_BITS = 16_384;

/**
 * RSAPrivateKey ::= SEQUENCE { version, n, e, d, p, q, dp, dq, qInv, otherPrimeInfos OPTIONAL }.
 * Throws DerError, `key_inconsistent` where its numbers do not fit, and `too_complex` beyond
 * MAX_RSA_BITS.
 */
export function readRsaPrivateKey(
  der: Der,
  parts: KeyParts,
  algorithm: "RSA" | "RSA-PSS",
): PrivateNumbers {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "RSA KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  const start = der.end;
  der.expect(start, end, TAG.INTEGER, "MODULUS");
  const bits = der.integerBits();
  if (bits > MAX_RSA_BITS) throw keyError("too_complex", KERNEL_TEXT.tooComplex);
  const { modulus, exponent } = readRsaNumbers(der, start, end);
  const integers: bigint[] = [];
  let at = start;
  for (const what of ["N", "E", "D", "P", "Q", "DP", "DQ", "QINV"]) {
    der.expect(at, end, TAG.INTEGER, `NUMBER ${what} OF THE KEY`);
    at = der.end;
    integers.push(readInteger(der));
  }
  const others: { r: bigint; d: bigint; t: bigint }[] = [];
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const listEnd = der.end;
    for (at = der.body; at < listEnd;) {
      der.expect(at, listEnd, TAG.SEQUENCE, "FURTHER PRIME");
      const otherEnd = der.end;
      at = der.body;
      const other: bigint[] = [];
      while (at < otherEnd) {
        der.expect(at, otherEnd, TAG.INTEGER, "NUMBER OF A FURTHER PRIME");
        at = der.end;
        other.push(readInteger(der));
      }
      if (other.length !== 3) throw new DerError("A FURTHER PRIME DOES NOT HAVE THREE NUMBERS", at);
      others.push({ r: other[0], d: other[1], t: other[2] });
      if (others.length > 8) throw new DerError("THE KEY HAS TOO MANY PRIMES", at);
    }
  }
  const [n, e, d, p, q, dp, dq, qInv] = integers;
  // Some five for each prime; a factor that is no prime may be as long as the modulus.
  spendArithmetic(der.budget, bits, 10 + 5 * others.length);
  const problem = rsaInconsistency({ n, e, d, p, q, dp, dq, qInv, others });
  if (problem !== null) throw inconsistent(problem);
  // The file's buffer may be zeroed while the public numbers live on.
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
  if (content[0] >= 0x80) throw new DerError("A NUMBER OF THE KEY IS NEGATIVE", der.start);
  if (content.length > MAX_RSA_BITS / 8 + 1) throw keyError("too_complex", KERNEL_TEXT.tooComplex);
  return BigInt("0x" + toHex(content));
}
