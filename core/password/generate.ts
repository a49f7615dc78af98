/**
 * password/generate: draws every password uniformly from all passwords of its length that have each selected
 * type of character at least once. A draw that lacks a type is rejected as a whole, because inserting the missing
 * character would favour some positions and some passwords.
 */
import type { Context } from "../kernel/context.ts";
import type { Operation } from "../kernel/execute.ts";
import { OperationError } from "../kernel/errors.ts";
import * as TEXT from "../texts.ts";
import { passwordsVerdict } from "../verdict/made.ts";
import { charactersOf } from "./characters.ts";
import type { passwordGenerate } from "./contract.ts";
import { UniformSource } from "./random.ts";
import { entropyOf, exactEntropyOf, strengthOf } from "./strength.ts";

/** Returns passwords with their entropy in bits. The schema limits their number and length. */
export const generate: Operation<typeof passwordGenerate> = (input, context) => {
  const sets = charactersOf(input);
  const pool = sets.reduce((sum, set) => sum + set.length, 0);
  const entropy = entropyOf(input.length, pool);
  const exactEntropy = exactEntropyOf(input.length, sets.map(({ length }) => length));
  const draw = passwordSource(sets, context.random);
  const passwords = Array.from({ length: input.count }, () => ({
    value: draw(input.length),
    entropy,
    exactEntropy,
    strength: strengthOf(entropy),
  }));
  return { pool, passwords, verdict: passwordsVerdict({ passwords }, false) };
};

/**
 * With every type and 8 characters, at least 43 of 100 draws have all types, so random octets never need this
 * many attempts.
 */
const MOST_DRAWS = 1000;

/**
 * A source of passwords that have at least one character of each set. There are at most eight sets, which must be
 * disjoint, with at most 256 characters in total. `length` must not be less than their number. Throws
 * OperationError `unsupported` without a secure source of randomness.
 */
export function passwordSource(
  sets: readonly string[],
  random: Context["random"],
): (length: number) => string {
  const characters = sets.join("");
  const typeBits = sets.flatMap((set, index) => Array(set.length).fill(1 << index));
  const allTypes = (1 << sets.length) - 1;
  const source = new UniformSource(random);
  return (length) => {
    for (let draws = 0; draws < MOST_DRAWS; draws++) {
      let password = "";
      let seen = 0;
      for (let at = 0; at < length; at++) {
        const index = source.below(characters.length);
        password += characters[index];
        seen |= typeBits[index];
      }
      if (seen === allTypes) return password;
    }
    throw new OperationError("unsupported", TEXT.noSecureRandom);
  };
}
