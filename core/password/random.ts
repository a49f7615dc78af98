/**
 * Uniform numbers from random bytes, by rejection: a byte above the largest multiple of the bound
 * is thrown away, since its remainder would favour the low numbers.
 */
import type { Context } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import * as TEXT from "../texts.ts";

/** Bytes fetched at a time; a call to the source costs more than the bytes do. */
const BLOCK = 1024;

/** Draws numbers below a bound; throws OperationError `unsupported` without a secure source. */
export class UniformSource {
  #block: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(private readonly random: Context["random"]) {}

  /** A number from 0 to `bound` - 1, each as likely as the other; `bound` is 1 to 65,536. */
  below(bound: number): number {
    if (bound <= 256) {
      const limit = 256 - 256 % bound;
      for (;;) {
        const byte = this.#byte();
        if (byte < limit) return byte % bound;
      }
    }
    const limit = 65_536 - 65_536 % bound;
    for (;;) {
      const pair = this.#byte() << 8 | this.#byte();
      if (pair < limit) return pair % bound;
    }
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
