/** RSA moduli while the files come that have them: another worker begins with them before all is read. */
import { MAX_BATCH_BITS } from "../x509/keys/families/shared-factors.ts";
import { rsaKeys } from "./key-findings.ts";
import type { InspectedObject } from "./objects.ts";

/** RSA keys from which on another worker looks for primes that they share. */
export const HELP_FROM = 100;

export class EarlyModuli {
  readonly #known = new Set<bigint>();
  #untold: bigint[] = [];
  #bits = 0;
  #isOver = false;

  /** What is to be told of these objects: in the order in which all will be compared, each once. */
  among(objects: readonly InspectedObject[]): bigint[] {
    if (this.#isOver) return [];
    for (const { modulus, bits } of rsaKeys(objects)) {
      if (this.#known.has(modulus)) continue;
      if (this.#bits + bits > MAX_BATCH_BITS) {
        this.#isOver = true;
        break;
      }
      this.#bits += bits;
      this.#known.add(modulus);
      this.#untold.push(modulus);
    }
    return this.#known.size < HELP_FROM ? [] : this.#untold.splice(0);
  }

  /** All are compared now, and whoever was told forgets them. */
  end(): void {
    this.#isOver = true;
    this.#known.clear();
    this.#untold = [];
  }
}
