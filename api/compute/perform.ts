/** One turn of a call: from the bytes of a body to those of an answer. */
import { createContext, LIGHT_WORK, type Tables } from "../../core/kernel/context.ts";
import { type Contract, costOf } from "../../core/kernel/contract.ts";
import { OperationError, type Outcome, type ServerErrorCode } from "../../core/kernel/errors.ts";
import { execute, registry } from "../../core/kernel/execute.ts";
import { parseJsonObject } from "../http/body.ts";
import { type Answer, refusalAnswer, successAnswer } from "../http/envelope.ts";
import { TimeIsUp } from "../network/concurrency.ts";
import type { Network } from "../network/network.ts";
import { apiOperation } from "../operations.ts";
import { Parts, type RequestContext } from "../request-context.ts";
import {
  type Call,
  type Fact,
  type Fault,
  faultOf,
  keyOf,
  type Outside,
  type Question,
  type Step,
} from "./protocol.ts";

/**
 * Returns an answer, the questions to find before the next turn, or that the call is expensive. No
 * input makes it reject. `lightWork`: microseconds of counted work beyond which a light call is expensive.
 */
export async function perform(
  call: Call,
  tables: Tables,
  lightWork: number = LIGHT_WORK,
): Promise<Step> {
  const facts = new Facts(call.outside);
  const operation = apiOperation(call.name, facts.network)!;
  const { contract } = operation;
  const input = parseJsonObject(call.body);
  if (!input.ok) return { type: "answer", answer: refusalAnswer(input.error), faults: [] };
  if (call.light && costOf(contract, input.value) === "compute") {
    return { type: "expensive", isDeclared: true };
  }
  const parts = new Parts(call.outside.parts);
  const faults: Fault[] = [];
  const context: RequestContext = {
    ...createContext({
      now: call.now,
      limits: call.limits,
      tables,
      light: call.light ? lightWork : undefined,
    }),
    signal: facts.signal,
    parts,
    onFault: (thrown) => faults.push(faultOf(call.name, thrown)),
  };
  const outcome = await execute(
    registry([operation]),
    call.name,
    input.value,
    context,
    (name, thrown) => faults.push(faultOf(name, thrown)),
  );
  const answer = answerOf(contract, outcome);
  // A short request may have a long answer, whose writing is work too.
  if (call.light && answer.body.length > MAX_LIGHT_ANSWER) {
    return { type: "expensive", isDeclared: false };
  }
  if (context.budget.outgrown) return { type: "expensive", isDeclared: false };
  const { questions, spent } = facts;
  if (questions.length > 0) {
    return { type: "question", questions, parts: parts.fresh, spent, rest: context.budget.rest() };
  }
  return { type: "answer", answer, faults };
}

/** The most bytes of an answer of light work. Longer ones take some 50 ms to make. */
const MAX_LIGHT_ANSWER = 256 * 1024;

/** The outcome in the API's envelope. */
export function answerOf(contract: Contract, outcome: Outcome<unknown, ServerErrorCode>): Answer {
  return outcome.ok ? successAnswer(contract, outcome.value) : refusalAnswer(outcome.error);
}

/** Ends an operation that needs a fact that is not known yet. */
class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/**
 * A network that returns only known facts. It records any other request as a question and rejects it, so
 * that the operation ends. When no further question will be answered, it aborts the operation instead.
 */
class Facts {
  readonly network: Network;
  readonly #known: ReadonlyMap<string, Fact["outcome"]>;
  readonly #ended: boolean;
  readonly #controller = new AbortController();
  readonly #questions: Question[] = [];
  readonly #spent = new Set<string>();

  constructor({ facts, ended, overallMs, allowPrivateNetwork }: Outside) {
    this.#known = new Map(facts.map(({ question, outcome }) => [keyOf(question), outcome]));
    this.#ended = ended;
    this.network = {
      presentedChain: (subject) => this.#recall({ asked: "presentedChain", subject }),
      readFurther: (subject) => this.#recall({ asked: "readFurther", subject }),
      postQuantum: (subject) => this.#recall({ asked: "postQuantum", subject }),
      fetchIssuer: (subject) => this.#recall({ asked: "fetchIssuer", subject }),
      fetchRevocation: (subject) => this.#recall({ asked: "fetchRevocation", subject }),
      overallMs,
      caa: {
        allowPrivateNetwork,
        lookUp: (subject) => this.#recall({ asked: "lookUpCaa", subject }),
      },
    };
  }

  /** The questions whose facts are not known. */
  get questions(): Question[] {
    return this.#questions;
  }

  /** Keys of the questions whose CRLs and OCSP responses the operation has read. */
  get spent(): string[] {
    return [...this.#spent];
  }

  /** Aborted when the operation asks for something after the request's time was up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  #recall<T>(question: Question): Promise<T> {
    const key = keyOf(question);
    const outcome = this.#known.get(key);
    if (outcome) {
      if (question.asked === "fetchRevocation") this.#spent.add(key);
      if (outcome.ok) return Promise.resolve(outcome.value as T);
      return Promise.reject(new OperationError(outcome.code, outcome.message, outcome.path));
    }
    if (this.#ended) {
      this.#controller.abort(new TimeIsUp());
      return Promise.reject(this.#controller.signal.reason);
    }
    this.#questions.push(question);
    return Promise.reject(new NotKnownYet());
  }
}
