/** A number for each client, and their sum. Clients at zero are forgotten. */
export class Tally {
  readonly #of = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(client: string): number {
    return this.#of.get(client) ?? 0;
  }

  add(client: string, amount: number): void {
    const sum = this.of(client) + amount;
    if (sum === 0) this.#of.delete(client);
    else this.#of.set(client, sum);
    this.#total += amount;
  }

  /** The client with the most; undefined where all are at zero. */
  highest(): string | undefined {
    let highest: string | undefined;
    for (const [client, sum] of this.#of) {
      if (highest === undefined || sum > this.of(highest)) highest = client;
    }
    return highest;
  }
}
