/**
 * The context of an operation: the time, random bytes and a work budget. An operation has no socket, no
 * file and no clock of its own, so the same input gives the same answer everywhere.
 */
import { OperationError } from "./errors.ts";
import * as KERNEL_TEXT from "./texts.ts";

/** Upper bounds for the work of one operation. */
export interface BudgetLimits {
  /** Bytes of decoded input. */
  bytes: number;
  /** DER elements visited. */
  nodes: number;
  /** Public-key signatures verified. */
  signatures: number;
  /** Candidate certification paths tried. */
  paths: number;
  /** Comparisons of names with each other and with name constraints. */
  names: number;
  /**
   * Iterations of all password-based key derivations together, in units of PBKDF2 with SHA-256. An
   * iteration of a slower derivation counts as several (core/x509/keys/encryption/key-derivation.ts).
   */
  kdfIterations: number;
  /** KiB of memory for all password-based key derivations together. */
  kdfMemory: number;
  /**
   * Microseconds of a slow core for signatures, key derivations, names, paths and the arithmetic on keys
   * together. They are estimates, not measurements, so that the same input has the same outcome on every
   * machine.
   */
  work: number;
}

/** A budget and where it applies: on a server the message recommends the device, which allows more. */
export interface Limits extends BudgetLimits {
  readonly onServer: boolean;
}

/** The limits on a device. They are large, because the user can cancel. */
export const DEVICE_LIMITS: Readonly<Limits> = {
  onServer: false,
  bytes: 16 * 1024 * 1024,
  nodes: 1_000_000,
  signatures: 512,
  paths: 4_096,
  names: 2_000_000,
  kdfIterations: 80_000_000,
  kdfMemory: 512 * 1024,
  work: 60_000_000,
};

/** On a server with compute threads: about two seconds of a slow core for each request. */
export const SERVER_LIMITS: Readonly<Limits> = {
  ...DEVICE_LIMITS,
  onServer: true,
  // Enough for files of NSS, GnuTLS or Bouncy Castle, with 600,000 iterations in each derivation: two readings of an
  // empty password for the MAC, the key and four certificates, which GnuTLS encrypts each by itself.
  kdfIterations: 8_000_000,
  // Two derivations with the most memory, and four with that of OpenSSL's scrypt.
  kdfMemory: 64 * 1024,
  work: 2_000_000,
};

/** Microseconds of a slow core that light work may take on a server before it counts as expensive. */
export const LIGHT_WORK = 50_000;

/** On a server without compute threads, where one request delays all others. */
export const INLINE_LIMITS: Readonly<Limits> = {
  ...SERVER_LIMITS,
  signatures: 128,
  kdfIterations: 1_600_000,
  work: 400_000,
};

/** Microseconds of a slow core for one unit. Costs that depend on the key are spent as `work`. */
const MICROSECONDS: Readonly<Record<keyof BudgetLimits, number>> = {
  // Bounded by their own counts and by the size of the input.
  bytes: 0,
  nodes: 0,
  signatures: 0,
  paths: 20,
  names: 0.2,
  kdfIterations: 0.25,
  kdfMemory: 0,
  work: 1,
};

/**
 * Counts down the work that is left. Terminating a worker would not bound its work: a Deno worker that is
 * terminated while busy keeps using its core.
 */
export class Budget {
  readonly onServer: boolean;
  /** Whether the operation needed more work than `light`. Its answer is then incomplete. */
  outgrown = false;
  readonly #light: number;
  readonly #limits: BudgetLimits;
  readonly #left: BudgetLimits;
  /** A field of its own, because reading one certificate spends a hundred nodes. */
  #nodes: number;
  #whole: Budget | null = null;

  /** @param light microseconds of work; beyond them `spend` throws and sets `outgrown`. */
  constructor(limits: Partial<Limits> = {}, light = Infinity) {
    const { onServer, ...left } = { ...DEVICE_LIMITS, ...limits };
    this.onServer = onServer;
    this.#light = light;
    this.#limits = left;
    this.#left = { ...left };
    this.#nodes = left.nodes;
  }

  /** Spends `amount` of one kind. Throws OperationError `too_complex` if less than that is left. */
  spend(kind: keyof BudgetLimits, amount = 1): void {
    const left = (kind === "nodes" ? this.#nodes : this.#left[kind]) - amount;
    const work = kind === "work" ? left : this.#left.work - amount * MICROSECONDS[kind];
    // Negated, so that an amount of NaN is refused.
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

  /** The same as `spend("nodes")`, but faster: the innermost loop of every reader calls it. */
  spendNode(): void {
    if (this.#nodes < 1) throw this.#exhausted();
    this.#nodes--;
    this.#whole?.spendNode();
  }

  /** The amount of one kind that can still be spent. */
  left(kind: keyof BudgetLimits): number {
    const weight = MICROSECONDS[kind];
    const own = kind === "nodes" ? this.#nodes : this.#left[kind];
    const left = weight === 0 ? own : Math.min(own, Math.floor(this.#left.work / weight));
    return this.#whole === null ? left : Math.min(left, this.#whole.left(kind));
  }

  /** The amount of one kind that was spent. */
  spent(kind: keyof BudgetLimits): number {
    return this.#limits[kind] - (kind === "nodes" ? this.#nodes : this.#left[kind]);
  }

  /** The limits for a budget that continues this one: the amount of each kind that is left. */
  rest(): Limits {
    const kinds = Object.keys(this.#limits) as (keyof BudgetLimits)[];
    const left = kinds.map((kind) => [kind, this.left(kind)]);
    return { onServer: this.onServer, ...Object.fromEntries(left) } as Limits;
  }

  /** A sub-budget for one step; spending it also spends this budget. */
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
  kdfMemory: Infinity,
  work: Infinity,
};

/**
 * Tables of facts that are newer than the built-in ones, by name. Each is in the form that its reader makes of
 * it, and the code that puts it here has checked it. An operation uses the built-in table for a name that is missing.
 */
export type Tables = ReadonlyMap<string, unknown>;

/** Only the built-in tables. */
export const BUILT_IN_TABLES: Tables = new Map();

export interface Context {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  readonly tables: Tables;
  readonly budget: Budget;
  /** Cryptographically secure random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
}

/** A context for one operation. Parts that are not given come from the platform. */
export function createContext(
  parts: {
    now?: number;
    limits?: Partial<Limits>;
    light?: number;
    tables?: Tables;
    random?: Context["random"];
  } = {},
): Context {
  return {
    now: parts.now ?? Date.now(),
    tables: parts.tables ?? BUILT_IN_TABLES,
    budget: new Budget(parts.limits, parts.light),
    random: parts.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
  };
}
