/**
 * One account of the bytes that the server keeps in memory for others: bodies that arrive or wait, answers that
 * are not read, fetched CRLs, and caches. Without one account, each of them could fill the memory by itself.
 *
 * There is a limit for all and a limit for each client. When all of it is in use, the caches give up
 * their bytes first, and then the client that keeps most of them, its oldest first. So clients that
 * fill the account cannot keep out a client that needs little.
 */
import { Tally } from "./compute/fair-queue.ts";

interface AccountLimits {
  /** The most bytes in total. */
  all: number;
  /** The most bytes of one client. */
  perClient: number;
}

const MIB = 1024 * 1024;

const LIMITS: Readonly<AccountLimits> = { all: 64 * MIB, perClient: 16 * MIB };

/** Bytes that are kept. Call `release` once they are not needed any more. */
export interface Held {
  /** Aborted when the bytes have to be given up. They count as released then. */
  readonly signal: AbortSignal;
  /** Whether the bytes had to be given up. */
  readonly isGivenUp: boolean;
  /** Counts further bytes; false if there is no room for them. */
  grow(bytes: number): boolean;
  /** Whether the bytes may have to be given up: not while a thread works on them, for example. */
  setFixed(isFixed: boolean): void;
  /** May be called more than once. */
  release(): void;
}

export class ByteAccount {
  readonly #limits: AccountLimits;
  /** The bytes of each client, and those of them that can be given up. */
  readonly #clients = new Tally();
  readonly #loose = new Tally();
  /** The bytes that each client keeps, the oldest first. */
  readonly #entries = new Map<string, Set<Entry>>();
  readonly #cached = new Set<Entry>();
  #cachedBytes = 0;

  constructor(limits: Partial<AccountLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** All bytes that are kept. */
  get total(): number {
    return this.#clients.total + this.#cachedBytes;
  }

  /** The bytes that are kept for one client. */
  of(client: string): number {
    return this.#clients.of(client);
  }

  /**
   * Counts bytes that are kept for a client; null if there is no room for them. `onGivenUp` is called
   * when they have to be given up.
   */
  hold(client: string, bytes: number, onGivenUp?: () => void): Held | null {
    const entry = new Entry(this, client, onGivenUp);
    return this.add(entry, bytes) ? entry : null;
  }

  /**
   * Counts bytes of a cache, which gives them up as soon as a client needs the room. They never take the room of a
   * client: null if there is none.
   */
  cache(bytes: number, onGivenUp: () => void): Held | null {
    const entry = new Entry(this, null, onGivenUp);
    return this.add(entry, bytes) ? entry : null;
  }

  /** Gives up the oldest bytes of this client that can be given up; false if it has none. */
  giveUpOldest(client: string): boolean {
    for (const entry of this.#entries.get(client) ?? []) {
      if (entry.isFixed) continue;
      entry.giveUp();
      return true;
    }
    return false;
  }

  /** Only for entries. */
  add(entry: Entry, bytes: number): boolean {
    const { client } = entry;
    if (!this.#hasRoom(client, bytes)) return false;
    entry.bytes += bytes;
    if (client === null) {
      this.#cached.add(entry);
      this.#cachedBytes += bytes;
    } else {
      this.#clients.add(client, bytes);
      if (!entry.isFixed) this.#loose.add(client, bytes);
      const entries = this.#entries.get(client);
      if (entries) entries.add(entry);
      else this.#entries.set(client, new Set([entry]));
    }
    return true;
  }

  /** Only for entries. */
  remove(entry: Entry): void {
    const { client, bytes } = entry;
    entry.bytes = 0;
    if (client === null) {
      this.#cached.delete(entry);
      this.#cachedBytes -= bytes;
      return;
    }
    this.#clients.add(client, -bytes);
    if (!entry.isFixed) this.#loose.add(client, -bytes);
    const entries = this.#entries.get(client);
    entries?.delete(entry);
    if (entries?.size === 0) this.#entries.delete(client);
  }

  /** Only for entries. */
  setFixed({ client, bytes, isFixed }: Entry): void {
    if (client !== null) this.#loose.add(client, isFixed ? -bytes : bytes);
  }

  /** Whether there is room for more bytes, after others have given up theirs. */
  #hasRoom(client: string | null, bytes: number): boolean {
    const own = client === null ? Infinity : this.of(client) + bytes;
    if (client !== null && own > this.#limits.perClient) return false;
    while (this.total + bytes > this.#limits.all) {
      if (client === null) return false;
      const [cached] = this.#cached;
      if (cached) {
        cached.giveUp();
        continue;
      }
      const largest = this.#loose.highest();
      if (largest === undefined || largest === client || this.#loose.of(largest) <= own) {
        return false;
      }
      this.giveUpOldest(largest);
    }
    return true;
  }
}

class Entry implements Held {
  bytes = 0;
  isFixed = false;
  isGivenUp = false;
  #controller: AbortController | null = null;
  #isReleased = false;

  constructor(
    private readonly account: ByteAccount,
    readonly client: string | null,
    private readonly onGivenUp?: () => void,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isGivenUp) this.#controller.abort();
    return this.#controller.signal;
  }

  grow(bytes: number): boolean {
    return !this.#isReleased && this.account.add(this, bytes);
  }

  setFixed(isFixed: boolean): void {
    if (this.#isReleased || isFixed === this.isFixed) return;
    this.isFixed = isFixed;
    this.account.setFixed(this);
  }

  giveUp(): void {
    this.release();
    this.isGivenUp = true;
    this.#controller?.abort();
    this.onGivenUp?.();
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.account.remove(this);
  }
}
