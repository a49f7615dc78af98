/** Makes statements and verdicts, and puts them in order. */
import { type Code, CODES, type FactsOf, type StepCode, type StepFacts } from "./codes.ts";
import { type Level, LEVELS } from "./levels.ts";
import type { Statement, StatementOf, Step, Verdict } from "./model.ts";

/** The code of a statement about a broken rule, by the severity of the rule. */
export const RULE_CODES = {
  error: "rule_error",
  warning: "rule_warning",
  info: "rule_note",
} as const;

type Rest = Partial<Pick<Statement, "about" | "next" | "evidence">>;

/** A statement with the level and the outcome of its code. */
export function state<C extends Code>(
  code: C,
  facts: FactsOf<C>,
  { about = null, next = null, evidence }: Rest = {},
): Statement {
  const { level, outcome } = CODES[code];
  const statement: StatementOf<C> = {
    ...{ code, level, outcome, facts, about, next },
    ...evidence && { evidence },
  };
  return statement as unknown as Statement;
}

/** A next step. */
export function step<C extends StepCode>(code: C, facts: StepFacts<C>): Step {
  return { code, facts } as unknown as Step;
}

/** The worst of the levels that decide; a note and a good statement decide nothing. */
function worstOf(statements: readonly Statement[]): Level | undefined {
  return (["bad", "warning"] as const).find((level) =>
    statements.some((statement) => statement.level === level)
  );
}

/**
 * The verdict of a headline, the statements that explain it, and all others, which are sorted. `isPartial`: parts
 * of the answer are missing, so a good headline is not final.
 */
export function conclude(
  headline: Statement,
  cause: readonly Statement[],
  others: readonly Statement[] = [],
  isPartial = false,
): Verdict {
  const decided = worstOf([headline, ...cause]) ?? headline.level;
  const isOpen = isPartial && decided !== "bad";
  return {
    level: isOpen ? "note" : decided,
    outcome: isOpen ? "unknown" : headline.outcome,
    headline,
    cause,
    others: others.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)),
  };
}
