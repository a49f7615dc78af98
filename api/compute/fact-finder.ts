/** Finds the facts that operations ask for (protocol.ts), several at a time. */
import { isOperationError } from "../../core/kernel/errors.ts";
import { MAX_SHORT_CRL_BYTES } from "../network/limits.ts";
import type { Network } from "../network/network.ts";
import type { FetchedRevocation } from "../network/revocation/fetch.ts";
import { Tally } from "./fair-queue.ts";
import { type Fact, keyOf, type Question } from "./protocol.ts";

/** The most facts of one request. Operations have lower limits of their own. */
const MAX_FACTS = 64;

/** Finds the facts of one request. Each question is asked once, unless its fact was dropped. */
export class FactFinder {
  #facts: Fact[] = [];
  readonly #network: Network;
  readonly #signal: AbortSignal;
  readonly #client: string;
  readonly #held: HeldBytes;
  /** Keys of all questions so far. Answered ones stay, because a turn may repeat them. */
  readonly #asked = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  #count = 0;
  /** The number of facts that the last turn had. */
  #known = 0;
  #fault: { thrown: unknown } | null = null;

  /** `held` counts the bytes of the client's facts. */
  constructor(network: Network, signal: AbortSignal, client: string, held: HeldBytes) {
    this.#network = network;
    this.#signal = signal;
    this.#client = client;
    this.#held = held;
  }

  /**
   * Waits until a fact is known that the last turn did not have, and returns all known facts. `ended`:
   * there will be no new facts, because the time or MAX_FACTS is used up. Throws an internal fault of
   * the network code.
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

  /** Drops the CRLs and OCSP responses with these keys, because the last turn has read them. */
  drop(spent: readonly string[]): void {
    const gone = this.#facts.filter((fact) =>
      bytesOf(fact) > 0 && spent.includes(keyOf(fact.question))
    );
    for (const fact of gone) {
      this.#asked.delete(keyOf(fact.question));
      this.#held.release(this.#client, bytesOf(fact));
    }
    this.#facts = this.#facts.filter((fact) => !gone.includes(fact));
    this.#known -= gone.length;
  }

  /** Resolves when all requests have ended, and releases all bytes. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
    for (const fact of this.#facts) this.#held.release(this.#client, bytesOf(fact));
    this.#facts = [];
  }

  /** Never rejects. */
  async #find(question: Question): Promise<void> {
    try {
      if (this.#signal.aborted) return;
      const value = await this.#ask(question);
      const fact: Fact = { question, outcome: { ok: true, value } };
      if (!this.#held.take(this.#client, bytesOf(fact))) {
        fact.outcome = { ok: true, value: NO_ROOM };
      }
      this.#facts.push(fact);
    } catch (thrown) {
      if (isOperationError(thrown)) {
        const { code, message, path } = thrown;
        this.#facts.push({ question, outcome: { ok: false, code, message, path } });
      } else if (!this.#signal.aborted) this.#fault ??= { thrown };
    }
  }

  #ask({ asked, subject }: Question): Promise<unknown> {
    switch (asked) {
      case "presentedChain":
        return this.#network.presentedChain(subject, this.#signal);
      case "postQuantum":
        return this.#network.postQuantum(subject, this.#signal);
      case "readFurther":
        return this.#network.readFurther(subject, this.#signal);
      case "fetchIssuer":
        return this.#network.fetchIssuer(subject, this.#signal);
      case "fetchRevocation":
        return this.#network.fetchRevocation(subject, this.#signal);
      case "lookUpCaa":
        return this.#network.caa.lookUp(subject, this.#signal);
    }
  }
}

const NO_ROOM: FetchedRevocation = { bytes: null, problem: "busy" };

/** Bytes of a CRL or an OCSP response; 0 for other facts. */
function bytesOf({ question, outcome }: Fact): number {
  if (question.asked !== "fetchRevocation" || !outcome.ok) return 0;
  return (outcome.value as FetchedRevocation).bytes?.length ?? 0;
}

const MIB = 1024 * 1024;
const MOST = 64 * MIB;
const MOST_PER_CLIENT = 16 * MIB;

/**
 * Counts the bytes of CRLs and OCSP responses that wait to be read, of each client and in the whole
 * process. Short ones are not subject to the limit of the process, so clients whose CRLs are long
 * cannot block the others.
 */
export class HeldBytes {
  readonly #tally = new Tally();

  get total(): number {
    return this.#tally.total;
  }

  /** Counts the bytes and returns true if they are within the limits. */
  take(client: string, bytes: number): boolean {
    const hasRoom = bytes <= MAX_SHORT_CRL_BYTES || this.total + bytes <= MOST;
    if (!hasRoom || this.#tally.of(client) + bytes > MOST_PER_CLIENT) return false;
    this.#tally.add(client, bytes);
    return true;
  }

  release(client: string, bytes: number): void {
    this.#tally.add(client, -bytes);
  }
}
