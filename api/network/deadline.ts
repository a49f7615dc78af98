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
