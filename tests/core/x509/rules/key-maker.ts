/** Public keys for the tests of rules. Their private keys do not exist. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { type Bytes, bytes, hex, NULL, oid, seq } from "./der.ts";

export const RSA = "1.2.840.113549.1.1.1";
const EC = "1.2.840.10045.2.1";

/** The product of the primes below 752, with which a modulus must have no common factor (BR 6.1.6). */
const SMALL_PRIMES = (() => {
  let product = 1n;
  for (let n = 3n; n < 752n; n += 2n) if (gcd(product, n) === 1n) product *= n;
  return product;
})();

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Returns the next odd number without small factors. */
export function nextCandidate(odd: bigint): bigint {
  for (let n = odd;; n += 2n) if (gcd(SMALL_PRIMES, n) === 1n) return n;
}

/** Returns the content of an INTEGER. */
export function integerOctets(value: bigint): Bytes {
  const digits = value.toString(16);
  const octets = hex(digits.length % 2 === 0 ? digits : `0${digits}`);
  return octets[0] >= 0x80 ? Uint8Array.of(0, ...octets) : octets;
}

/** Returns a number of `bits` bits that passes as a modulus, the same in every run. */
export function modulus(size: number): Bytes {
  const content = new Uint8Array(size / 8);
  let state = 12345;
  for (let i = 0; i < content.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    content[i] = state >>> 24;
  }
  content[0] |= 0x80;
  content[content.length - 1] |= 1;
  return integerOctets(nextCandidate(BigInt(`0x${content.toHex()}`)));
}

export function rsaKey(
  { size = 2048, exponent = bytes(1, 0, 1), parameters = [NULL], number = modulus(size) }: {
    size?: number;
    exponent?: Bytes;
    parameters?: Bytes[];
    number?: Bytes;
  } = {},
): Bytes {
  const key = seq(element(TAG.INTEGER, number), element(TAG.INTEGER, exponent));
  return seq(seq(oid(RSA), ...parameters), element(TAG.BIT_STRING, bytes(0), key));
}

/** The base point of P-256, a valid public key. */
const POINT = hex(
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
);

/** A point that is on no curve: the second coordinate is another one. */
export const OFF_CURVE = Uint8Array.from(POINT, (octet, at) => at === 64 ? octet ^ 1 : octet);

export function ecKey(curve = "1.2.840.10045.3.1.7", point = POINT): Bytes {
  return seq(seq(oid(EC), oid(curve)), element(TAG.BIT_STRING, bytes(0), point));
}
