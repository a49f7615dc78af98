/** Time limits that add up: a step's own, inside of the whole operation's, inside of the caller's. */

/** Why a signal was aborted: the time was up. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

/**
 * An AbortSignal that ends after `ms` milliseconds or with its parent, whichever is first. Its
 * timer ends with the scope (`using`); AbortSignal.timeout would leave one behind for each step.
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #follow: () => void;

  /** `parent` is undefined where nobody can end it early. */
  constructor(ms: number, parent: AbortSignal | undefined) {
    this.#parent = parent;
    this.#follow = () => this.#controller.abort(parent?.reason);
    this.#timer = setTimeout(() => this.#controller.abort(new TimeIsUp()), ms);
    if (parent?.aborted) this.#follow();
    else parent?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends it now, as if its time were up. */
  end(): void {
    this.#controller.abort(new TimeIsUp());
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/**
 * Waits for something that cannot be cancelled, for as long as the signal allows; rejects with the
 * signal's reason. What comes later is dropped.
 */
export function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

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

/** Several pieces of work at a time, of which none goes on when they have ended together. */

/**
 * As Promise.all, but settles only when all of the work has ended. What a piece asks for after another
 * one failed still counts, and nothing uses the thread for a turn that is over.
 */
export async function settled<T extends readonly unknown[]>(
  work: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work) as unknown as T;
}
