/** The limit on each client's processor time in a minute (CPU_SECONDS_PER_MINUTE). */

const WINDOW = 60_000;
/** The most clients that are counted. Beyond that, the oldest count is dropped. */
const MAX_CLIENTS = 10_000;

/** Counts processor time in a window of 60 seconds that starts with a client's first call. */
export class Allowance {
  readonly #most: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { used: number; end: number }>();

  /** @param seconds of processor time in a window; 0 for no limit */
  constructor(seconds: number, now: () => number = () => performance.now()) {
    this.#most = seconds === 0 ? Infinity : seconds * 1000;
    this.#now = now;
  }

  /** Counts milliseconds of processor time. */
  spend(client: string, milliseconds: number): void {
    if (this.#most === Infinity) return;
    const window = this.#current(client);
    if (window) return void (window.used += milliseconds);
    this.#windows.delete(client);
    this.#windows.set(client, { used: milliseconds, end: this.#now() + WINDOW });
    if (this.#windows.size > MAX_CLIENTS) {
      this.#windows.delete(this.#windows.keys().next().value!);
    }
  }

  /** Whole seconds until the client may compute again; null if it may now. */
  wait(client: string): number | null {
    const window = this.#current(client);
    if (!window || window.used < this.#most) return null;
    return Math.max(Math.ceil((window.end - this.#now()) / 1000), 1);
  }

  #current(client: string) {
    const window = this.#windows.get(client);
    return window && window.end > this.#now() ? window : null;
  }
}
