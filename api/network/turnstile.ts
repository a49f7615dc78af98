/** So many at a time; the others wait in their order, for as long as their signal allows. */
export class Turnstile {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Runs `work` when there is a place. Rejects with the signal's reason where none came in time. */
  async pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
