/** RSA moduli that go to another worker while files are still read, so that it can begin early. */
import { MAX_BATCH_BITS } from "../x509/keys/families/shared-factors.ts";
import { rsaKeys } from "./key-findings.ts";
import type { InspectedObject } from "./objects.ts";

/** RSA keys from which on another worker looks for primes that they share. */
export const HELP_FROM = 100;

export class EarlyModuli {
  readonly #known = new Set<bigint>();
  #unsent: bigint[] = [];
  #bits = 0;
  #isOver = false;

  /** The moduli of these objects to be sent now, each once, in the order in which all are compared. */
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
      this.#unsent.push(modulus);
    }
    return this.#known.size < HELP_FROM ? [] : this.#unsent.splice(0);
  }

  /** All moduli are compared now: none is sent early any more. */
  end(): void {
    this.#isOver = true;
    this.#known.clear();
    this.#unsent = [];
  }
}
