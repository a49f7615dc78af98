/**
 * The messages between the server's main thread, which answers requests, and a compute thread.
 *
 * **Bytes in, bytes out.** A call carries the request's body as it came and returns a finished
 * answer, so the main thread parses and writes no JSON.
 *
 * **Network access by replay.** A compute thread has no permissions, so it cannot open a socket, but
 * an operation such as chain/analyze needs certificates from the network. The thread could keep the
 * operation suspended until the main thread has fetched them, but a suspended operation would occupy
 * its thread for seconds. Instead the operation is run again:
 *
 * 1. The operation runs with a network that knows only the *facts* in the call: the results of
 *    earlier network requests (`Facts` in perform.ts).
 * 2. A request for anything else is recorded as a *question*, and the run ends. An operation that makes
 *    independent requests at the same time records several questions in one run.
 * 3. The main thread makes the requests. As soon as the first of them has a result, it sends the call
 *    again with all facts that are known (`FactFinder` in fact-finder.ts).
 *
 * One such run is a *turn*. An operation is a pure function of its input and the facts, so each turn
 * reaches the point where the last one stopped, and continues from there. For example, a chain
 * whose intermediate certificate is missing takes two turns:
 *
 *     turn 1: facts: none   -> question: fetchIssuer("http://ca.example/i.der")
 *     turn 2: facts: i.der  -> answer
 *
 * Three things keep the repetition cheap and bounded:
 *
 * - Results that took work to compute are *parts*: a later turn takes them from the call instead of
 *   computing them again (`Parts` in request-context.ts).
 * - All turns of a request share one budget: each turn returns what is left of it (`rest`).
 * - CRLs and OCSP responses are dropped when the turn that read them has returned its verdict as a
 *   part (`spent`), so a request never holds many of them.
 */
import type { Limits } from "../../core/kernel/context.ts";
import type { OperationErrorCode } from "../../core/kernel/errors.ts";
import type { PublishedList } from "../data/shared-lists.ts";
import type { Answer } from "../http/envelope.ts";
import type { RevocationQuestion } from "../network/revocation/fetch.ts";
import type { ReadingQuestion } from "../network/tls/further-readings.ts";
import type { PostQuantumQuestion } from "../network/tls/presented-chain.ts";
import type { Part } from "../request-context.ts";

export interface Call {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  /** Whether the call counts as light work. If it proves expensive, the thread ends the turn. */
  light: boolean;
  /** Time of the request, in milliseconds since 1970. */
  now: number;
  limits: Limits;
  outside: Outside;
  /** Log lists that are newer than those that the process or thread has; absent if it has the newest. */
  lists?: readonly SentList[];
}

/** A log list that the server has checked. */
export type SentList = Pick<PublishedList, "program" | "bytes" | "readAt">;

/** The part of the network that an operation can see. */
export interface Outside {
  overallMs: number;
  allowPrivateNetwork: boolean;
  facts: Fact[];
  parts: Part[];
  /** No further question will be answered: the request's time or number of questions is used up. */
  ended: boolean;
}

/** A call of a function of `Network`. JSON can express every argument. */
export type Question =
  | { asked: "presentedChain" | "fetchIssuer" | "lookUpCaa"; subject: string }
  | { asked: "readFurther"; subject: ReadingQuestion }
  | { asked: "postQuantum"; subject: PostQuantumQuestion }
  | { asked: "fetchRevocation"; subject: RevocationQuestion };

/** Identifies a question: equal questions have equal keys. */
export const keyOf = ({ asked, subject }: Question): string => JSON.stringify([asked, subject]);

/** A question and its result: a value that can be cloned, or an error of the operation. */
export interface Fact {
  question: Question;
  outcome:
    | { ok: true; value: unknown }
    | { ok: false; code: OperationErrorCode; message: string; path: string };
}

/** The result of a turn. `used`: milliseconds of processor time that the turn took. */
export type Reply = { used: number } & Step;

export type Step =
  | { type: "answer"; answer: Answer; faults: Fault[] }
  | {
    type: "question";
    questions: Question[];
    /** Parts that this turn computed. */
    parts: readonly Part[];
    /** Keys of the questions whose CRLs and OCSP responses this turn has read. */
    spent: string[];
    rest: Limits;
  }
  /**
   * The call is not light. `isDeclared`: the input shows it, for example by a password to be
   * stretched. Otherwise the turn has used up LIGHT_WORK.
   */
  | { type: "expensive"; isDeclared: boolean };

/** An internal fault: its name and place, without its message, which may quote the input. */
export interface Fault {
  operation: string;
  error: string;
  place: string | undefined;
}

/** The loggable form of a thrown value. */
export function faultOf(operation: string, thrown: unknown): Fault {
  const error = thrown instanceof Error ? thrown : new Error("not an Error");
  const place = error.stack?.split("\n").find((line) => line.trim().startsWith("at "))?.trim();
  return { operation, error: error.name, place };
}
