/**
 * What an operation is given from outside: the time, random bytes and a work budget. Never a
 * socket, a file or a clock of its own, so the same input gives the same answer everywhere.
 */
import { OperationError } from "./errors.ts";
import { TEXT } from "./texts.ts";

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
  /** Names compared with name constraints. */
  names: number;
  /** Iterations of a password-based key derivation, summed over all of them. */
  kdfIterations: number;
}

/** On a device, where whoever waits can cancel. */
export const DEVICE_LIMITS: Readonly<BudgetLimits> = {
  bytes: 16 * 1024 * 1024,
  nodes: 1_000_000,
  signatures: 512,
  paths: 4_096,
  names: 250_000,
  kdfIterations: 10_000_000,
};

/** On a server that computes in threads of their own: about two seconds of a slow core a request. */
export const SERVER_LIMITS: Readonly<BudgetLimits> = {
  ...DEVICE_LIMITS,
  kdfIterations: 1_500_000,
};

/** On a server without such threads, where everybody waits while one request is worked on. */
export const INLINE_LIMITS: Readonly<BudgetLimits> = {
  ...SERVER_LIMITS,
  signatures: 128,
  kdfIterations: 300_000,
};

/**
 * Counts work down. Work is bounded by counting and not by killing, because a Deno worker that is
 * terminated while busy goes on burning a core.
 */
export class Budget {
  readonly #left: BudgetLimits;
  /** Apart from the others: a certificate has a hundred nodes. */
  #nodes: number;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.#left = { ...DEVICE_LIMITS, ...limits };
    this.#nodes = this.#left.nodes;
  }

  /** Takes `amount` from one allowance; throws OperationError `too_complex` when it is used up. */
  spend(kind: keyof BudgetLimits, amount = 1): void {
    const left = (kind === "nodes" ? this.#nodes : this.#left[kind]) - amount;
    // A NaN amount must not pass, hence the negation.
    if (!(left >= 0)) throw new OperationError("too_complex", TEXT.tooComplex);
    if (kind === "nodes") this.#nodes = left;
    else this.#left[kind] = left;
  }

  /** `spend("nodes")`, for the innermost loop of every reader. */
  spendNode(): void {
    if (this.#nodes < 1) throw new OperationError("too_complex", TEXT.tooComplex);
    this.#nodes--;
  }
}

export interface Context {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  readonly budget: Budget;
  /** Cryptographically secure random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
}

/** A context for one operation. Every part can be given; the rest is the platform's. */
export function createContext(
  parts: { now?: number; limits?: Partial<BudgetLimits>; random?: Context["random"] } = {},
): Context {
  return {
    now: parts.now ?? Date.now(),
    budget: new Budget(parts.limits),
    random: parts.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
  };
}
