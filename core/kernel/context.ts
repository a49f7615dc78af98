/**
 * What an operation is given from outside: the time, random bytes and a work budget. Never a
 * socket, a file or a clock of its own, so the same input gives the same answer everywhere.
 */
import { OperationError } from "./errors.ts";
import * as KERNEL_TEXT from "./texts.ts";

/** Upper bounds of the work that one operation may do. */
export interface BudgetLimits {
  /** Bytes of decoded input that are looked at. */
  bytes: number;
  /** DER elements visited. */
  nodes: number;
  /** Public-key signatures verified. */
  signatures: number;
  /** Candidate certification paths tried. */
  paths: number;
  /** Steps of comparing names with each other and with name constraints. */
  names: number;
  /**
   * Iterations of password-based key derivations, summed over all of them and counted as PBKDF2 over
   * SHA-256: one of a slower derivation counts as several (core/x509/keys/encryption/key-derivation.ts).
   */
  kdfIterations: number;
  /**
   * Microseconds of a slow core that signatures, key derivations, names, paths and the arithmetic on
   * keys may take together. They are estimated and never measured, so that the same input ends the
   * same way everywhere.
   */
  work: number;
}

/** Budgets, and the place that they are for: a message says where there is more room. */
export interface Limits extends BudgetLimits {
  readonly onServer: boolean;
}

/** On a device, where whoever waits can cancel. */
export const DEVICE_LIMITS: Readonly<Limits> = {
  onServer: false,
  bytes: 16 * 1024 * 1024,
  nodes: 1_000_000,
  signatures: 512,
  paths: 4_096,
  names: 2_000_000,
  kdfIterations: 50_000_000,
  work: 60_000_000,
};

/** On a server that computes in threads of their own: about two seconds of a slow core a request. */
export const SERVER_LIMITS: Readonly<Limits> = {
  ...DEVICE_LIMITS,
  onServer: true,
  // A file of NSS, GnuTLS or Bouncy Castle with 600,000 iterations in each of its derivations.
  kdfIterations: 5_000_000,
  work: 2_000_000,
};

/** Microseconds of a slow core that light work may take on a server before it counts as expensive. */
export const LIGHT_WORK = 50_000;

/** On a server without such threads, where everybody waits while one request is worked on. */
export const INLINE_LIMITS: Readonly<Limits> = {
  ...SERVER_LIMITS,
  signatures: 128,
  kdfIterations: 1_000_000,
  work: 400_000,
};

/** Microseconds of a slow core that one unit takes; what differs by key is spent as `work` apart. */
const MICROSECONDS: Readonly<Record<keyof BudgetLimits, number>> = {
  // Bounded by their own numbers, and by the size of what is read.
  bytes: 0,
  nodes: 0,
  signatures: 0,
  paths: 20,
  names: 0.2,
  kdfIterations: 0.4,
  work: 1,
};

/**
 * Counts work down. Work is bounded by counting and not by killing, because a Deno worker that is
 * terminated while busy goes on burning a core.
 */
export class Budget {
  readonly onServer: boolean;
  /** Whether more work than `light` was asked for. What the operation then answers is not complete. */
  outgrown = false;
  readonly #light: number;
  readonly #limits: BudgetLimits;
  readonly #left: BudgetLimits;
  /** Apart from the others: a certificate has a hundred nodes. */
  #nodes: number;
  #whole: Budget | null = null;

  /** @param light microseconds of work after which `spend` throws and sets `outgrown`. */
  constructor(limits: Partial<Limits> = {}, light = Infinity) {
    const { onServer, ...left } = { ...DEVICE_LIMITS, ...limits };
    this.onServer = onServer;
    this.#light = light;
    this.#limits = left;
    this.#left = { ...left };
    this.#nodes = left.nodes;
  }

  /** Takes `amount` from one allowance; throws OperationError `too_complex` when it is used up. */
  spend(kind: keyof BudgetLimits, amount = 1): void {
    const left = (kind === "nodes" ? this.#nodes : this.#left[kind]) - amount;
    const work = kind === "work" ? left : this.#left.work - amount * MICROSECONDS[kind];
    // A NaN amount must not pass, hence the negation.
    if (!(left >= 0 && work >= 0)) throw this.#exhausted();
    if (this.#limits.work - work > this.#light) {
      this.outgrown = true;
      throw this.#exhausted();
    }
    if (kind === "nodes") this.#nodes = left;
    else this.#left[kind] = left;
    this.#left.work = work;
    this.#whole?.spend(kind, amount);
  }

  /** `spend("nodes")`, for the innermost loop of every reader. */
  spendNode(): void {
    if (this.#nodes < 1) throw this.#exhausted();
    this.#nodes--;
    this.#whole?.spendNode();
  }

  /** How much of one allowance can still be spent. */
  left(kind: keyof BudgetLimits): number {
    const weight = MICROSECONDS[kind];
    const own = kind === "nodes" ? this.#nodes : this.#left[kind];
    const left = weight === 0 ? own : Math.min(own, Math.floor(this.#left.work / weight));
    return this.#whole === null ? left : Math.min(left, this.#whole.left(kind));
  }

  /** How much of one allowance was spent. */
  spent(kind: keyof BudgetLimits): number {
    return this.#limits[kind] - (kind === "nodes" ? this.#nodes : this.#left[kind]);
  }

  /** What can still be spent, as the limits of a budget that goes on from here. */
  rest(): Limits {
    const kinds = Object.keys(this.#limits) as (keyof BudgetLimits)[];
    const left = kinds.map((kind) => [kind, this.left(kind)]);
    return { onServer: this.onServer, ...Object.fromEntries(left) } as Limits;
  }

  /** A budget of its own for one step, of which every bit is spent from this one too. */
  part(limits: Partial<BudgetLimits>): Budget {
    const part = new Budget({ ...UNLIMITED, ...limits, onServer: this.onServer });
    part.#whole = this;
    return part;
  }

  #exhausted(): OperationError {
    const message = this.onServer ? KERNEL_TEXT.tooComplexForServer : KERNEL_TEXT.tooComplex;
    return new OperationError("too_complex", message);
  }
}

const UNLIMITED: Readonly<BudgetLimits> = {
  bytes: Infinity,
  nodes: Infinity,
  signatures: Infinity,
  paths: Infinity,
  names: Infinity,
  kdfIterations: Infinity,
  work: Infinity,
};

export interface Context {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  readonly budget: Budget;
  /** Cryptographically secure random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
}

/** A context for one operation. Every part can be given; the rest is the platform's. */
export function createContext(
  parts: {
    now?: number;
    limits?: Partial<Limits>;
    light?: number;
    random?: Context["random"];
  } = {},
): Context {
  return {
    now: parts.now ?? Date.now(),
    budget: new Budget(parts.limits, parts.light),
    random: parts.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
  };
}
