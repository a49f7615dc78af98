/** Bits, bands at their edges, the score of typed passwords, and the time that guessing takes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { describe as describeCharacters } from "../../../core/password/characters.ts";
import {
  entropyOf,
  exactEntropyOf,
  guessingTime,
  scoreOf,
  strengthOf,
} from "../../../core/password/strength.ts";

describe("strength", () => {
  it("is length times log2 of the pool", () => {
    assert.equal(entropyOf(16, 64), 96);
    assert.equal(entropyOf(8, 2), 8);
    assert.equal(entropyOf(10, 10), 10 * Math.log2(10));
    assert.equal(entropyOf(8, 0), 0);
  });

  it("is exactly log2 of the number of passwords with each type", () => {
    /** Passwords over "ab", "cd" and "e" with each of the three, counted one by one. */
    const count = (length: number) => {
      let found = 0;
      for (let n = 0; n < 5 ** length; n++) {
        const digits = n.toString(5).padStart(length, "0");
        if (/[01]/.test(digits) && /[23]/.test(digits) && /4/.test(digits)) found++;
      }
      return found;
    };
    for (const length of [3, 4, 6]) {
      const bits = Math.log2(count(length));
      assert(Math.abs(exactEntropyOf(length, [2, 2, 1]) - bits) < 1e-9, `${length}`);
    }
    assert.equal(exactEntropyOf(16, [26]), entropyOf(16, 26));
    assert.equal(exactEntropyOf(8, [26, 26, 10, 26]).toFixed(2), "50.63");
    assert.equal(entropyOf(8, 88).toFixed(2), "51.68");
  });

  it("changes its band at 40, 60, 80 and 100 bits", () => {
    const bands = [
      [0, "Weak", 20],
      [39.9, "Weak", 20],
      [40, "Fair", 40],
      [59.9, "Fair", 40],
      [60, "Good", 60],
      [79.9, "Good", 60],
      [80, "Strong", 80],
      [99.9, "Strong", 80],
      [100, "Very Strong", 100],
      [900, "Very Strong", 100],
    ] as const;
    for (const [bits, label, percent] of bands) {
      const strength = strengthOf(bits);
      assert.deepEqual([strength.label, strength.percent], [label, percent], `${bits} bits`);
    }
  });

  it("gives a typed password a point for each of six properties", () => {
    const scores = [
      ["", 0, "Very weak"],
      ["a", 1, "Weak"],
      ["aA", 2, "Fair"],
      ["aA1", 3, "Fair"],
      ["aA1!", 4, "Strong"],
      ["aA1!aA1!", 5, "Strong"],
      ["aA1!aA1!aA1!", 6, "Very strong"],
      // A symbol that is not one of @$!%*?& gives no point.
      ["#", 0, "Very weak"],
      ["aaaaaaaaaaaa", 3, "Fair"],
    ] as const;
    for (const [password, score, label] of scores) {
      assert.deepEqual(scoreOf(password), { score, label });
    }
  });

  it("states the time for half of all guesses", () => {
    assert.equal(guessingTime(10), "less than a second");
    assert.equal(guessingTime(1 + Math.log2(60), 1), "about 1 minute");
    assert.equal(guessingTime(1 + Math.log2(7200), 1), "about 2 hours");
    assert.equal(guessingTime(1 + Math.log2(365.25 * 86_400 * 4.2e6), 1), "about 4 million years");
    assert.equal(guessingTime(800), "more than a thousand trillion years");
  });

  it("describes the characters of passwords", () => {
    const all = { uppercase: true, lowercase: true, numbers: true, symbols: true };
    assert.equal(
      describeCharacters({ ...all, excludeAmbiguous: true }),
      "24 uppercase letters, 25 lowercase letters, 8 digits and 26 symbols: 83 characters, without 0 O l 1 I",
    );
    assert.equal(
      describeCharacters({
        uppercase: false,
        lowercase: false,
        numbers: true,
        symbols: false,
        excludeAmbiguous: false,
      }),
      "10 digits",
    );
  });
});
