/**
 * Who may use a thread, and when. There is one schedule for everything that the server works on, in
 * three kinds:
 *
 * - `light` work takes any free thread. It is short: where it exceeds its budget, the thread ends the
 *   turn and the request comes again as `compute` (`LIGHT_WORK` in core/kernel/context.ts).
 * - `compute` work (an RSA key is made, a password stretched, much was sent) takes all threads but
 *   one, so that light work always has a thread that is free soon.
 * - `network` work waits for other hosts and takes no thread; there are only so many at a time.
 *
 * Clients take turns; a place for expensive work goes to the client whose last turn is the longest
 * ago. Light work of one client takes all threads but one, so that one client holds every thread only
 * for a short turn, while its expensive work runs too. A job that finds no place, or waits too long, is
 * refused with a time to come back. When a queue is full, the newest job of the client with the most
 * jobs in it is refused, so that a newcomer finds a place.
 *
 * A client whose light work takes long has a debt, which lessens with time; while it is high, all work
 * of that client is `compute`. So the budget of light turns is not spent again and again.
 */
import { Lane } from "./fair-queue.ts";
import { Tally } from "./fair-queue.ts";

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
  /** How many of them the light work of one client may take. */
  lightPerClient: number;
  /** Network jobs that run at a time. */
  conversations: number;
  /** Bytes of requests that wait, in all and of one client. */
  waitingBytes: number;
  waitingBytesPerClient: number;
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
    lightPerClient: Math.max(threads - 1, 1),
    conversations: 64,
    light: { waiting: 2_048, perClient: 512, patience: 20_000 },
    compute: { waiting: 32, perClient: 8, patience: 20_000 },
    network: { waiting: 128, perClient: 16, patience: 10_000 },
    waitingBytes: 64 * MIB,
    waitingBytesPerClient: 16 * MIB,
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
  /**
   * Given where the client owes what the job takes. Called when the job has ended: milliseconds of
   * processor time, or undefined where only the clock can tell.
   */
  took?: () => number | undefined;
}

interface Job {
  readonly client: string;
  readonly kind: Kind;
  readonly bytes: number;
}

interface Waiting extends Job {
  start(): void;
  refuse(): void;
}

/** Milliseconds of each job that are not charged; an ordinary request takes fewer. */
const FREE = 20;
/** Milliseconds that a client may owe before its light work counts as expensive. */
const MAX_DEBT = 250;
/** A debt never gets higher, so that it is gone after half a minute. */
const DEBT_CEILING = 3_000;
/** Milliseconds of a debt that are forgiven in each millisecond. */
const FORGIVEN = 0.1;
/** Clients whose debt or last turn is remembered. */
const MAX_REMEMBERED = 10_000;

/**
 * Who gets a thread, and when (docs/decisions.md, "Threads of the server"). `now`: milliseconds.
 */
export class Schedule {
  readonly #limits: ScheduleLimits;
  readonly #now: () => number;
  readonly #running = { light: new Tally(), compute: new Tally(), network: new Tally() };
  readonly #lanes = {
    light: new Lane<Waiting>(),
    compute: new Lane<Waiting>(),
    network: new Lane<Waiting>(),
  };
  readonly #waitingBytes = new Tally();
  /** What clients owed, in milliseconds, and when that was. */
  readonly #debts = new Map<string, { owed: number; at: number }>();
  /** The number of each client's last expensive job, of all such jobs. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
  /** Moving averages of how long a job of each kind runs, in seconds. */
  readonly #duration: Record<Kind, number> = { light: 0.01, compute: 1, network: 1 };

  constructor(limits: ScheduleLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  running(kind: Kind): number {
    return this.#running[kind].total;
  }

  waiting(kind: Kind): number {
    return this.#lanes[kind].size;
  }

  /** How many waiting clients were looked at so far: the cost of handing on places. */
  get examined(): number {
    return KINDS.reduce((sum, kind) => sum + this.#lanes[kind].examined, 0);
  }

  /**
   * Runs `work` when there is a place, with the kind that it counts as. The place is taken until the
   * work has ended, whether its caller still listens or not: abandoned work uses the machine all the
   * same. A caller who leaves while waiting gives up the place; the answer is then Busy and is dropped.
   */
  async run<T>(
    client: string,
    asked: Kind,
    work: (kind: Kind) => Promise<T>,
    { signal, bytes = 0, took }: RunOptions = {},
  ): Promise<T | Busy> {
    const kind = asked === "light" && this.#owed(client) > MAX_DEBT ? "compute" : asked;
    const share = this.#running[kind].of(client) + this.#lanes[kind].of(client);
    if (share >= this.#limits[kind].perClient) return this.#busy(kind);
    const job: Job = { client, kind, bytes };
    if (this.#hasPlace(kind) && this.#mayTake(client, kind)) this.#begin(job);
    else if (!await this.#wait(job, signal)) return this.#busy(kind);
    const since = this.#now();
    try {
      return await work(kind);
    } finally {
      const elapsed = this.#now() - since;
      // On a machine that other programs keep busy, the clock does not show what this job took.
      if (took) this.#charge(client, (took() ?? elapsed) - FREE);
      this.#duration[kind] += (elapsed / 1000 - this.#duration[kind]) / 8;
      this.#running[kind].add(client, -1);
      this.#handOn();
    }
  }

  #begin({ client, kind }: Job): void {
    this.#running[kind].add(client, 1);
    if (kind === "compute") remember(this.#turns, client, ++this.#turn);
  }

  #charge(client: string, milliseconds: number): void {
    if (milliseconds <= 0) return;
    const owed = Math.min(this.#owed(client) + milliseconds, DEBT_CEILING);
    remember(this.#debts, client, { owed, at: this.#now() });
  }

  #owed(client: string): number {
    const debt = this.#debts.get(client);
    if (!debt) return 0;
    const owed = debt.owed - (this.#now() - debt.at) * FORGIVEN;
    if (owed > 0) return owed;
    this.#debts.delete(client);
    return 0;
  }

  /** Whether one more job of this kind may run, of some client. */
  #hasPlace(kind: Kind): boolean {
    const { light, compute, network } = this.#running;
    const { threads, expensive, conversations } = this.#limits;
    if (kind === "network") return network.total < conversations;
    if (light.total + compute.total >= threads) return false;
    return kind === "light" || compute.total < expensive;
  }

  /** Whether this client may have one more of the places that are free. */
  #mayTake(client: string, kind: Kind): boolean {
    return kind !== "light" || this.#running.light.of(client) < this.#limits.lightPerClient;
  }

  /** Gives free places to jobs that wait, at once: a job that comes at this moment must not slip in. */
  #handOn(): void {
    // Expensive work first: it has its share of the threads, and may not take the rest.
    for (const kind of ["compute", "light", "network"] as const) {
      while (this.#hasPlace(kind)) {
        // Where a thread is free, at most one client has all that it may: two are looked at. Of
        // expensive work few jobs wait, and all may be.
        const job = this.#lanes[kind].take(
          (client) => this.#mayTake(client, kind),
          kind === "compute" ? (client) => this.#turns.get(client) ?? 0 : undefined,
        );
        if (!job) break;
        this.#waitingBytes.add(job.client, -job.bytes);
        this.#begin(job);
        job.start();
      }
    }
  }

  /** Resolves with true when the job has begun, with false when it will not. */
  #wait(job: Job, signal?: () => AbortSignal): Promise<boolean> {
    const left = signal?.();
    if (left?.aborted || !this.#makeRoom(job)) return Promise.resolve(false);
    const lane = this.#lanes[job.kind];
    return new Promise((resolve) => {
      const settle = (begun: boolean) => {
        clearTimeout(timer);
        left?.removeEventListener("abort", refuse);
        resolve(begun);
      };
      const refuse = () => {
        lane.remove(waiting);
        this.#waitingBytes.add(job.client, -job.bytes);
        settle(false);
      };
      const waiting: Waiting = { ...job, start: () => settle(true), refuse };
      const timer = setTimeout(refuse, this.#limits[job.kind].patience);
      left?.addEventListener("abort", refuse);
      lane.add(waiting);
      this.#waitingBytes.add(job.client, job.bytes);
    });
  }

  /**
   * Whether the job finds room to wait. Where there is none, the newest jobs of the client that has
   * the most are refused, as long as it still has more than this job's client would have.
   */
  #makeRoom({ client, kind, bytes }: Job): boolean {
    const lane = this.#lanes[kind];
    const { waitingBytes, waitingBytesPerClient } = this.#limits;
    const kept = this.#waitingBytes;
    if (kept.of(client) + bytes > waitingBytesPerClient) return false;
    if (lane.size >= this.#limits[kind].waiting) {
      const longest = lane.longest();
      if (longest === undefined || lane.of(longest) <= lane.of(client) + 1) return false;
      lane.newest(longest)!.refuse();
    }
    if (kept.total + bytes <= waitingBytes) return true;
    const largest = kept.highest();
    while (
      largest !== undefined && kept.total + bytes > waitingBytes &&
      kept.of(largest) > kept.of(client) + bytes
    ) {
      (this.#lanes.compute.newest(largest) ?? this.#lanes.light.newest(largest))!.refuse();
    }
    return kept.total + bytes <= waitingBytes;
  }

  #busy(kind: Kind): Busy {
    const { threads, expensive, conversations } = this.#limits;
    const places = { light: threads, compute: expensive, network: conversations }[kind];
    const turns = (this.#lanes[kind].size + 1) / places;
    return new Busy(Math.min(Math.max(Math.ceil(turns * this.#duration[kind]), 1), 60));
  }
}

/** Sets a value, and forgets the one that was set the longest ago where there are too many. */
function remember<T>(values: Map<string, T>, client: string, value: T): void {
  // The Map keeps the order of insertion.
  values.delete(client);
  values.set(client, value);
  if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value!);
}
