/** The verdicts of the inspector: on all files, on a set, and on one object. */
import { chainIndex } from "./judge/inspect/chains.ts";
import type { DifferenceFacts, FilesFacts, ObjectFacts } from "./judge/inspect/facts.ts";
import { type Judged, judgeFiles, judgeObject, judgeSet } from "./judge/inspect/headline.ts";
import { differenceStatement } from "./judge/inspect/sets.ts";
import { isAnswer } from "./judge/inspect/related.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderStatement, renderVerdict } from "./render.ts";
import type { InspectedVerdict, RenderedVerdict } from "./schema.ts";
import { chainEnglish } from "./text/english.ts";
import { inspectSteps } from "./text/inspect-steps.ts";
import { inspectTexts } from "./text/inspect.ts";
import { csrEnglish } from "./text/csr.ts";
import type { Language } from "./text/language.ts";

export const inspectEnglish: Language = {
  texts: { ...chainEnglish.texts, ...inspectTexts },
  steps: { ...chainEnglish.steps, ...csrEnglish.steps, ...inspectSteps },
  sentence: chainEnglish.sentence,
};

/** The verdict on all files. */
export const filesVerdict = (
  facts: FilesFacts,
  language: Language = inspectEnglish,
): InspectedVerdict => rendered(judgeFiles(facts), language);

/** The verdicts on the sets, in their order. */
export function setVerdicts(
  facts: FilesFacts,
  language: Language = inspectEnglish,
): InspectedVerdict[] {
  const chains = chainIndex(facts.chains);
  return facts.sets.map((set) => rendered(judgeSet(set, facts, chains), language));
}

/** How a certificate differs from its CSR, in a sentence. */
export const differenceMessage = (difference: DifferenceFacts): string =>
  renderStatement(differenceStatement(difference, null), inspectEnglish).text;

/** The verdict on an object: on its set, if it has one. */
export function objectVerdict(
  row: ObjectFacts,
  facts: FilesFacts,
  language: Language = inspectEnglish,
): RenderedVerdict {
  const set = facts.sets.find(({ certificate }) => certificate === row.id);
  const verdict: Verdict = set
    ? judgeSet(set, facts, chainIndex(facts.chains)).verdict
    : judgeObject(row, facts);
  return renderVerdict(verdict, language);
}

function rendered({ verdict, all }: Judged, language: Language): InspectedVerdict {
  const { level, title, cause, next } = renderVerdict(verdict, language);
  const factsOf = ({ code, about, facts }: Statement) => JSON.stringify([code, about, facts]);
  const shown = new Set([verdict.headline, ...verdict.cause].map(factsOf));
  // A headline with a code of its own stands for the first statement.
  if (!all.some((one) => shown.has(factsOf(one))) && all.length > 0) shown.add(factsOf(all[0]));
  return {
    outcome: worstOf(all),
    ...{ level, title, cause, next },
    statements: all.map((statement) => ({
      outcome: outcomeOf(statement),
      ...renderStatement(statement, language),
      ...shown.has(factsOf(statement)) && { shown: true as const },
      ...typeof statement.about?.index === "number" && { id: statement.about.index },
      ...isAnswer(statement) && { relates: true as const },
    })),
    more: verdict.others.map((statement) => renderStatement(statement, language).text),
  };
}

type Outcome = InspectedVerdict["statements"][number]["outcome"];

/** The level in the words of earlier versions of the API. */
const outcomeOf = ({ level, outcome }: Statement): Outcome =>
  level === "note" && outcome === "unknown" ? "unknown" : level;

/** The worst of all. If there are only notes, nothing was checked. */
function worstOf(statements: readonly Statement[]): InspectedVerdict["outcome"] {
  const found = new Set(statements.map(outcomeOf));
  return (["bad", "warning", "unknown", "good"] as const).find((outcome) => found.has(outcome)) ??
    "unknown";
}
