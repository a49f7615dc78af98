/**
 * Lets only so many expensive operations run at a time, so that they cannot take the machine from
 * the cheap ones. Those that wait do so in a queue with a bound, in which one client may hold only a
 * part; who finds no place, or waits too long, is told to come back.
 */

export interface GateLimits {
  /** Operations that run at a time. */
  slots: number;
  /** Operations that wait at a time. */
  queue: number;
  /** Operations of one client, running or waiting. */
  perClient: number;
  /** Milliseconds that one waits at most. */
  patience: number;
}

/** No place: after so many seconds one is likely. */
export class Busy {
  constructor(readonly retryAfter: number) {}
}

interface Waiting {
  start(): void;
  refuse(): void;
}

export class Gate {
  readonly #limits: GateLimits;
  readonly #waiting = new Set<Waiting>();
  readonly #ofClient = new Map<string, number>();
  #running = 0;
  /** A moving average of how long one runs, in seconds. */
  #duration = 1;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` when a slot is free. The slot is taken until the work has ended, whether its caller
   * still listens or not: work that nobody waits for uses the machine all the same. A caller who
   * leaves while waiting (`signal`) gives up the place; the answer is then Busy and reaches nobody.
   */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | Busy> {
    const mine = this.#ofClient.get(client) ?? 0;
    const full = this.#running >= this.#limits.slots && this.#waiting.size >= this.#limits.queue;
    if (full || mine >= this.#limits.perClient) return this.#busy();
    this.#ofClient.set(client, mine + 1);
    try {
      if (this.#running < this.#limits.slots) this.#running += 1;
      else if (!await this.#place(signal)) return this.#busy();
      const started = performance.now();
      try {
        return await work();
      } finally {
        this.#duration += ((performance.now() - started) / 1000 - this.#duration) / 8;
        // The slot is handed on, not freed: whoever comes at this moment must not slip in.
        const next = this.#waiting.values().next().value;
        if (next) next.start();
        else this.#running -= 1;
      }
    } finally {
      const left = this.#ofClient.get(client)! - 1;
      if (left === 0) this.#ofClient.delete(client);
      else this.#ofClient.set(client, left);
    }
  }

  /** Waits for a slot; false when it was not had. */
  #place(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (placed: boolean) => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener("abort", waiting.refuse);
        resolve(placed);
      };
      const waiting: Waiting = { start: () => settle(true), refuse: () => settle(false) };
      const timer = setTimeout(waiting.refuse, this.#limits.patience);
      signal?.addEventListener("abort", waiting.refuse);
      this.#waiting.add(waiting);
      if (signal?.aborted) waiting.refuse();
    });
  }

  #busy(): Busy {
    const turns = (this.#waiting.size + 1) / this.#limits.slots;
    return new Busy(Math.min(Math.max(Math.ceil(turns * this.#duration), 1), 60));
  }
}

export type Gates = Readonly<Record<"compute" | "network", Gate>>;

/** Gates for a machine: one core is left to everything else. */
export function createGates(cores: number): Gates {
  return {
    compute: new Gate({ slots: Math.max(cores - 1, 1), queue: 16, perClient: 8, patience: 20_000 }),
    network: new Gate({ slots: 64, queue: 128, perClient: 16, patience: 10_000 }),
  };
}
