/** The verdicts on CAA records: generated, checked and published ones, and single ones. */
import type { CaaIssuers, CaaLimit, CaaQuestion, CaaUndecided, FactsOf } from "./codes.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict, textOf } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { caaEnglish } from "./text/caa.ts";

/** The meaning of the records at one name. */
export interface CaaPolicyFacts {
  readonly tls: CaaIssuers;
  readonly wildcard: CaaIssuers;
  readonly email: CaaIssuers;
  /** For verified mark certificates. */
  readonly mark: CaaIssuers;
  /** No issuewild record governs wildcards, or it says the same as issue. */
  readonly isWildcardSame: boolean;
  /** An unregistered tag is critical. */
  readonly blocked: boolean;
  /** Registered tags that are critical and that not every authority knows. */
  readonly critical: readonly string[];
  readonly reports: readonly string[];
}

/** Statements about a policy, the most important one first. `name`: the owner of its records. */
export function policyStatements(policy: CaaPolicyFacts, name: string | null): Statement[] {
  const { tls, wildcard, email, mark, isWildcardSame, blocked, critical, reports } = policy;
  // If a critical tag forbids all CAs to issue, "any authority may" would be wrong.
  const isSaid = (issuers: CaaIssuers) => issuers !== null || !blocked;
  return [
    ...blocked ? [state("caa_blocked", {})] : [],
    ...isSaid(tls) ? [state("caa_tls", { issuers: tls, name })] : [],
    ...isSaid(wildcard)
      ? [state("caa_wildcard", { issuers: wildcard, isSame: isWildcardSame })]
      : [],
    ...isSaid(email) ? [state("caa_email", { issuers: email })] : [],
    ...mark === null ? [] : [state("caa_mark", { issuers: mark })],
    ...critical.length > 0 ? [state("caa_critical_tags", { tags: critical })] : [],
    ...reports.length > 0 ? [state("caa_reports", { to: reports })] : [],
    ...name === null || name.startsWith("*") ? [] : [state("caa_below", { name })],
  ];
}

/** Statements as sentences. */
export const caaSentences = (statements: readonly Statement[]): string[] =>
  statements.map((statement) => textOf(statement, caaEnglish));

const rendered = (verdict: Verdict): RenderedVerdict => renderVerdict(verdict, caaEnglish);

const isWarning = ({ level }: Statement): boolean => level === "warning" || level === "bad";

/** The most remarks that explain a headline: a cause is a few sentences. */
const MAX_CAUSES = 5;

/** A verdict on a headline with its explanation; remarks that warn explain it too. */
function withRemarks(
  headline: Statement,
  cause: readonly Statement[],
  remarks: readonly Statement[],
): RenderedVerdict {
  const warnings = remarks.filter(isWarning);
  const others = remarks.filter((remark) => !isWarning(remark));
  return rendered(conclude(
    headline,
    [...warnings.slice(0, MAX_CAUSES), ...cause],
    [...warnings.slice(MAX_CAUSES), ...others],
  ));
}

interface GeneratedFacts {
  readonly domain: string;
  readonly records: number;
  readonly policy: CaaPolicyFacts;
  readonly remarks: readonly Statement[];
}

/** The verdict on new records. */
export function generatedVerdict({ domain, records, policy, remarks }: GeneratedFacts) {
  const [first, ...rest] = policyStatements(policy, domain);
  const next = step("add_caa_records", { count: records, name: domain });
  return withRemarks({ ...first, next }, rest, remarks);
}

/** One record that was read. */
interface RecordFacts {
  readonly problem: string | null;
  readonly domain: string | null;
  readonly notes: readonly Statement[];
}

/** The verdict on one record. */
export function recordVerdict({ problem, domain, notes }: RecordFacts): RenderedVerdict {
  if (problem === null) {
    return withRemarks(state("caa_record_valid", { isNamed: domain !== null }), [], notes);
  }
  const next = step("correct_caa_records", {});
  // The notes on a record with a fault say which record was probably meant.
  return rendered(conclude(state("caa_record_invalid", { reason: problem }, { next }), notes));
}

/** The most remarks of a verdict. Each record has all of its own in the answer. */
const MAX_REMARKS = 100;

/** The remarks on records: one on several records is listed once. Those that warn are kept first. */
function remarksOn(records: readonly RecordFacts[]): Statement[] {
  const all = records.flatMap(({ notes }) => notes);
  const distinct = [
    ...new Map(all.map((remark) => [JSON.stringify([remark.code, remark.facts]), remark])).values(),
  ];
  const others = distinct.filter((remark) => !isWarning(remark));
  return [...distinct.filter(isWarning), ...others].slice(0, MAX_REMARKS);
}

/** The answer to a question about an authority. */
export type CaaDecision =
  | {
    is: "permitted";
    question: CaaQuestion;
    by: FactsOf<"caa_permitted">["by"];
    tags: readonly string[];
    limits: readonly (readonly CaaLimit[])[];
  }
  | { is: "forbidden"; question: CaaQuestion; by: FactsOf<"caa_forbidden">["by"]; others: boolean }
  | { is: "cname_beside"; name: string }
  | { is: "failed"; name: string | null; reason: string }
  | { is: "undecided"; name: string | null; why: CaaUndecided; at: string | null };

/** The statement of a decision. */
export function decisionStatement(decision: CaaDecision): Statement {
  switch (decision.is) {
    case "permitted": {
      const { question, by, tags, limits } = decision;
      return tags.length + limits.length === 0
        ? state("caa_permitted", { ...question, by })
        : state("caa_permitted_if", { ...question, by, tags, limits }, {
          next: step("meet_caa_limits", {}),
        });
    }
    case "forbidden": {
      const { question, by, others } = decision;
      const next = step("allow_in_caa", { authority: question.authority });
      return state("caa_forbidden", { ...question, by, others }, { next });
    }
    case "cname_beside":
      return besideStatement(decision.name);
    case "failed":
      return failedStatement(decision.name, decision.reason);
    case "undecided": {
      const { name, why, at } = decision;
      const isEmpty = why === "no_records" || why === "configuration";
      const next = why === "not_shown"
        ? step("use_dig", {})
        : isEmpty
        ? step("give_caa_records", {})
        : step("look_up_caa", {});
      return state("caa_undecided", { name, why, at }, { next });
    }
  }
}

const besideStatement = (name: string): Statement =>
  state("caa_cname_beside", { name }, { next: step("move_caa_records", {}) });

const failedStatement = (name: string | null, reason: string): Statement =>
  state("caa_lookup_failed", { name, reason }, { next: step("check_name_servers", {}) });

interface CheckedFacts {
  readonly records: readonly RecordFacts[];
  readonly policies: readonly { readonly domain: string | null; readonly policy: CaaPolicyFacts }[];
  readonly failures: readonly { readonly name: string | null; readonly reason: string }[];
  /** Names that have both a CNAME and CAA records. */
  readonly beside: readonly string[];
  readonly decision: CaaDecision | null;
  /** Why records of the text were not read; null if none were left out. */
  readonly unread: "configuration" | "not_shown" | null;
}

/** The verdict on records that exist, and on the question about an authority if there was one. */
export function checkedVerdict(facts: CheckedFacts): RenderedVerdict {
  const { records, policies, failures, beside, decision, unread } = facts;
  const remarks = remarksOn(records);
  const invalid = records.filter(({ problem }) => problem !== null).length;
  const count = records.length;
  const correct = { next: step("correct_caa_records", {}) };
  const wrong = invalid === 0
    ? []
    : [state("caa_records_invalid", { records: count, invalid }, correct)];
  if (decision) {
    const isExplained = decision.is === "cname_beside";
    return withRemarks(decisionStatement(decision), isExplained ? [] : wrong, remarks);
  }
  if (count === 0) {
    const [failure] = failures;
    const nothing = unread === null
      ? state("caa_no_record_in_text", {}, { next: step("give_caa_records", {}) })
      : decisionStatement({ is: "undecided", name: null, why: unread, at: null });
    return rendered(
      conclude(failure ? failedStatement(failure.name, failure.reason) : nothing, []),
    );
  }
  if (beside.length > 0) {
    const others = beside.slice(1, MAX_CAUSES).map(besideStatement);
    return withRemarks(besideStatement(beside[0]), others, remarks);
  }
  if (invalid > 0) return withRemarks(wrong[0], [], remarks);
  const valid = state("caa_records_valid", { records: count, names: policies.length });
  if (policies.length !== 1) return withRemarks(valid, [], remarks);
  const [first, ...rest] = policyStatements(policies[0].policy, policies[0].domain);
  return withRemarks(first, [valid], [...remarks, ...rest]);
}

interface PublishedFacts {
  readonly status: "records" | "none" | "failure";
  readonly domain: string;
  readonly foundAt: string | null;
  /** The name that `foundAt` is an alias of. */
  readonly alias: string | null;
  readonly policy: CaaPolicyFacts | null;
  readonly records: readonly RecordFacts[];
  readonly failure: { readonly name: string; readonly reason: string } | null;
  /** Its top-level domain if that is not public. */
  readonly top: string | null;
  readonly exists: boolean;
}

/** The statements about a look-up, the most important first. */
function publishedStatements(facts: PublishedFacts): Statement[] {
  const { domain, foundAt, alias, policy, failure, top, exists } = facts;
  if (failure) return [failedStatement(failure.name, failure.reason)];
  if (policy === null || foundAt === null) {
    const next = step("create_caa_records", {});
    return [
      state("caa_none_published", { name: domain, top }, { next }),
      ...exists ? [] : [state("caa_no_such_name", { name: domain })],
    ];
  }
  return [
    ...alias === null ? [] : [state("caa_alias", { name: foundAt, target: alias })],
    ...policyStatements(policy, alias ?? foundAt),
  ];
}

/** The verdict on a look-up, and its sentences. */
export function publishedVerdict(
  facts: PublishedFacts,
): { verdict: RenderedVerdict; explanation: string[] } {
  const statements = publishedStatements(facts);
  const explanation = caaSentences(statements);
  if (facts.status !== "records") {
    return { verdict: rendered(conclude(statements[0], statements.slice(1))), explanation };
  }
  const headline = state("caa_published", { at: facts.foundAt! });
  const remarks = remarksOn(facts.records);
  return { verdict: withRemarks(headline, statements, remarks), explanation };
}
