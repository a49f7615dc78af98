/**
 * Uniform random numbers by rejection sampling: a draw at or above the largest multiple of the bound is rejected,
 * because its remainder would favour low numbers.
 */
import type { Context } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import * as TEXT from "../texts.ts";

/** At least half of all draws are accepted, so random octets never need this many attempts. */
const MOST_DRAWS = 1000;

/** Octets fetched at a time, because a call to the source costs more than the octets. */
const BLOCK = 1024;

/** Draws numbers below a bound. Throws OperationError `unsupported` without a secure source. */
export class UniformSource {
  #block: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(private readonly random: Context["random"]) {}

  /** A uniform number from 0 to `bound` - 1; `bound` is 1 to 65,536. */
  below(bound: number): number {
    const range = bound <= 256 ? 256 : 65_536;
    const limit = range - range % bound;
    for (let draws = 0; draws < MOST_DRAWS; draws++) {
      const drawn = range === 256 ? this.#byte() : this.#byte() << 8 | this.#byte();
      if (drawn < limit) return drawn % bound;
    }
    throw new OperationError("unsupported", TEXT.noSecureRandom);
  }

  #byte(): number {
    if (this.#at === this.#block.length) {
      this.#block = fetchBlock(this.random);
      this.#at = 0;
    }
    return this.#block[this.#at++];
  }
}

function fetchBlock(random: Context["random"]): Uint8Array {
  let block: Uint8Array;
  try {
    block = random(BLOCK);
  } catch {
    throw new OperationError("unsupported", TEXT.noSecureRandom);
  }
  if (!(block instanceof Uint8Array) || block.length !== BLOCK) {
    throw new OperationError("unsupported", TEXT.noSecureRandom);
  }
  return block;
}
