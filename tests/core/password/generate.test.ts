/**
 * Generated passwords: which characters they have, how these are distributed, and every rule of the
 * input.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { EFF_LONG_WORDLIST } from "secure-password-utilities/wordlists";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { charactersOf } from "../../../core/password/characters.ts";
import type { GeneratedPassword } from "../../../core/password/contract.ts";
import { passwordSource } from "../../../core/password/generate.ts";
import * as TEXT from "../../../core/texts.ts";
import { chiSquareP } from "../../support/chi-square.ts";
import { Seeded } from "../../support/seeded.ts";

const ALL = { uppercase: true, lowercase: true, numbers: true, symbols: true };
const SYMBOLS = "!@#$%^&*()_+-=[]{}|;:,.<>?";

/**
 * Seeded, so that our use of the random bytes is tested and a statistical test never fails by
 * chance.
 */
const random = (seed: number) => {
  const source = new Seeded(seed);
  return (length: number) => source.bytes(length);
};

async function generate(input: unknown, context = createContext()) {
  const outcome = await execute(operations, "password/generate", input, context);
  if (!outcome.ok) return { error: outcome.error };
  return outcome.value as { passwords: GeneratedPassword[]; pool: number };
}

async function message(input: unknown): Promise<string> {
  const answer = await generate(input);
  assert("error" in answer);
  return answer.error.message;
}

/** Whether each type is in the password, by a test of its own. */
const TYPES = {
  uppercase: /[A-Z]/,
  lowercase: /[a-z]/,
  numbers: /[0-9]/,
  symbols: /[^A-Za-z0-9]/,
};

/**
 * The share of a set of `size` characters among all characters of all passwords of `length` that
 * use every set: computed by inclusion and exclusion, with none of the generator's code.
 */
function expectedShares(sizes: readonly number[], length: number): number[] {
  const pool = sizes.reduce((sum, size) => sum + size, 0);
  const subsets = Array.from({ length: 1 << sizes.length }, (_, mask) => {
    const missing = sizes.filter((_, index) => mask & 1 << index);
    return {
      mask,
      sign: missing.length % 2 ? -1 : 1,
      left: pool - missing.reduce((sum, size) => sum + size, 0),
    };
  });
  const total = subsets.reduce((sum, { sign, left }) => sum + sign * (left / pool) ** length, 0);
  return sizes.map((size, index) =>
    subsets.reduce(
      (sum, { mask, sign, left }) =>
        mask & 1 << index ? sum : sum + sign * (size / pool) * (left / pool) ** (length - 1),
      0,
    ) /
    total
  );
}

function count(draws: number, length: number, sets: string[]) {
  const draw = passwordSource(sets, random(length));
  const characters = sets.join("");
  const index = new Map([...characters].map((character, at) => [character, at]));
  const table = Array.from({ length }, () => Array<number>(characters.length).fill(0));
  for (let left = draws; left > 0; left--) {
    const password = draw(length);
    assert.equal(password.length, length);
    for (let at = 0; at < length; at++) table[at][index.get(password[at])!]++;
  }
  return table;
}

describe("password/generate", () => {
  it("draws each character at each position uniformly, over 1,000,000 draws", () => {
    for (
      const [choice, length] of [
        [{ ...ALL, excludeAmbiguous: false }, 20],
        [{ ...ALL, excludeAmbiguous: true }, 8],
        [
          {
            uppercase: false,
            lowercase: true,
            numbers: false,
            symbols: false,
            excludeAmbiguous: false,
          },
          16,
        ],
      ] as const
    ) {
      const sets = charactersOf(choice);
      const draws = 1_000_000 / length;
      const table = count(draws, length, sets);
      const shares = expectedShares(sets.map((set) => set.length), length);
      const one = sets.flatMap((set, index) =>
        [...set].map(() => shares[index] / set.length * draws)
      );
      const total = one.map((_, at) => table.reduce((sum, row) => sum + row[at], 0));
      const p = chiSquareP(total, one.map((expected) => expected * length));
      assert(p > 0.001, `all characters at length ${length}: p = ${p}`);
      // All positions of a length share a significance level of 0.001.
      for (const [position, row] of table.entries()) {
        const p = chiSquareP(row, one);
        assert(p > 0.001 / length, `position ${position} of ${length}: p = ${p}`);
      }
    }
  });

  it("is uniform at length 128, where every type occurs anyway", () => {
    const sets = charactersOf({ ...ALL, excludeAmbiguous: false });
    const draws = Math.ceil(1_000_000 / 128);
    const table = count(draws, 128, sets);
    const pool = sets.join("").length;
    const total = Array.from(
      { length: pool },
      (_, at) => table.reduce((sum, row) => sum + row[at], 0),
    );
    const p = chiSquareP(total, Array(pool).fill(draws * 128 / pool));
    assert(p > 0.001, `p = ${p}`);
  });

  it("has a test that detects modulo bias", () => {
    const characters = charactersOf({ ...ALL, excludeAmbiguous: false }).join("");
    const counts = Array<number>(characters.length).fill(0);
    const source = random(1);
    for (let left = 1_000_000; left > 0; left -= 1000) {
      for (const byte of source(1000)) counts[byte % characters.length]++;
    }
    const p = chiSquareP(counts, Array(characters.length).fill(1_000_000 / characters.length));
    assert(p < 1e-9, `p = ${p}`);
  });

  it("has every type in each of 100,000 passwords of length 8", () => {
    const draw = passwordSource(
      charactersOf({ ...ALL, excludeAmbiguous: false }),
      createContext().random,
    );
    for (let left = 100_000; left > 0; left--) {
      const password = draw(8);
      if (!Object.values(TYPES).every((type) => type.test(password))) {
        assert.fail("a type is missing");
      }
    }
  });

  it("uses only the selected types, without ambiguous characters", async () => {
    for (let mask = 1; mask < 16; mask++) {
      for (const excludeAmbiguous of [false, true]) {
        const input = {
          uppercase: Boolean(mask & 1),
          lowercase: Boolean(mask & 2),
          numbers: Boolean(mask & 4),
          symbols: Boolean(mask & 8),
          excludeAmbiguous,
          length: 32,
          count: 10,
        };
        const answer = await generate(input);
        assert("passwords" in answer);
        assert.equal(answer.passwords.length, 10);
        for (const { value } of answer.passwords) {
          assert.equal(value.length, 32);
          for (const [type, pattern] of Object.entries(TYPES)) {
            assert.equal(pattern.test(value), input[type as keyof typeof TYPES]);
          }
          if (excludeAmbiguous) assert.doesNotMatch(value, /[0Ol1I]/);
          for (const character of value) {
            assert(/[A-Za-z0-9]/.test(character) || SYMBOLS.includes(character));
          }
        }
        const sizes = [26, 26, 10, 26].map((size, at) =>
          excludeAmbiguous ? size - [2, 1, 2, 0][at] : size
        );
        assert.equal(
          answer.pool,
          sizes.reduce((sum, size, at) => mask & 1 << at ? sum + size : sum, 0),
        );
      }
    }
  });

  it("has the page's defaults", async () => {
    const answer = await generate({});
    assert("passwords" in answer);
    assert.equal(answer.passwords.length, 1);
    assert.equal(answer.passwords[0].value.length, 16);
    assert.equal(answer.pool, 88);
    assert.equal(answer.passwords[0].entropy, 16 * Math.log2(88));
    assert.equal(answer.passwords[0].exactEntropy.toFixed(2), "103.11");
    assert.deepEqual(answer.passwords[0].strength, {
      label: "Very Strong",
      color: "teal",
      percent: 100,
    });
  });

  it("has a text for each rule", async () => {
    const none = { uppercase: false, lowercase: false, numbers: false, symbols: false };
    assert.equal(await message(none), "AT LEAST ONE CHARACTER TYPE MUST BE SELECTED");
    for (const length of [7, 129, 0, -8, 1e9, Infinity]) {
      assert.equal(
        await message({ length }),
        "PASSWORD LENGTH MUST BE BETWEEN 8 AND 128 CHARACTERS",
      );
    }
    for (const length of ["16", "sixteen", NaN, true, [], {}]) {
      assert.equal(await message({ length }), "PASSWORD LENGTH MUST BE A NUMBER");
    }
    assert.equal(await message({ length: 12.5 }), "Password length must be a whole number");
    for (const count of [0, 11, -1]) {
      assert.equal(await message({ count }), "PASSWORD COUNT MUST BE BETWEEN 1 AND 10");
    }
    for (const length of [8, 128]) {
      const answer = await generate({ length, count: 10 });
      assert("passwords" in answer);
      assert(answer.passwords.every(({ value }) => value.length === length));
    }
  });

  it("reports a missing source of randomness", async () => {
    for (
      const random of [
        () => {
          throw new ReferenceError("crypto is not defined");
        },
        () => new Uint8Array(0),
        () => undefined as unknown as Uint8Array<ArrayBuffer>,
        // Stuck: its bytes are always above the limit, or always the same character.
        (length: number) => new Uint8Array(length).fill(255),
        (length: number) => new Uint8Array(length),
      ]
    ) {
      const answer = await generate({}, createContext({ random }));
      assert("error" in answer);
      assert.equal(answer.error.code, "unsupported");
      assert.equal(
        answer.error.message,
        "CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER",
      );
      assert.equal(answer.error.message, TEXT.noSecureRandom);
    }
  });
});

describe("password/passphrase", () => {
  it("gives different texts for different lists of words", () => {
    const words = new Set(EFF_LONG_WORDLIST);
    assert.equal(words.size, EFF_LONG_WORDLIST.length);
    for (const word of words) {
      const parts = word.split("-");
      if (parts.length > 1) assert(!parts.every((part) => words.has(part)), word);
      assert(!/[ ._]/.test(word), word);
    }
  });

  it("draws words of the EFF long list", async () => {
    const outcome = await execute(
      operations,
      "password/passphrase",
      { words: 6, count: 10, separator: " " },
      createContext(),
    );
    assert(outcome.ok);
    const { passwords, pool } = outcome.value as { passwords: GeneratedPassword[]; pool: number };
    assert.equal(pool, 7776);
    for (const { value, entropy } of passwords) {
      assert.match(value, /^[a-z-]+( [a-z-]+){5}$/);
      assert(Math.abs(entropy - 77.55) < 0.01);
    }
    assert.equal(new Set(passwords.map(({ value }) => value)).size, 10);
  });

  it("draws words uniformly, over 777,600 words", async () => {
    const { UniformSource } = await import("../../../core/password/random.ts");
    const source = new UniformSource(random(2));
    const counts = Array<number>(7776).fill(0);
    for (let left = 777_600; left > 0; left--) counts[source.below(7776)]++;
    const p = chiSquareP(counts, Array(7776).fill(100));
    assert(p > 0.001, `p = ${p}`);
  });
});
