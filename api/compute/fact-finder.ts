/** Finds what operations ask for, several questions of one at a time, within the request's time. */
import { isOperationError } from "../../core/kernel/errors.ts";
import type { Network } from "../network/network.ts";
import type { Fact, Question } from "./messages.ts";

/** The most facts of one request; operations have lower bounds of their own. */
const MAX_FACTS = 64;

/**
 * The facts of one request, each question asked once. A fault that is no answer of the network is
 * thrown by `next`.
 */
export class FactFinder {
  /** What was found so far. */
  readonly facts: Fact[] = [];
  readonly #network: Network;
  readonly #signal: AbortSignal;
  readonly #underWay = new Map<string, Promise<void>>();
  #asked = 0;
  #fault: { thrown: unknown } | null = null;

  constructor(network: Network, signal: AbortSignal) {
    this.#network = network;
    this.#signal = signal;
  }

  /** Waits until a question is answered; false where none will be, by time or by MAX_FACTS. */
  async next(questions: readonly Question[]): Promise<boolean> {
    for (const question of questions) {
      const key = JSON.stringify([question.asked, question.subject]);
      if (this.#underWay.has(key) || this.#asked === MAX_FACTS) continue;
      this.#asked++;
      this.#underWay.set(key, this.#find(question).finally(() => this.#underWay.delete(key)));
    }
    const before = this.facts.length;
    while (this.#underWay.size > 0 && this.facts.length === before && !this.#fault) {
      await Promise.race(this.#underWay.values());
    }
    if (this.#fault) throw this.#fault.thrown;
    return this.facts.length > before;
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay.values());
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
      this.facts.push({ asked, subject, outcome: { ok: true, value } });
    } catch (thrown) {
      if (isOperationError(thrown)) {
        const { code, message, path } = thrown;
        this.facts.push({ asked, subject, outcome: { ok: false, code, message, path } });
      } else if (!this.#signal.aborted) this.#fault ??= { thrown };
    }
  }
}
