/** One call, worked on in a thread that computes: from the bytes of a body to those of an answer. */
import { createContext, LIGHT_WORK } from "../../core/kernel/context.ts";
import { type Contract, costOf } from "../../core/kernel/contract.ts";
import { OperationError, type Outcome, type ServerErrorCode } from "../../core/kernel/errors.ts";
import { execute } from "../../core/kernel/execute.ts";
import { parseJsonObject } from "../http/body.ts";
import { type Answer, refusalAnswer, successAnswer } from "../http/envelope.ts";
import { apiOperations } from "../operations.ts";
import { Parts } from "../request-context.ts";
import type { RequestContext } from "../request-context.ts";
import {
  type Asked,
  type Call,
  type Fault,
  faultOf,
  type Outside,
  type Question,
  type Step,
} from "./protocol.ts";
import { TimeIsUp } from "../network/concurrency.ts";
import type { Network } from "../network/network.ts";

/**
 * One turn: an answer, the questions to find before the next turn, or that the call is expensive.
 * Nothing that a caller sends makes it reject.
 */
export async function perform(call: Call): Promise<Step> {
  const facts = new Facts(call.outside);
  const operations = apiOperations(facts.network);
  const { contract } = operations.get(call.name)!;
  const input = parseJsonObject(call.body);
  if (!input.ok) return { type: "answer", answer: refusalAnswer(input.error), faults: [] };
  if (call.light && costOf(contract, input.value) === "compute") {
    return { type: "expensive", isDeclared: true };
  }
  const parts = new Parts(call.outside.parts);
  const context: RequestContext = {
    ...createContext({
      now: call.now,
      limits: call.limits,
      light: call.light ? LIGHT_WORK : undefined,
    }),
    signal: facts.signal,
    parts,
  };
  const faults: Fault[] = [];
  const outcome = await execute(
    operations,
    call.name,
    input.value,
    context,
    (name, thrown) => faults.push(faultOf(name, thrown)),
  );
  if (context.budget.outgrown) return { type: "expensive", isDeclared: false };
  const { questions, spent } = facts;
  if (questions.length > 0) {
    return { type: "question", questions, parts: parts.fresh, spent, rest: context.budget.rest() };
  }
  return { type: "answer", answer: answerOf(contract, outcome), faults };
}

/** The response of an outcome, in the envelope. */
export function answerOf(contract: Contract, outcome: Outcome<unknown, ServerErrorCode>): Answer {
  return outcome.ok ? successAnswer(contract, outcome.value) : refusalAnswer(outcome.error);
}

/** The network as a thread that computes has it: the facts that it was given, and no others. */

/** Ends an operation that asks for what is not known yet. */
class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/**
 * A network that answers what is among the facts. What is not there is noted as a question, and the
 * operation ends; once the time has ended, it is aborted instead.
 */
class Facts {
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
