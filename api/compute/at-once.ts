/**
 * Answers small calls of a few operations on the thread that answers requests. Carrying a small call to a
 * process and back takes several times as long as its work.
 *
 * Nothing can stop this thread, so an operation is in the list only if a test shows that it takes at most
 * 10 ms of processor time for every hostile shape of this size (tests/attack), and that its code cannot
 * decompress, derive a key or verify a signature (tests/architecture.test.ts).
 */
import { caaCheck, caaGenerate, caaValidate } from "../../core/caa/contract.ts";
import { BUILT_IN_TABLES } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { exampleCall } from "./example-call.ts";
import { Ledger } from "./ledger.ts";
import { perform } from "./perform.ts";
import type { Call, Reply } from "./protocol.ts";

/** None of them uses tables that are renewed. */
export const AT_ONCE: readonly Contract[] = [caaCheck, caaGenerate, caaValidate];
const NAMES: ReadonlySet<string> = new Set(AT_ONCE.map(({ name }) => name));

/** The most octets of a body. A zone of 8 KiB was seen to take 20 ms. */
export const MOST_OCTETS = 2 * 1024;
/** Microseconds of counted work beyond which a call goes to a process. */
export const AT_ONCE_WORK = 5_000;

/**
 * Milliseconds of each call that are not charged; an ordinary one takes a tenth. Beyond the most, all
 * calls go to processes. A quarter of the time pays the debt off, so that long calls of all clients
 * together take a quarter of this thread. Elapsed time is charged: reading the processor time takes as long
 * as an ordinary call.
 */
const FREE = 1;
const MOST_DEBT = 100;
const PAID_OFF = 1 / 4;
/** The only name in the ledger. */
const ALL = "all";

/** Whether a call of this operation with a body of this length may be answered at once. */
export const isAtOnce = (name: string, octets: number): boolean =>
  octets <= MOST_OCTETS && NAMES.has(name);

export class AtOnce {
  readonly #now: () => number;
  readonly #debt: Ledger;
  /** Settles when the last call has ended. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param now milliseconds since any fixed instant */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#debt = new Ledger(2 * MOST_DEBT, PAID_OFF, now);
  }

  /** Loads the code of the operations. */
  async load(): Promise<void> {
    for (const contract of AT_ONCE) await perform(exampleCall(contract), BUILT_IN_TABLES);
  }

  /**
   * The reply; null if the call belongs into a process. Calls run one by one, or each would be charged for
   * all.
   */
  answer(call: Call): Promise<Reply | null> {
    if (!isAtOnce(call.name, call.body.length)) return Promise.resolve(null);
    const turn = this.#last.then(() => this.#run(call));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #run(call: Call): Promise<Reply | null> {
    if (this.#debt.of(ALL) > MOST_DEBT) return null;
    const since = this.#now();
    const step = await perform(call, BUILT_IN_TABLES, AT_ONCE_WORK);
    const used = this.#now() - since;
    this.#debt.charge(ALL, used - FREE);
    return step.type === "answer" ? { ...step, used } : null;
  }
}
