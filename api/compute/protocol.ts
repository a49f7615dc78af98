/**
 * What crosses between the thread that answers and one that computes. A call carries the body as it
 * came and goes back as a finished answer, so the thread that answers reads and writes no JSON.
 *
 * A thread that computes has no network. An operation that needs something from outside ends in
 * questions, several where it could go on with any of them; the thread that answers finds the facts
 * and sends the call again with all that there are so far. The operation is a pure function of its
 * input and the facts, so each time it comes to the same point and goes on from there; parts that
 * were worked out before come back to it. What is left of its budget goes with it: all turns of a
 * request share one.
 */
import type { Limits } from "../../core/kernel/context.ts";
import type { OperationErrorCode } from "../../core/kernel/errors.ts";
import type { Answer } from "../http/envelope.ts";
import type { Part } from "../request-context.ts";

export interface Call {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  /** Nothing is known that makes the call expensive; a thread that finds it is must not go on. */
  light: boolean;
  /** Milliseconds since 1970 at which the request came. */
  now: number;
  limits: Limits;
  outside: Outside;
}

/** What an operation may know of the network. */
export interface Outside {
  overallMs: number;
  allowPrivateNetwork: boolean;
  facts: Fact[];
  parts: Part[];
  /** The time is up: nothing more can be asked. */
  ended: boolean;
}

export type Asked =
  | "presentedChain"
  | "readFurther"
  | "fetchIssuer"
  | "fetchRevocation"
  | "lookUpCaa";

export interface Question {
  asked: Asked;
  /** A host, an address or a name; where more is asked, JSON. */
  subject: string;
}

/** What came of a question: a value that can be cloned, or the operation's error that it ended in. */
export interface Fact extends Question {
  outcome:
    | { ok: true; value: unknown }
    | { ok: false; code: OperationErrorCode; message: string; path: string };
}

/**
 * `spent`: subjects of the CRLs and OCSP responses that the turn has judged; what they say is in a
 * part, and they need not be sent again. `used`: milliseconds that the turn took of its thread. */
export type Reply = { used: number } & Step;

export type Step =
  | { type: "answer"; answer: Answer; faults: Fault[] }
  | {
    type: "question";
    questions: Question[];
    parts: readonly Part[];
    spent: string[];
    rest: Limits;
  }
  /**
   * The call is not light. `isDeclared`: its input says so, such as by a password to be stretched;
   * otherwise LIGHT_WORK is used up.
   */
  | { type: "expensive"; isDeclared: boolean };

/** A fault of ours: its name and place, never its message, which may hold what a user sent. */
export interface Fault {
  operation: string;
  error: string;
  place: string | undefined;
}

/** What the log may say of something that was thrown. */
export function faultOf(operation: string, thrown: unknown): Fault {
  const error = thrown instanceof Error ? thrown : new Error("not an Error");
  const place = error.stack?.split("\n").find((line) => line.trim().startsWith("at "))?.trim();
  return { operation, error: error.name, place };
}
