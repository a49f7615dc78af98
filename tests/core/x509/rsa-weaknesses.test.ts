/** Weaknesses of RSA public keys, tested with deliberately weak numbers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { rsaWeaknesses } from "../../../core/x509/keys/families/rsa-weaknesses.ts";
import { Seeded } from "../../support/seeded.ts";

const bitsOf = (n: bigint) => n.toString(2).length;
const found = (n: bigint, exponent = 65537n) => rsaWeaknesses(n, exponent, bitsOf(n), new Budget());

const PRIMES = Array.from({ length: 751 }, (_, n) => n + 1)
  .filter((n) => n > 2 && !Array.from({ length: n }, (_, k) => k).some((k) => k > 1 && n % k === 0))
  .map(BigInt);
const dividing = (n: bigint) => PRIMES.filter((prime) => n % prime === 0n);

function random(seeded: Seeded, bits: number): bigint {
  const bytes = seeded.bytes(Math.ceil(bits / 8) + 1);
  const n = BigInt.asUintN(bits, BigInt(`0x${bytes.toHex()}`));
  return n | (1n << BigInt(bits - 1));
}

describe("the weaknesses of an RSA key", () => {
  it("are found in broken numbers in bounded time and without errors", () => {
    for (
      const [n, e] of [[2n, 0n], [3n, 1n], [9n, 2n], [1n << 4000n, 3n], [(1n << 61n) - 1n, 5n]]
    ) {
      assert(Array.isArray(found(n, e)));
    }
  });

  it("are not found in 200 sound moduli", () => {
    const seeded = new Seeded(11);
    const marked = Array.from({ length: 200 }, () => found(random(seeded, 2048) | 1n))
      .filter((weaknesses) => weaknesses.includes("roca") || weaknesses.includes("close_primes"));
    assert.deepEqual(marked, []);
  });

  it("name a small factor exactly where a prime up to 751 divides", () => {
    const seeded = new Seeded(12);
    for (let round = 0; round < 300; round++) {
      const n = random(seeded, 64 + round) | 1n;
      assert.equal(found(n).includes("small_factor"), dividing(n).length > 0, String(n));
    }
    for (const prime of PRIMES) {
      // The other prime has 521 bits.
      assert.deepEqual(found(prime * ((1n << 521n) - 1n)), ["small_factor"], String(prime));
    }
  });

  it("name close primes within a hundred rounds of Fermat's method, and none beyond", () => {
    const seeded = new Seeded(13);
    for (const bits of [24, 31, 52, 61, 127, 256, 509, 1024, 1025, 1026, 1027, 2048]) {
      const half = random(seeded, bits);
      // a² - b² is found in round b² / 2a: `near` in round 95 of the hundred, `far` in round 105.
      const near = squareRoot(2n * half * 95n);
      const far = squareRoot(2n * half * 105n);
      for (const [difference, isClose] of [[2n, true], [near, true], [far, false]] as const) {
        const n = withoutSmallFactors(half, difference);
        assert.equal(found(n).includes("close_primes"), isClose, `${bits} bits: ${n}`);
      }
    }
  });
});

/** (a + b)(a - b) for the first a from `half` that makes it odd and of no small factor. */
function withoutSmallFactors(half: bigint, difference: bigint): bigint {
  for (let a = half;; a++) {
    const n = (a + difference) * (a - difference);
    if (n % 2n === 1n && dividing(n).length === 0) return n;
  }
}

/** By halving, which needs no thought. */
function squareRoot(n: bigint): bigint {
  let low = 0n;
  let high = 1n << BigInt(bitsOf(n));
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}
