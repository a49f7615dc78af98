/**
 * Who may use a thread, and when. There is one queue for everything that the server works on, in
 * three kinds:
 *
 * - `light` work takes any free thread.
 * - `compute` work (a key is made, a password stretched, much was sent) takes all threads but one, so
 *   that light work always has a thread that is free soon.
 * - `network` work waits for other hosts and takes no thread; there are only so many at a time.
 *
 * Clients take turns, and each has a bounded share of the queue. A job that finds no place, or waits
 * too long, is refused with a time to come back.
 *
 * What a request costs is not always known before it ran. Light work that has run for long counts as
 * expensive while it goes on. A client whose light work keeps threads for long has a debt, which
 * lessens with time; while it is high, all work of that client counts as expensive. So the last
 * thread is not given to somebody who is known to keep it.
 */

export const KINDS = ["light", "compute", "network"] as const;
export type Kind = typeof KINDS[number];

interface KindLimits {
  /** Jobs that wait at a time. */
  waiting: number;
  /** Jobs of one client, running or waiting. */
  perClient: number;
  /** Milliseconds that a job waits at most. */
  patience: number;
}

export interface ScheduleLimits extends Readonly<Record<Kind, KindLimits>> {
  /** Jobs that run at a time, light and compute together. */
  threads: number;
  /** How many of these may be expensive. */
  expensive: number;
  /** Network jobs that run at a time. */
  conversations: number;
  /** Bytes of requests that wait, in all and of one client. */
  waitingBytes: number;
  waitingBytesPerClient: number;
  /** Milliseconds after which light work counts as expensive. */
  long: number;
}

const MIB = 1024 * 1024;

/** For so many threads, of which one stays free of expensive work wherever there are two. */
export function scheduleLimits(
  threads: number,
  expensive: number = Math.max(threads - 1, 1),
): ScheduleLimits {
  return {
    threads,
    expensive,
    conversations: 64,
    light: { waiting: 2_048, perClient: 512, patience: 20_000 },
    compute: { waiting: 32, perClient: 8, patience: 20_000 },
    network: { waiting: 128, perClient: 16, patience: 10_000 },
    waitingBytes: 64 * MIB,
    waitingBytesPerClient: 16 * MIB,
    long: 250,
  };
}

/** No place: after so many seconds one is likely. */
export class Busy {
  constructor(readonly retryAfter: number) {}
}

interface RunOptions {
  /** Called only when the job has to wait: a caller who leaves gives up the place. */
  signal?: () => AbortSignal;
  /** Bytes that the job keeps while it waits. */
  bytes?: number;
  /** Milliseconds of a thread that the work took, once it has ended; by the clock if unknown. */
  took?: () => number | undefined;
}

interface Job {
  client: string;
  kind: Kind;
  bytes: number;
  since: number;
}

interface Waiting extends Job {
  start(): void;
}

/** Milliseconds of long light work that a client may owe before its work counts as expensive. */
const MAX_DEBT = 500;
/** A debt never gets higher, so that it is gone after half a minute. */
const DEBT_CEILING = 3_000;
/** Milliseconds of a debt that are forgiven in each millisecond. */
const FORGIVEN = 0.1;
/** Clients whose debt is remembered. */
const MAX_DEBTORS = 10_000;

/**
 * Who gets a thread, and when (docs/decisions.md, "Threads of the server"). `now`: milliseconds.
 */
export class Schedule {
  readonly #limits: ScheduleLimits;
  readonly #now: () => number;
  readonly #running = new Set<Job>();
  /** Of each kind the jobs by client; the client whose turn it is comes first. */
  readonly #waiting: Readonly<Record<Kind, Map<string, Waiting[]>>> = {
    light: new Map(),
    compute: new Map(),
    network: new Map(),
  };
  readonly #waitingCount: Record<Kind, number> = { light: 0, compute: 0, network: 0 };
  /** Jobs of a client, running or waiting, by kind and client. */
  readonly #shares = new Map<string, number>();
  readonly #waitingBytes = new Map<string, number>();
  #allWaitingBytes = 0;
  /** What clients owed, in milliseconds, and when that was. */
  readonly #debts = new Map<string, { owed: number; at: number }>();
  /** Moving averages of how long a job of each kind runs, in seconds. */
  readonly #duration: Record<Kind, number> = { light: 0.01, compute: 1, network: 1 };

  constructor(limits: ScheduleLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  running(kind: Kind): number {
    let count = 0;
    for (const job of this.#running) if (job.kind === kind) count += 1;
    return count;
  }

  waiting(kind: Kind): number {
    return this.#waitingCount[kind];
  }

  /**
   * Runs `work` when there is a place. The place is taken until the work has ended, whether its
   * caller still listens or not: work that nobody waits for uses the machine all the same. A caller
   * who leaves while waiting gives up the place; the answer is then Busy and reaches nobody.
   */
  async run<T>(
    client: string,
    kind: Kind,
    work: () => Promise<T>,
    { signal, bytes = 0, took }: RunOptions = {},
  ): Promise<T | Busy> {
    const share = `${kind} ${client}`;
    const mine = this.#shares.get(share) ?? 0;
    if (mine >= this.#limits[kind].perClient) return this.#busy(kind);
    this.#shares.set(share, mine + 1);
    try {
      let job: Job = { client, kind, bytes, since: 0 };
      if (this.#canStart(job)) this.#begin(job);
      else {
        const waited = await this.#wait(job, signal);
        if (!waited) return this.#busy(kind);
        job = waited;
      }
      try {
        return await work();
      } finally {
        this.#end(job, took?.());
      }
    } finally {
      const left = this.#shares.get(share)! - 1;
      if (left === 0) this.#shares.delete(share);
      else this.#shares.set(share, left);
    }
  }

  #begin(job: Job): void {
    job.since = this.#now();
    this.#running.add(job);
  }

  #end(job: Job, used?: number): void {
    const took = this.#now() - job.since;
    this.#running.delete(job);
    this.#duration[job.kind] += (took / 1000 - this.#duration[job.kind]) / 8;
    // On a machine that other programs keep busy, the clock does not show what this job took.
    const owed = used ?? took;
    if (job.kind === "light" && owed > this.#limits.long) this.#charge(job.client, owed);
    // Places are handed on at once: whoever comes at this moment must not slip in.
    for (let next = this.#next(); next; next = this.#next()) {
      this.#begin(next);
      next.start();
    }
  }

  #charge(client: string, took: number): void {
    const owed = Math.min(this.#owed(client) + took, DEBT_CEILING);
    // The Map keeps the order of insertion: the first is the one that is the longest in it.
    this.#debts.delete(client);
    this.#debts.set(client, { owed, at: this.#now() });
    if (this.#debts.size > MAX_DEBTORS) this.#debts.delete(this.#debts.keys().next().value!);
  }

  #owed(client: string): number {
    const debt = this.#debts.get(client);
    if (!debt) return 0;
    const owed = debt.owed - (this.#now() - debt.at) * FORGIVEN;
    if (owed > 0) return owed;
    this.#debts.delete(client);
    return 0;
  }

  /** Whether a client's light work is to be taken for expensive. */
  #isSlow(client: string): boolean {
    let owed = this.#owed(client);
    for (const job of this.#running) {
      if (job.client === client && this.#isLong(job)) owed += this.#now() - job.since;
    }
    return owed > MAX_DEBT;
  }

  #isLong({ kind, since }: Job): boolean {
    return kind === "light" && this.#now() - since > this.#limits.long;
  }

  #canStart({ client, kind }: Job): boolean {
    let conversations = 0;
    let threads = 0;
    let expensive = 0;
    for (const job of this.#running) {
      if (job.kind === "network") conversations += 1;
      else {
        threads += 1;
        if (job.kind === "compute" || this.#isLong(job) || this.#isSlow(job.client)) expensive += 1;
      }
    }
    if (kind === "network") return conversations < this.#limits.conversations;
    if (threads >= this.#limits.threads) return false;
    const mayKeepIt = kind === "compute" || this.#isSlow(client);
    return !mayKeepIt || expensive < this.#limits.expensive;
  }

  /** Takes the next job that can start out of the queue, if there is one. */
  #next(): Waiting | null {
    // Expensive work first: it has its share of the threads, and the rest is not its to take.
    for (const kind of ["compute", "light", "network"] as const) {
      for (const [job] of this.#waiting[kind].values()) {
        if (!this.#canStart(job)) continue;
        this.#leave(job);
        return job;
      }
    }
    return null;
  }

  /** Out of the queue; the client's next job waits behind the other clients. */
  #leave(job: Waiting): void {
    const { client, kind, bytes } = job;
    const queue = this.#waiting[kind].get(client)!;
    queue.splice(queue.indexOf(job), 1);
    this.#waiting[kind].delete(client);
    if (queue.length > 0) this.#waiting[kind].set(client, queue);
    this.#waitingCount[kind] -= 1;
    this.#keepBytes(client, -bytes);
  }

  #keepBytes(client: string, bytes: number): void {
    this.#allWaitingBytes += bytes;
    const kept = (this.#waitingBytes.get(client) ?? 0) + bytes;
    if (kept === 0) this.#waitingBytes.delete(client);
    else this.#waitingBytes.set(client, kept);
  }

  /** Resolves when the job has begun, with null when it will not. */
  #wait(job: Job, signal?: () => AbortSignal): Promise<Job | null> {
    const { client, kind, bytes } = job;
    const { waiting, patience } = this.#limits[kind];
    const full = this.#waitingCount[kind] >= waiting ||
      this.#allWaitingBytes + bytes > this.#limits.waitingBytes ||
      (this.#waitingBytes.get(client) ?? 0) + bytes > this.#limits.waitingBytesPerClient;
    const left = signal?.();
    if (full || left?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (begun: Job | null) => {
        clearTimeout(timer);
        left?.removeEventListener("abort", giveUp);
        resolve(begun);
      };
      const entry: Waiting = { ...job, start: () => settle(entry) };
      const giveUp = () => {
        this.#leave(entry);
        settle(null);
      };
      const timer = setTimeout(giveUp, patience);
      left?.addEventListener("abort", giveUp);
      const queue = this.#waiting[kind].get(client);
      if (queue) queue.push(entry);
      else this.#waiting[kind].set(client, [entry]);
      this.#waitingCount[kind] += 1;
      this.#keepBytes(client, bytes);
    });
  }

  #busy(kind: Kind): Busy {
    const { threads, expensive, conversations } = this.#limits;
    const places = { light: threads, compute: expensive, network: conversations }[kind];
    const turns = (this.#waitingCount[kind] + 1) / places;
    return new Busy(Math.min(Math.max(Math.ceil(turns * this.#duration[kind]), 1), 60));
  }
}
