/** Deadlines, a semaphore, and waiting for several pieces of work. */

/** The abort reason of a signal whose time is up. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

/**
 * An AbortSignal that is aborted after `ms` milliseconds or with its parent, whichever is first. Unlike
 * AbortSignal.timeout, its timer ends with the scope (`using`).
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #follow: () => void;

  /** `parent` is undefined if there is no other reason to abort. */
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

  /** Aborts the signal now, as if its time were up. */
  end(): void {
    this.#controller.abort(new TimeIsUp());
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/**
 * Waits for a promise that cannot be cancelled. Rejects with the signal's reason when the signal is
 * aborted; a later result is dropped.
 */
export function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Limits concurrent work to a number of places. Other work waits in the order of its arrival. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Runs `work` when a place is free. Rejects with the signal's reason if it is aborted before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

/**
 * Like Promise.all, but settles only when all of the work has ended. So the questions of every piece
 * are noted even if another one fails, and no work continues after the end of a turn
 * (api/compute/protocol.ts).
 */
export async function settled<T extends readonly unknown[]>(
  work: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work) as unknown as T;
}
