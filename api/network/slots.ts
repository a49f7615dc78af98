/** A limit on how many tasks run at once; the rest wait in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Runs the task when a slot is free. */
  async use<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resume) => this.#waiting.push(resume));
    try {
      return await task();
    } finally {
      // The slot goes straight to whoever waits longest.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
