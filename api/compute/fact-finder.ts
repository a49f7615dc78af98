/** Finds what operations ask for, several questions of one at a time, within the request's time. */
import { isOperationError } from "../../core/kernel/errors.ts";
import type { FetchedRevocation } from "../network/revocation/fetch.ts";
import type { Network } from "../network/network.ts";
import type { Fact, Question } from "./protocol.ts";
import { MAX_SHORT_LIST_BYTES } from "../network/limits.ts";
import { Tally } from "./fair-queue.ts";

/** The most facts of one request; operations have lower bounds of their own. */
const MAX_FACTS = 64;

/**
 * The facts of one request. It asks each question once, whenever the answer comes, unless the answer
 * was dropped. `next` throws a fault that is not an answer of the network.
 */
export class FactFinder {
  #facts: Fact[] = [];
  readonly #network: Network;
  readonly #signal: AbortSignal;
  readonly #client: string;
  readonly #held: HeldBytes;
  /** Keys of all questions so far. One stays here when it is answered: a turn may repeat it. */
  readonly #asked = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  #count = 0;
  /** How many facts the turn before had. */
  #known = 0;
  #fault: { thrown: unknown } | null = null;

  /** `held`: where the bytes of the client's facts are counted. */
  constructor(network: Network, signal: AbortSignal, client: string, held: HeldBytes) {
    this.#network = network;
    this.#signal = signal;
    this.#client = client;
    this.#held = held;
  }

  /**
   * Waits until there is a fact that the turn before did not have. `facts`: all that are known now;
   * `ended`: nothing new will come, because the time or MAX_FACTS is used up.
   */
  async next(questions: readonly Question[]): Promise<{ facts: Fact[]; ended: boolean }> {
    for (const question of questions) {
      const key = keyOf(question);
      if (this.#asked.has(key) || this.#count === MAX_FACTS) continue;
      this.#asked.add(key);
      this.#count++;
      const finding = this.#find(question).finally(() => this.#underWay.delete(finding));
      this.#underWay.add(finding);
    }
    while (this.#underWay.size > 0 && this.#facts.length === this.#known && !this.#fault) {
      await Promise.race(this.#underWay);
    }
    if (this.#fault) throw this.#fault.thrown;
    const ended = this.#facts.length === this.#known;
    this.#known = this.#facts.length;
    return { facts: [...this.#facts], ended };
  }

  /** Forgets CRLs and OCSP responses that the last turn has judged. */
  drop(spent: readonly string[]): void {
    const gone = this.#facts.filter((fact) => bytesOf(fact) > 0 && spent.includes(fact.subject));
    for (const fact of gone) {
      this.#asked.delete(keyOf(fact));
      this.#held.release(this.#client, bytesOf(fact));
    }
    this.#facts = this.#facts.filter((fact) => !gone.includes(fact));
    this.#known -= gone.length;
  }

  /** Resolves when nothing is under way any more; nothing is held then. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
    for (const fact of this.#facts) this.#held.release(this.#client, bytesOf(fact));
    this.#facts = [];
  }

  /** Never rejects. */
  async #find({ asked, subject }: Question): Promise<void> {
    const { presentedChain, readFurther, fetchIssuer, fetchRevocation, caa } = this.#network;
    const ask = {
      presentedChain,
      readFurther,
      fetchIssuer,
      fetchRevocation,
      lookUpCaa: caa.lookUp,
    }[asked];
    try {
      if (this.#signal.aborted) return;
      const value = await ask(subject, this.#signal);
      const fact: Fact = { asked, subject, outcome: { ok: true, value } };
      if (!this.#held.take(this.#client, bytesOf(fact))) {
        fact.outcome = { ok: true, value: NO_ROOM };
      }
      this.#facts.push(fact);
    } catch (thrown) {
      if (isOperationError(thrown)) {
        const { code, message, path } = thrown;
        this.#facts.push({ asked, subject, outcome: { ok: false, code, message, path } });
      } else if (!this.#signal.aborted) this.#fault ??= { thrown };
    }
  }
}

const NO_ROOM: FetchedRevocation = { bytes: null, problem: "busy" };

const keyOf = ({ asked, subject }: Question): string => JSON.stringify([asked, subject]);

/** Bytes of a CRL or an OCSP response; 0 for other facts. */
function bytesOf({ asked, outcome }: Fact): number {
  if (asked !== "fetchRevocation" || !outcome.ok) return 0;
  return (outcome.value as FetchedRevocation).bytes?.length ?? 0;
}

/**
 * Bytes of CRLs and OCSP responses that wait to be judged, in the whole process and of each client.
 * Short ones always find room in the process: those who send long ones must not keep them out.
 */

const MIB = 1024 * 1024;
const MOST = 64 * MIB;
const MOST_PER_CLIENT = 16 * MIB;

export class HeldBytes {
  readonly #tally = new Tally();

  get total(): number {
    return this.#tally.total;
  }

  /** Counts the bytes if there is room for them. */
  take(client: string, bytes: number): boolean {
    const hasRoom = bytes <= MAX_SHORT_LIST_BYTES || this.total + bytes <= MOST;
    if (!hasRoom || this.#tally.of(client) + bytes > MOST_PER_CLIENT) return false;
    this.#tally.add(client, bytes);
    return true;
  }

  release(client: string, bytes: number): void {
    this.#tally.add(client, -bytes);
  }
}
