/**
 * Compares the cost of two pieces of work within one run, because a busy machine slows both. They
 * are measured a few times in turns, and the fastest round of each counts.
 */
import assert from "node:assert/strict";
import { threadTime } from "./thread-time.ts";

const ROUNDS = 3;
/**
 * The minimum length of a round in milliseconds. The clock of a thread ticks only every few
 * milliseconds, so a shorter round would not be exact.
 */
const ROUND = 40;
/** Linear work takes 4 times as long on an input 4 times as large, quadratic work 16 times. */
const GROWTH = 4;
const MOST = 9;

type Work = () => unknown;

async function fastestOf(sides: readonly Work[]): Promise<number[]> {
  const fastest = sides.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, side] of sides.entries()) {
      fastest[index] = Math.min(fastest[index], await timeOf(side));
    }
  }
  return fastest;
}

/** Milliseconds of one run. */
async function timeOf(work: Work): Promise<number> {
  const started = threadTime();
  let runs = 0;
  let spent: number;
  do {
    await work();
    runs++;
    spent = threadTime() - started;
  } while (spent < ROUND);
  return spent / runs;
}

/**
 * Fails if the cost of `work` grows clearly faster than its input. The inputs are made before the
 * measurement, because writing megabytes to fresh memory can cost more than reading them.
 */
export async function assertLinear<Input>(
  make: (size: number) => Input,
  work: (input: Input) => unknown,
  size: number,
): Promise<void> {
  const inputs = [make(size), make(size * GROWTH)];
  const [small, large] = await fastestOf(inputs.map((input) => () => work(input)));
  assert(
    large < MOST * small,
    `${GROWTH} times the input took ${(large / small).toFixed(1)} times`,
  );
}

/** Fails if `work` takes more than `factor` times as long as `other`. */
export async function assertCostsAtMost(factor: number, work: Work, other: Work): Promise<void> {
  const [mine, others] = await fastestOf([work, other]);
  assert(mine < factor * others, `it took ${(mine / others).toFixed(1)} times as long`);
}
