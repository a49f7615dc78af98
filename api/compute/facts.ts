/** The network as a thread that computes has it: the facts that it was given, and no others. */
import { OperationError } from "../../core/kernel/errors.ts";
import { TimeIsUp } from "../network/deadline.ts";
import type { Network } from "../network/network.ts";
import type { Asked, Outside, Question } from "./messages.ts";

/** Ends an operation that asks for what is not known yet. */
class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/**
 * A network that answers what is among the facts. What is not there is noted as a question, and the
 * operation ends; once the time has ended, it is aborted instead.
 */
export class Facts {
  readonly network: Network;
  readonly #outside: Outside;
  readonly #controller = new AbortController();
  readonly #questions: Question[] = [];
  readonly #spent = new Set<string>();

  constructor(outside: Outside) {
    this.#outside = outside;
    const { overallMs, allowPrivateNetwork } = outside;
    this.network = {
      presentedChain: (hostname) => this.#recall("presentedChain", hostname),
      readFurther: (question) => this.#recall("readFurther", question),
      fetchIssuer: (url) => this.#recall("fetchIssuer", url),
      fetchRevocation: (question) => this.#recall("fetchRevocation", question),
      overallMs,
      caa: { allowPrivateNetwork, lookUp: (name) => this.#recall("lookUpCaa", name) },
    };
  }

  /** What the operation asked for that is not among the facts. */
  get questions(): Question[] {
    return this.#questions;
  }

  /** Subjects of the CRLs and OCSP responses that the operation took. */
  get spent(): string[] {
    return [...this.#spent];
  }

  /** Aborted where an operation asks for more than there was time for. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  // deno-lint-ignore no-explicit-any
  #recall(asked: Asked, subject: string): Promise<any> {
    const known = this.#outside.facts.find((fact) =>
      fact.asked === asked && fact.subject === subject
    );
    if (known) {
      const { outcome } = known;
      if (asked === "fetchRevocation") this.#spent.add(subject);
      if (outcome.ok) return Promise.resolve(outcome.value);
      return Promise.reject(new OperationError(outcome.code, outcome.message, outcome.path));
    }
    if (this.#outside.ended) {
      this.#controller.abort(new TimeIsUp());
      return Promise.reject(this.#controller.signal.reason);
    }
    this.#questions.push({ asked, subject });
    return Promise.reject(new NotKnownYet());
  }
}
