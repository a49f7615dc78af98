/**
 * Key pairs for large test material, the same in every run. Their seed is in the repository: never
 * use them for anything else.
 */
import { createPrivateKey, sign as signNode } from "node:crypto";
import { p256, p384 } from "@noble/curves/nist.js";
import { TAG } from "../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../core/x509/asn1/der-write.ts";
import type { Seeded } from "./seeded.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface SeededKey {
  kind: "rsa" | "P-256" | "P-384";
  /** subjectPublicKeyInfo in DER. */
  spki: Bytes;
  /** PKCS#8 in DER; null if the primes are no longer known. */
  pkcs8: Bytes | null;
  /** PKCS#1 or SEC 1 in DER. */
  traditional: Bytes | null;
  /** AlgorithmIdentifier of its signatures. */
  algorithm: Bytes;
  sign(data: Bytes): Bytes;
}

const sequence = (...parts: readonly Uint8Array[]) => element(TAG.SEQUENCE, ...parts);
const NULL = element(TAG.NULL);
const bits = (content: Uint8Array) => element(TAG.BIT_STRING, Uint8Array.of(0), content);

/** A non-negative INTEGER of any size. */
function bigInteger(value: bigint): Bytes {
  const digits = value.toString(16);
  const octets = Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  return element(TAG.INTEGER, octets[0] < 0x80 ? new Uint8Array() : Uint8Array.of(0), octets);
}

const ODD_PRIMES = (() => {
  const sieve = new Uint8Array(1 << 16);
  const primes: number[] = [];
  for (let n = 3; n < sieve.length; n += 2) {
    if (sieve[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < sieve.length; multiple += 2 * n) sieve[multiple] = 1;
  }
  return primes;
})();

/** How many numbers are examined from one random start. */
const STRETCH = 1 << 14;

/** A prime whose two highest bits are set, so that the product of two is of twice the size. */
function prime(seeded: Seeded, size: number): bigint {
  for (;;) {
    const octets = seeded.bytes(size / 8);
    octets[0] |= 0xc0;
    octets[octets.length - 1] |= 1;
    const start = BigInt(`0x${octets.toHex()}`);
    const composite = new Uint8Array(STRETCH);
    for (const factor of ODD_PRIMES) {
      const rest = Number(start % BigInt(factor));
      // The first odd step (of two) behind which it divides.
      const gap = rest === 0 ? 0 : factor - rest;
      const first = gap % 2 === 0 ? gap / 2 : (gap + factor) / 2;
      for (let step = first; step < STRETCH; step += factor) composite[step] = 1;
    }
    for (let step = 0; step < STRETCH; step++) {
      const candidate = start + 2n * BigInt(step);
      // 65537 must have an inverse.
      if (composite[step] === 0 && candidate % 65537n !== 1n && isLikelyPrime(candidate)) {
        return candidate;
      }
    }
  }
}

/** Fermat's test to the base 2: of random numbers of this size hardly one in 2^50 passes wrongly. */
function isLikelyPrime(n: bigint): boolean {
  let power = 1n;
  for (const bit of (n - 1n).toString(2)) {
    power = power * power % n;
    if (bit === "1") power <<= 1n;
  }
  return power % n === 1n;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b] = [value, modulus];
  let [x, y] = [1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return (x % modulus + modulus) % modulus;
}

const RSA = sequence(objectIdentifier("1.2.840.113549.1.1.1"), NULL);
const SHA256_RSA = sequence(objectIdentifier("1.2.840.113549.1.1.11"), NULL);
const E = 65537n;

const rsaSpki = (modulus: bigint) =>
  sequence(RSA, bits(sequence(bigInteger(modulus), bigInteger(E))));

export function rsaKey(seeded: Seeded, size = 2048): SeededKey {
  const [p, q] = [prime(seeded, size / 2), prime(seeded, size / 2)];
  const modulus = p * q;
  const d = inverse(E, (p - 1n) * (q - 1n));
  const numbers = [modulus, E, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)];
  const traditional = sequence(integer(0), ...numbers.map(bigInteger));
  const pkcs8 = sequence(integer(0), RSA, element(TAG.OCTET_STRING, traditional));
  let key: ReturnType<typeof createPrivateKey> | undefined;
  return {
    kind: "rsa",
    spki: rsaSpki(modulus),
    pkcs8,
    traditional,
    algorithm: SHA256_RSA,
    sign(data) {
      key ??= createPrivateKey({ key: pkcs8 as never, format: "der", type: "pkcs8" });
      return new Uint8Array(signNode("sha256", data, key));
    },
  };
}

/** Only a public key, of four primes, which takes an eighth of the time. */
export function rsaPublicKey(seeded: Seeded, size = 2048): SeededKey {
  let modulus = 1n;
  for (let count = 0; count < 4; count++) modulus *= prime(seeded, size / 4);
  return {
    kind: "rsa",
    spki: rsaSpki(modulus),
    pkcs8: null,
    traditional: null,
    algorithm: SHA256_RSA,
    sign() {
      throw new Error("The private key is not known");
    },
  };
}

const CURVES = {
  "P-256": { curve: p256, oid: "1.2.840.10045.3.1.7", octets: 32, ecdsa: "1.2.840.10045.4.3.2" },
  "P-384": { curve: p384, oid: "1.3.132.0.34", octets: 48, ecdsa: "1.2.840.10045.4.3.3" },
} as const;

export function ecKey(seeded: Seeded, name: keyof typeof CURVES = "P-256"): SeededKey {
  const { curve, oid, octets, ecdsa } = CURVES[name];
  const secret = seeded.bytes(octets);
  // Below the order of the curve.
  secret[0] &= 0x7f;
  const point = Uint8Array.from(curve.getPublicKey(secret, false));
  const algorithm = sequence(objectIdentifier("1.2.840.10045.2.1"), objectIdentifier(oid));
  const parts = [integer(1), element(TAG.OCTET_STRING, secret)];
  const publicPart = element(0xa1, bits(point));
  return {
    kind: name,
    spki: sequence(algorithm, bits(point)),
    pkcs8: sequence(
      integer(0),
      algorithm,
      element(TAG.OCTET_STRING, sequence(...parts, publicPart)),
    ),
    traditional: sequence(...parts, element(0xa0, objectIdentifier(oid)), publicPart),
    algorithm: sequence(objectIdentifier(ecdsa)),
    // Deterministic (RFC 6979).
    sign: (data) =>
      Uint8Array.from(
        curve.sign(data, secret, { lowS: false, format: "der" }),
      ),
  };
}
