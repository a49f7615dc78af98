/** The data structures of the schedule: a queue that is fair to clients, and a count by client. */

/** Waiting jobs of one kind. Clients take turns, and the jobs of one client keep their order. */
export class FairQueue<J extends { readonly client: string }> {
  /** Jobs by client; the client whose turn is next comes first. */
  readonly #jobs = new Map<string, J[]>();
  #size = 0;
  #examined = 0;

  /** The number of waiting jobs. */
  get size(): number {
    return this.#size;
  }

  /** How many clients `take` has examined so far. Tests bound this cost. */
  get examined(): number {
    return this.#examined;
  }

  /** The number of waiting jobs of one client. */
  of(client: string): number {
    return this.#jobs.get(client)?.length ?? 0;
  }

  add(job: J): void {
    const jobs = this.#jobs.get(job.client);
    if (jobs) jobs.push(job);
    else this.#jobs.set(job.client, [job]);
    this.#size += 1;
  }

  /** Removes a job that was refused or abandoned. */
  remove(job: J): void {
    const jobs = this.#jobs.get(job.client)!;
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) this.#jobs.delete(job.client);
    this.#size -= 1;
  }

  /**
   * Removes and returns the oldest job of the client with the lowest rank, among those that `may`
   * accepts; the first such client if several have the same rank. The client then moves behind the
   * others. Returns null if `may` accepts no job, or if that job does not fit: the next one must not
   * overtake it. Ranks start at 0.
   */
  take(
    may: (job: J) => boolean,
    rank: (client: string) => number = () => 0,
    fits: (job: J) => boolean = () => true,
  ): J | null {
    let next: string | undefined;
    let lowest = Infinity;
    for (const [client, [first]] of this.#jobs) {
      this.#examined += 1;
      if (!may(first)) continue;
      const own = rank(client);
      if (own >= lowest) continue;
      [next, lowest] = [client, own];
      if (lowest === 0) break;
    }
    if (next === undefined) return null;
    const jobs = this.#jobs.get(next)!;
    const [job] = jobs;
    if (!fits(job)) return null;
    this.remove(job);
    if (jobs.length > 0) {
      this.#jobs.delete(next);
      this.#jobs.set(next, jobs);
    }
    return job;
  }

  /** This client's most recent job. */
  newest(client: string): J | undefined {
    return this.#jobs.get(client)?.at(-1);
  }

  /** The client with the most jobs; undefined if the queue is empty. */
  longest(): string | undefined {
    let longest: string | undefined;
    for (const client of this.#jobs.keys()) {
      if (longest === undefined || this.of(client) > this.of(longest)) longest = client;
    }
    return longest;
  }
}

/** A number for each client, and their sum. Clients whose number is 0 take no memory. */
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

  /** The client with the highest number; undefined if all are 0. */
  highest(): string | undefined {
    let highest: string | undefined;
    for (const [client, sum] of this.#of) {
      if (highest === undefined || sum > this.of(highest)) highest = client;
    }
    return highest;
  }
}
