/** The greatest common divisor, compared with Euclid's textbook algorithm. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { greatestCommonDivisor } from "../../../core/x509/keys/families/shared-factors.ts";
import { Seeded } from "../../support/seeded.ts";

const euclid = (a: bigint, b: bigint): bigint => {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

describe("the greatest common divisor", () => {
  const seeded = new Seeded(2048);
  const upTo = (bits: number): bigint => {
    const length = seeded.below(bits);
    const octets = seeded.bytes(1 + (length >> 3));
    return BigInt(`0x${octets.toHex()}`) >> BigInt(7 - length % 8);
  };

  it("is Euclid's, of numbers of every size", () => {
    for (let round = 0; round < 4000; round++) {
      const common = upTo(1 + seeded.below(600));
      const [a, b] = [upTo(2100) * common, upTo(2100) * common];
      assert.equal(greatestCommonDivisor(a, b), euclid(a, b), `${a} ${b}`);
    }
  });

  it("is Euclid's where the quotients are all small, or one is huge", () => {
    let [a, b] = [1n, 1n];
    for (let round = 0; round < 1000; round++) [a, b] = [a + b, a];
    assert.equal(greatestCommonDivisor(a, b), 1n);
    assert.equal(greatestCommonDivisor(a * 77n, b * 77n), 77n);
    for (let round = 0; round < 1000; round++) {
      const common = 1n + upTo(200);
      const [most, least] = [common * (1n << BigInt(seeded.below(2000))), common];
      assert.equal(greatestCommonDivisor(most, least), common);
      assert.equal(greatestCommonDivisor(most + common, most), common);
    }
  });

  it("of nothing is the other number", () => {
    assert.equal(greatestCommonDivisor(0n, 0n), 0n);
    assert.equal(greatestCommonDivisor(1n << 90n, 0n), 1n << 90n);
    assert.equal(greatestCommonDivisor(0n, 1n << 90n), 1n << 90n);
  });
});
