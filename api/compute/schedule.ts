/**
 * Decides which client may use a thread, and when. One schedule covers all work of the server, of
 * three kinds:
 *
 * - `light` work may take any free thread. It is short: if it exceeds its budget, the thread ends the
 *   turn, and the request is scheduled again as `compute` (`LIGHT_WORK` in core/kernel/context.ts).
 * - `compute` work (generating an RSA key, stretching a password, a large body) may take all threads
 *   but one, so that light work soon finds a free thread.
 * - `network` work waits for other hosts and takes no thread. The number of such jobs is limited.
 *
 * Clients take turns. A place for expensive work goes to the client whose last turn is the longest
 * ago. Light work of one client may take all threads but one. Together with its expensive work, one
 * client can therefore hold all threads, but only for a short turn. A job that finds no place, or waits
 * too long, is refused with a time to retry. When a queue is full, the newest job of the client with the
 * most jobs in it is refused, so that a new client finds a place.
 *
 * A client whose light work takes long accumulates a debt, which decreases with time. While the debt
 * is high, all work of the client counts as `compute`, so that it cannot use up the budget of light
 * turns again and again.
 *
 * Processor time orders the clients and refuses none: one that has used more than its share waits behind
 * all others, and has one place at most while another client waits.
 */
import { FairQueue, Tally } from "./fair-queue.ts";
import { Ledger, remember } from "./ledger.ts";

export const KINDS = ["light", "compute", "network"] as const;
export type Kind = typeof KINDS[number];

interface KindLimits {
  /** The most waiting jobs. */
  waiting: number;
  /** The most jobs of one client, running or waiting. */
  perClient: number;
  /** Milliseconds that a job may wait. */
  patience: number;
}

export interface ScheduleLimits extends Readonly<Record<Kind, KindLimits>> {
  /** The most running jobs, light and compute together. */
  threads: number;
  /** How many of them may be compute jobs. */
  expensive: number;
  /** How many of them may be light jobs of one client. */
  lightPerClient: number;
  /** The most running network jobs. */
  outbound: number;
  /** The most bytes of waiting requests, in total and of one client. */
  waitingBytes: number;
  waitingBytesPerClient: number;
}

const MIB = 1024 * 1024;

/** The limits for a number of threads or processes. With two or more, one takes no expensive work. */
export function scheduleLimits(
  threads: number,
  expensive: number = Math.max(threads - 1, 1),
): ScheduleLimits {
  return {
    threads,
    expensive,
    lightPerClient: Math.max(threads - 1, 1),
    outbound: 64,
    light: { waiting: 2_048, perClient: 512, patience: 20_000 },
    compute: { waiting: 32, perClient: 8, patience: 20_000 },
    network: { waiting: 128, perClient: 16, patience: 10_000 },
    waitingBytes: 64 * MIB,
    waitingBytesPerClient: 16 * MIB,
  };
}

/**
 * The job does not run. `retryAfter`: seconds until a place is likely, or until its client may compute
 * again (`rate_limited`).
 */
export class Busy {
  constructor(readonly retryAfter: number, readonly code: "busy" | "rate_limited" = "busy") {}
}

interface RunOptions {
  /** Called only if the job has to wait. Aborting the signal gives up its place in the queue. */
  signal?: () => AbortSignal;
  /** Bytes that the job holds while it waits. */
  bytes?: number;
  /** The part of a place that the job takes: less than 1 if it is light and several share a place. */
  part?: number;
  /**
   * Charges the job to the client's debt. Called when the job has ended; returns milliseconds of
   * processor time, or undefined to use the elapsed time.
   */
  took?: () => number | undefined;
  /** Milliseconds of processor time that the job took. Called when it has ended. */
  used?: () => number | undefined;
}

interface Job {
  readonly client: string;
  readonly kind: Kind;
  readonly bytes: number;
  readonly part: number;
}

interface Waiting extends Job {
  start(): void;
  refuse(): void;
}

/** Milliseconds of each job that are not charged. An ordinary request takes fewer. */
const FREE = 20;
/** The debt in milliseconds above which a client's light work counts as expensive. */
const MAX_DEBT = 250;
/** The highest debt. It is paid off after half a minute. */
const DEBT_CEILING = 3_000;
/** Milliseconds of debt that are paid off in each millisecond. */
const FORGIVEN = 0.1;
/**
 * Milliseconds of processor time above which a client has used more than its share, the most that is
 * remembered, and how much of it is forgotten in each millisecond: ten seconds a minute.
 */
const SHARE = 10_000;
const MOST_USED = 60_000;
const FORGOTTEN = 1 / 6;
/**
 * Of this many light jobs that waited, one is that of the client that comes first in the queue, whatever its
 * rank. Otherwise a client whose last job was long once, as the first one in a new process is, would wait
 * for as long as others send short ones.
 */
const IN_ORDER = 8;
/** Milliseconds for which the length of a client's last light job is remembered. */
const LENGTH_KEPT = 30_000;
/** The rank of a client that has used more than its share: behind all turns of others. */
const LAST = Number.MAX_SAFE_INTEGER / 2;

/**
 * The schedule (docs/decisions.md, "Processes of the server"). `now` returns milliseconds since any
 * fixed instant.
 */
export class Schedule {
  #limits: ScheduleLimits;
  readonly #now: () => number;
  readonly #running = { light: new Tally(), compute: new Tally(), network: new Tally() };
  /** The places that light jobs take. */
  readonly #light = new Tally();
  /** Whether the next light job waits for a whole place. Others must not take parts of it. */
  #isBlocked = false;
  readonly #queues = {
    light: new FairQueue<Waiting>(),
    compute: new FairQueue<Waiting>(),
    network: new FairQueue<Waiting>(),
  };
  readonly #waitingBytes = new Tally();
  readonly #debts: Ledger;
  /** The processor time of each client. */
  readonly #time: Ledger;
  /** The processor time of each client's last light job, in milliseconds, and when it ended. */
  readonly #lengths = new Map<string, { length: number; at: number }>();
  /** The sequence number of each client's last expensive job. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
  /** How many light jobs that waited have begun. */
  #lightTurns = 0;
  /** Moving averages of the duration of a job of each kind, in seconds. */
  readonly #duration: Record<Kind, number> = { light: 0.01, compute: 1, network: 1 };

  constructor(limits: ScheduleLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#debts = new Ledger(DEBT_CEILING, FORGIVEN, now);
    this.#time = new Ledger(MOST_USED, FORGOTTEN, now);
  }

  /**
   * Sets the number of threads or processes that work. With 0, all jobs wait. While one is missing, the
   * last one takes no expensive work either, or light work would wait for the end of that work.
   */
  resize(threads: number, isOneMissing = false): void {
    const { lightPerClient, ...limits } = scheduleLimits(threads);
    const expensive = isOneMissing ? Math.max(threads - 1, 0) : limits.expensive;
    this.#limits = { ...this.#limits, threads, expensive, lightPerClient };
    this.#startWaiting();
  }

  running(kind: Kind): number {
    return this.#running[kind].total;
  }

  waiting(kind: Kind): number {
    return this.#queues[kind].size;
  }

  /** How many waiting clients were examined so far. Tests bound this cost. */
  get examined(): number {
    return KINDS.reduce((sum, kind) => sum + this.#queues[kind].examined, 0);
  }

  /**
   * Runs `work` when there is a place, and passes it the kind that it counts as. The work keeps its
   * place until it has ended, even if the client has disconnected, because it still uses the machine.
   * A client that disconnects while waiting gives up its place, and the result is Busy.
   */
  async run<T>(
    client: string,
    asked: Kind,
    work: (kind: Kind) => Promise<T>,
    { signal, bytes = 0, part = 1, took, used }: RunOptions = {},
  ): Promise<T | Busy> {
    const kind = asked === "light" && this.#debts.of(client) > MAX_DEBT ? "compute" : asked;
    const share = this.#running[kind].of(client) + this.#queues[kind].of(client);
    if (share >= this.#limits[kind].perClient) return this.#busy(kind);
    const job: Job = { client, kind, bytes, part: kind === "light" ? part : 1 };
    if (this.#mayBegin(job)) this.#begin(job);
    else if (!await this.#wait(job, signal)) return this.#busy(kind);
    const since = this.#now();
    try {
      return await work(kind);
    } finally {
      const elapsed = this.#now() - since;
      // On a machine that runs other programs too, elapsed time overstates the work.
      if (took) this.#debts.charge(client, (took() ?? elapsed) - FREE);
      if (used) this.#time.charge(client, used() ?? elapsed);
      if (used && asked === "light") {
        remember(this.#lengths, client, { length: used() ?? elapsed, at: this.#now() });
      }
      this.#duration[kind] += (elapsed / 1000 - this.#duration[kind]) / 8;
      this.#running[kind].add(client, -1);
      if (kind === "light") this.#light.add(client, -job.part);
      this.#startWaiting();
    }
  }

  #begin({ client, kind, part }: Job): void {
    this.#running[kind].add(client, 1);
    if (kind === "light") this.#light.add(client, part);
    if (kind === "compute") remember(this.#turns, client, ++this.#turn);
  }

  #hasHadShare(client: string): boolean {
    return this.#time.of(client) > SHARE;
  }

  /** Whether a new job may begin at once. */
  #mayBegin(job: Job): boolean {
    if (job.kind === "light" && (this.#isBlocked || this.#leavesRoom())) return false;
    return this.#hasRoom(job) && this.#mayTake(job);
  }

  /** Whether there is room for a job, regardless of its client. */
  #hasRoom({ kind, part }: Pick<Job, "kind" | "part">): boolean {
    const { compute, network } = this.#running;
    const { threads, expensive, outbound } = this.#limits;
    if (kind === "network") return network.total < outbound;
    const taken = this.#light.total + compute.total;
    if (taken + part > threads || taken >= threads) return false;
    return kind === "light" || compute.total < expensive;
  }

  /**
   * Whether light jobs have to wait until a place is free for an expensive one. Otherwise small ones, which
   * take a part of a place, would take each part as soon as it is free.
   */
  #leavesRoom(): boolean {
    const { compute } = this.#running;
    if (this.#queues.compute.size === 0 || compute.total >= this.#limits.expensive) return false;
    return this.#light.total + compute.total + 1 > this.#limits.threads;
  }

  /**
   * Whether this client may take one of the free places. A client that has had its share takes at most
   * one while another client waits.
   */
  #mayTake({ client, kind, part }: Job): boolean {
    if (kind === "network") return true;
    const { compute } = this.#running;
    const light = this.#light.of(client);
    if (kind === "light" && light + part > this.#limits.lightPerClient) return false;
    if (!this.#hasHadShare(client) || light + compute.of(client) === 0) return true;
    return !(["light", "compute"] as const).some((kind) =>
      this.#queues[kind].size > this.#queues[kind].of(client)
    );
  }

  #block({ kind }: Job): false {
    this.#isBlocked = kind === "light";
    return false;
  }

  /** Starts waiting jobs in the free places synchronously, so that a new job cannot overtake them. */
  #startWaiting(): void {
    // Expensive work first: it is limited to its share of the threads and cannot take the rest.
    for (const kind of ["compute", "light", "network"] as const) {
      if (kind === "light") {
        this.#isBlocked = false;
        if (this.#leavesRoom()) continue;
      }
      // While there is room, few clients are at their limit, so few are examined. The queue of
      // expensive jobs is short and may be examined as a whole.
      while (this.#queues[kind].size > 0 && this.#hasRoom({ kind, part: 0 })) {
        const job = this.#queues[kind].take(
          (job) => this.#mayTake(job),
          (client) => this.#rank(client, kind),
          (job) => this.#hasRoom(job) || this.#block(job),
        );
        if (!job) break;
        if (kind === "light") this.#lightTurns += 1;
        this.#waitingBytes.add(job.client, -job.bytes);
        this.#begin(job);
        job.start();
      }
    }
  }

  /**
   * The order of jobs. Of light ones, those of clients without a debt come first, and of these the ones
   * whose last job was short: of many clients, each has paid its debt off before its next turn. One in
   * eight is in the order of turns. Of expensive ones, the client whose last one is the longest ago comes
   * first. A client that has had its share comes after all others.
   */
  #rank(client: string, kind: Kind): number {
    if (kind === "network") return 0;
    const own = kind === "light" ? this.#lightRank(client) : this.#turns.get(client) ?? 0;
    return own + (this.#hasHadShare(client) ? LAST : 0);
  }

  #lightRank(client: string): number {
    if (this.#lightTurns % IN_ORDER === IN_ORDER - 1) return 0;
    return this.#debts.of(client) + Math.floor(this.#lastLength(client) / FREE);
  }

  #lastLength(client: string): number {
    const last = this.#lengths.get(client);
    return last && this.#now() - last.at < LENGTH_KEPT ? last.length : 0;
  }

  /** Resolves with true when the job has started, or with false if it never will. */
  #wait(job: Job, signal?: () => AbortSignal): Promise<boolean> {
    const disconnected = signal?.();
    if (disconnected?.aborted || !this.#makeRoom(job)) return Promise.resolve(false);
    const queue = this.#queues[job.kind];
    return new Promise((resolve) => {
      const settle = (begun: boolean) => {
        clearTimeout(timer);
        disconnected?.removeEventListener("abort", refuse);
        resolve(begun);
      };
      const refuse = () => {
        queue.remove(waiting);
        this.#waitingBytes.add(job.client, -job.bytes);
        settle(false);
      };
      const waiting: Waiting = { ...job, start: () => settle(true), refuse };
      const timer = setTimeout(refuse, this.#limits[job.kind].patience);
      disconnected?.addEventListener("abort", refuse);
      queue.add(waiting);
      this.#waitingBytes.add(job.client, job.bytes);
    });
  }

  /**
   * Whether there is room for the job to wait. To make room, the newest jobs of the client with the
   * most jobs are refused, as long as that client keeps more than this job's client would have.
   */
  #makeRoom({ client, kind, bytes }: Job): boolean {
    const queue = this.#queues[kind];
    const { waitingBytes, waitingBytesPerClient } = this.#limits;
    const kept = this.#waitingBytes;
    if (kept.of(client) + bytes > waitingBytesPerClient) return false;
    if (queue.size >= this.#limits[kind].waiting) {
      const longest = queue.longest();
      if (longest === undefined || queue.of(longest) <= queue.of(client) + 1) return false;
      queue.newest(longest)!.refuse();
    }
    if (kept.total + bytes <= waitingBytes) return true;
    const largest = kept.highest();
    while (
      largest !== undefined && kept.total + bytes > waitingBytes &&
      kept.of(largest) > kept.of(client) + bytes
    ) {
      const { compute, light, network } = this.#queues;
      (compute.newest(largest) ?? light.newest(largest) ?? network.newest(largest))!.refuse();
    }
    return kept.total + bytes <= waitingBytes;
  }

  #busy(kind: Kind): Busy {
    const { threads, expensive, outbound } = this.#limits;
    const places = { light: threads, compute: expensive, network: outbound }[kind];
    const turns = (this.#queues[kind].size + 1) / Math.max(places, 1);
    return new Busy(Math.min(Math.max(Math.ceil(turns * this.#duration[kind]), 1), 60));
  }
}
