/** Jobs of one kind that wait: clients take turns, and the jobs of one client keep their order. */

export class Lane<J extends { readonly client: string }> {
  /** Jobs by client; the client whose turn it is comes first. */
  readonly #jobs = new Map<string, J[]>();
  #size = 0;
  #examined = 0;

  /** Jobs that wait. */
  get size(): number {
    return this.#size;
  }

  /** How many clients `take` has looked at so far: the cost of handing on places. */
  get examined(): number {
    return this.#examined;
  }

  /** Jobs of one client that wait. */
  of(client: string): number {
    return this.#jobs.get(client)?.length ?? 0;
  }

  add(job: J): void {
    const jobs = this.#jobs.get(job.client);
    if (jobs) jobs.push(job);
    else this.#jobs.set(job.client, [job]);
    this.#size += 1;
  }

  /** Takes out a job that gives up. */
  remove(job: J): void {
    const jobs = this.#jobs.get(job.client)!;
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) this.#jobs.delete(job.client);
    this.#size -= 1;
  }

  /**
   * Takes the oldest job of the client that may have a place and has the lowest rank; of clients of
   * one rank, the first. Its next job waits behind the other clients. Null where no client may. Ranks
   * begin at 0.
   */
  take(may: (client: string) => boolean, rank: (client: string) => number = () => 0): J | null {
    let next: string | undefined;
    let lowest = Infinity;
    for (const client of this.#jobs.keys()) {
      this.#examined += 1;
      if (!may(client)) continue;
      const own = rank(client);
      if (own >= lowest) continue;
      [next, lowest] = [client, own];
      if (lowest === 0) break;
    }
    if (next === undefined) return null;
    const jobs = this.#jobs.get(next)!;
    const [job] = jobs;
    this.remove(job);
    if (jobs.length > 0) {
      this.#jobs.delete(next);
      this.#jobs.set(next, jobs);
    }
    return job;
  }

  /** The last of this client's jobs. */
  newest(client: string): J | undefined {
    return this.#jobs.get(client)?.at(-1);
  }

  /** The client with the most jobs; undefined where none waits. */
  longest(): string | undefined {
    let longest: string | undefined;
    for (const client of this.#jobs.keys()) {
      if (longest === undefined || this.of(client) > this.of(longest)) longest = client;
    }
    return longest;
  }
}

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
