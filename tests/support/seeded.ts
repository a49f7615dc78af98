/** Seeded random numbers (xoshiro128**), so that a failing property test can be repeated. */
export class Seeded {
  #a: number;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #d = 0xb7e15162;

  constructor(seed: number) {
    this.#a = seed | 0;
    for (let round = 0; round < 20; round++) this.#next();
  }

  #next(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul(product << 7 | product >>> 25, 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = this.#d << 11 | this.#d >>> 21;
    return result >>> 0;
  }

  /** A number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.#next() / 2 ** 32 * bound);
  }

  pick<T>(items: ArrayLike<T>): T {
    return items[this.below(items.length)];
  }

  /** A text of `min` to `max` characters of `alphabet`. */
  text(alphabet: ArrayLike<string>, min: number, max: number): string {
    let text = "";
    for (let left = min + this.below(max - min + 1); left > 0; left--) text += this.pick(alphabet);
    return text;
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at++) bytes[at] = this.#next() >>> 24;
    return bytes;
  }
}
