/** Values that are remembered about clients, such as milliseconds that decrease with time. */

/** The most clients that are remembered. */
const MAX_REMEMBERED = 10_000;

/** A number of milliseconds for each client, which decreases with time. */
export class Ledger {
  readonly #most: number;
  readonly #decrease: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { sum: number; at: number }>();

  /**
   * @param most the highest sum
   * @param decrease how much of a sum is deleted in each millisecond
   */
  constructor(most: number, decrease: number, now: () => number) {
    this.#most = most;
    this.#decrease = decrease;
    this.#now = now;
  }

  of(client: string): number {
    const entry = this.#entries.get(client);
    if (!entry) return 0;
    const left = entry.sum - (this.#now() - entry.at) * this.#decrease;
    if (left > 0) return left;
    this.#entries.delete(client);
    return 0;
  }

  charge(client: string, milliseconds: number): void {
    if (milliseconds <= 0) return;
    const sum = Math.min(this.of(client) + milliseconds, this.#most);
    remember(this.#entries, client, { sum, at: this.#now() });
  }
}

/** Sets a value, and deletes the one that was set the longest ago if there are too many. */
export function remember<T>(values: Map<string, T>, client: string, value: T): void {
  // A Map keeps the order of insertion.
  values.delete(client);
  values.set(client, value);
  if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value!);
}
