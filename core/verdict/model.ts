/**
 * The result that all tools share: statements about things, and the verdict that they make up. A statement
 * has a code and facts, and no words: the functions in `text` turn it into sentences, in one language.
 */
import type { Code, FactsOf, StepCode, StepFacts } from "./codes.ts";
import type { Level, Outcome } from "./levels.ts";

/** The object that a statement is about. */
export interface About {
  /** The name that users know. */
  readonly name: string;
  /** Its place: in `chain`, or among the certificates of the answer; null if it has none. */
  readonly index: number | null;
}

/** The one thing to do. */
export type Step = { [C in StepCode]: { readonly code: C; readonly facts: StepFacts<C> } }[
  StepCode
];

/** One thing that was found out. The table of codes gives the level and the outcome. */
export type Statement = { [C in Code]: StatementOf<C> }[Code];

export interface StatementOf<C extends Code> {
  readonly code: C;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly facts: FactsOf<C>;
  readonly about: About | null;
  readonly next: Step | null;
  /** The rule that decides it, and its clause; absent if no rule does. */
  readonly evidence?: { readonly rule: string; readonly clause: string };
}

export interface Verdict {
  /** The worst level of headline and cause. */
  readonly level: Level;
  /** Unknown if the check is not complete. */
  readonly outcome: Outcome;
  /** The one fact that the user came for. */
  readonly headline: Statement;
  /** The statements that explain the headline, in the order of reading. */
  readonly cause: readonly Statement[];
  /** Everything else that was found, the worst first. */
  readonly others: readonly Statement[];
}
