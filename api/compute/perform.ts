/** One call, worked on in a thread that computes: from the bytes of a body to those of an answer. */
import { createContext, LIGHT_WORK } from "../../core/kernel/context.ts";
import { type Contract, costOf } from "../../core/kernel/contract.ts";
import type { Outcome, ServerErrorCode } from "../../core/kernel/errors.ts";
import { execute } from "../../core/kernel/execute.ts";
import { parseJsonObject } from "../body.ts";
import { type Answer, refusalAnswer, successAnswer } from "../envelope.ts";
import { apiOperations } from "../operations.ts";
import { Parts } from "../parts.ts";
import type { RequestContext } from "../request-context.ts";
import { Facts } from "./facts.ts";
import { type Call, type Fault, faultOf, type Step } from "./messages.ts";

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
