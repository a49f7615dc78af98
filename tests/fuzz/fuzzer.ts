/**
 * Fuzzes one target. fast-check draws plans (an input to start from, and mutations) and shrinks
 * those that fail. Inputs that made the code do something new are kept and mutated further. A seed
 * identifies the whole run.
 */
import { cpuUsage } from "node:process";
import fc from "fast-check";
import { Seeded } from "../support/seeded.ts";
import { threadTime } from "../support/thread-time.ts";
import { peakOf } from "./peak-memory.ts";
import { type AnyTarget, must } from "./target.ts";

/** A fault, with the smallest input that shows it. */
export interface Find {
  target: string;
  message: string;
  stack: string;
  input: Uint8Array<ArrayBuffer>;
  extension: string;
}

export interface Report {
  target: string;
  executions: number;
  /** Milliseconds spent on the target. */
  spent: number;
  /** Milliseconds of the longest run. */
  slowest: number;
  /** MiB of the largest measured growth; null without a measurement. */
  peak: number | null;
  /** The number of different behaviours of the code so far. */
  behaviours: number;
  finds: number;
}

/** Only inputs up to this length are kept, because they are mutated again and again. */
const MAX_KEPT = 16 * 1024;
const MAX_POOL = 4_096;
/** Memory is measured from this length on; shorter inputs cannot use that much. */
const MEASURED = 128 * 1024;
/** MiB that an input of at most 1 MiB may cost. */
const MAX_PEAK = 256;
/** Milliseconds of one batch. The fuzzer reads the clock between batches. */
const BATCH = 200;
/** Attempts before a run counts as slow or large, because the machine may be busy. */
const ATTEMPTS = 3;

/** The recipe of an input: the number of its start, and a number for each mutation. */
interface Mutation {
  from: number;
  edits: number[];
}
type Plan<Input> = Mutation | { invented: Input };

const MAX_EDITS = 5;

/**
 * Draws mutations, in a fraction of the time of fast-check's own combinators. It shrinks by
 * dropping edits.
 */
class Mutations extends fc.Arbitrary<Mutation> {
  generate(random: fc.Random): fc.Value<Mutation> {
    const from = random.nextInt();
    let count = 1;
    while (count < MAX_EDITS && (random.nextInt() & 1) === 0) count++;
    const edits = Array.from({ length: count }, () => random.nextInt());
    return new fc.Value({ from, edits }, undefined);
  }

  canShrinkWithoutContext(_: unknown): _ is Mutation {
    return false;
  }

  shrink({ from, edits }: Mutation): fc.Stream<fc.Value<Mutation>> {
    const shorter = edits.length < 2 ? [] : edits.map((_, index) => edits.toSpliced(index, 1));
    return fc.Stream.of(...shorter.map((edits) => new fc.Value({ from, edits }, undefined)));
  }
}

export class Fuzzer {
  readonly report: Report;
  readonly finds: Find[] = [];
  // deno-lint-ignore no-explicit-any
  readonly #pool: any[];
  readonly #seen = new Set<string>();
  readonly #known = new Set<string>();
  // deno-lint-ignore no-explicit-any
  readonly #plans: fc.Arbitrary<Plan<any>>;
  readonly #batchSeeds: Seeded;
  readonly #isAsync: boolean;
  #runs = 64;
  /** Slow or large inputs, to be measured between two batches. */
  #suspects: { input: unknown; bytes: Uint8Array }[] = [];
  /** The input that failed last. After shrinking it is the smallest. */
  #failed: { input: unknown; error: Error } | null = null;

  /** `publish` is called with every input before it is run. */
  constructor(
    readonly target: AnyTarget,
    seed: number,
    readonly publish: (input: Uint8Array) => void = () => {},
  ) {
    this.report = {
      target: target.name,
      executions: 0,
      spent: 0,
      slowest: 0,
      peak: null,
      behaviours: 0,
      finds: 0,
    };
    this.#pool = [...target.seeds];
    this.#isAsync = isAsync(target);
    this.#batchSeeds = new Seeded(seed);
    const mutated = new Mutations();
    this.#plans = target.invented === null ? mutated : fc.oneof(
      { weight: 3, arbitrary: mutated },
      { weight: 1, arbitrary: target.invented.map((invented) => ({ invented })) },
    );
  }

  /** Runs the seeds unchanged, each once, or as many of them spread over the list. */
  async runSeeds(most = Infinity): Promise<void> {
    const { seeds } = this.target;
    const step = Math.max(1, seeds.length / most);
    for (let at = 0; at < seeds.length; at += step) {
      const input = seeds[Math.floor(at)];
      await this.#keeping(input, () => this.#attempt(input));
    }
    await this.#lookAtSuspects();
  }

  /** Does something with an input, and keeps the input if that fails. */
  async #keeping(input: unknown, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#failed = { input, error: thrown as Error };
      this.#record();
    }
  }

  /** Runs for about this many milliseconds, and for at least one batch. */
  async run(milliseconds: number): Promise<void> {
    const started = performance.now();
    do {
      const before = performance.now();
      await this.#batch();
      const took = performance.now() - before;
      // Between a few and a few ten thousand runs a batch, whatever the target's speed.
      if (took < BATCH / 2) this.#runs = Math.min(20_000, this.#runs * 2);
      else if (took > BATCH * 2) this.#runs = Math.max(4, this.#runs >> 1);
    } while (performance.now() - started < milliseconds);
    this.report.spent += performance.now() - started;
  }

  /** Runs this number of inputs. */
  async runTimes(count: number): Promise<void> {
    const started = performance.now();
    this.#runs = count;
    await this.#batch();
    this.report.spent += performance.now() - started;
  }

  async #batch(): Promise<void> {
    const parameters = { seed: this.#batchSeeds.below(2 ** 31), numRuns: this.#runs };
    this.#failed = null;
    const frames = Error.stackTraceLimit;
    // Capturing the stack of each refusal would take longer than most readers do.
    Error.stackTraceLimit = 0;
    if (this.#isAsync) {
      await fc.check(
        fc.asyncProperty(this.#plans, async (plan) => {
          const input = this.#inputOf(plan);
          try {
            await this.#attempt(input);
          } catch (thrown) {
            this.#fails(input, thrown);
          }
        }),
        parameters,
      );
    } else {
      fc.check(
        fc.property(this.#plans, (plan) => {
          const input = this.#inputOf(plan);
          try {
            this.#attempt(input);
          } catch (thrown) {
            this.#fails(input, thrown);
          }
        }),
        parameters,
      );
    }
    Error.stackTraceLimit = frames;
    if (this.#failed) {
      // Repeat it to get the stack.
      const { input } = this.#failed;
      await this.#keeping(input, () => this.target.run(input));
    }
    await this.#lookAtSuspects();
  }

  /** Throws a new fault, so that fast-check looks for a smaller input with the same fault. */
  #fails(input: unknown, thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const kind = kindOf(error);
    if (this.#known.has(kind)) return;
    if (this.#failed !== null && kind !== kindOf(this.#failed.error)) return;
    this.#failed = { input, error };
    throw error;
  }

  // deno-lint-ignore no-explicit-any
  #inputOf(plan: Plan<any>): any {
    if ("invented" in plan) return plan.invented;
    const random = new Seeded(plan.from);
    const { length } = this.#pool;
    // The newest inputs get more than their share.
    const newest = Math.min(length, 64);
    const at = random.below(4) === 0 ? length - 1 - random.below(newest) : random.below(length);
    let input = this.#pool[at];
    for (const edit of plan.edits) input = this.target.mutate(input, new Seeded(edit));
    return input;
  }

  /** Runs one input. It is synchronous for a synchronous target, which is faster. */
  #attempt(input: unknown): void | Promise<void> {
    const { target, report } = this;
    report.executions++;
    const bytes = target.encode(input);
    this.publish(bytes);
    if (bytes.length >= MEASURED) {
      this.#suspects.push({ input, bytes });
      return;
    }
    const started = performance.now();
    const behaviour = target.run(input);
    if (typeof behaviour === "string") {
      this.#judge(input, bytes, behaviour, performance.now() - started);
      return;
    }
    return behaviour.then((behaviour) =>
      this.#judge(input, bytes, behaviour, performance.now() - started)
    );
  }

  #judge(input: unknown, bytes: Uint8Array, behaviour: string, took: number): void {
    const { report, target } = this;
    if (took > target.limit) {
      this.#suspects.push({ input, bytes });
      return;
    }
    if (took > report.slowest) report.slowest = took;
    if (this.#failed !== null || this.#seen.has(behaviour)) return;
    this.#seen.add(behaviour);
    report.behaviours = this.#seen.size;
    if (bytes.length <= MAX_KEPT && this.#pool.length < MAX_POOL) this.#pool.push(input);
  }

  async #lookAtSuspects(): Promise<void> {
    for (const { input, bytes } of this.#suspects.splice(0)) {
      await this.#keeping(input, () => this.#measure(input, bytes));
    }
  }

  /**
   * Repeats a slow or large run, because once may be an accident of the machine. The smaller of clock
   * and processor time counts, because a busy machine delays the clock.
   */
  async #measure(input: unknown, bytes: Uint8Array): Promise<void> {
    const { report, target } = this;
    // WebCrypto has threads of its own.
    const given = this.#isAsync ? processTime : threadTime;
    let time = Infinity;
    let grown = Infinity;
    this.publish(bytes);
    for (let i = 0; i < ATTEMPTS && (time > target.limit || grown > MAX_PEAK); i++) {
      const [started, before] = [performance.now(), given()];
      const peak = await peakOf(() => target.run(input));
      time = Math.min(time, performance.now() - started, given() - before);
      grown = Math.min(grown, peak ?? 0);
      if (peak !== null) report.peak = Math.max(report.peak ?? 0, grown);
    }
    report.slowest = Math.max(report.slowest, time);
    must(time <= target.limit, `it takes more than ${target.limit} ms`);
    must(grown <= MAX_PEAK, `it takes more than ${MAX_PEAK} MiB`);
  }

  #record(): void {
    const { input, error } = this.#failed!;
    this.#failed = null;
    if (this.#known.has(kindOf(error))) return;
    this.#known.add(kindOf(error));
    this.report.finds++;
    this.finds.push({
      target: this.target.name,
      message: error.message,
      stack: error.stack ?? "",
      input: this.target.encode(input).slice(),
      extension: this.target.extension,
    });
  }
}

/** A fault's message without its numbers, which is the same for all inputs with the fault. */
const kindOf = ({ name, message }: Error): string => `${name} ${message.replace(/\d+/g, "#")}`;

/** Milliseconds that all threads of the process have run. */
function processTime(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function isAsync(target: AnyTarget): boolean {
  try {
    const answer = target.run(target.seeds[0]);
    if (typeof answer === "string") return false;
    // The run of the seeds handles its outcome.
    answer.catch(() => {});
    return true;
  } catch {
    return false;
  }
}
