/** The verdicts on what the operations on certificates make, find and compare. */
import type { Severity } from "../x509/rules/rule.ts";
import type { ComparedFacts, MadeBy, MadeKind } from "./certificate-codes.ts";
import type { FactsOf } from "./codes.ts";
import type { Statement, Step } from "./model.ts";
import { renderVerdict, textOf } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, RULE_CODES, state, step } from "./statements.ts";
import { certificateEnglish } from "./text/certificate.ts";
import type { Language } from "./text/language.ts";

interface MadeFacts {
  readonly kind: MadeKind;
  readonly issuer: MadeBy;
  readonly notAfter: string;
  /** The statements of its notes. */
  readonly remarks: readonly Statement[];
}

/** The verdict on a new certificate. It is always good: a failure has no result. */
export function madeVerdict(
  { kind, issuer: by, notAfter: until, remarks }: MadeFacts,
  language: Language = certificateEnglish,
): RenderedVerdict {
  const next = step("use_certificate", { kind, isSelfSigned: by === "self-signed" });
  const made = state("certificate_ready", { kind, by, until }, { next });
  return renderVerdict(conclude(made, [], remarks), language);
}

/** A statement about a certificate as a message of answers. */
export const messageOf = (statement: Statement): string => textOf(statement, certificateEnglish);

/** The verdict on a file that was written. */
export const writtenVerdict = (
  facts: FactsOf<"certificate_file_ready">,
  language: Language = certificateEnglish,
): RenderedVerdict => renderVerdict(conclude(state("certificate_file_ready", facts), []), language);

interface LintedFacts {
  readonly certificates: readonly {
    readonly subject: string;
    readonly passed: number;
    readonly findings: readonly {
      readonly code: string;
      readonly severity: Severity;
      readonly clause: string;
      readonly title: string;
      readonly message: string;
      readonly advice: string;
    }[];
  }[];
}

/** The verdict on the rules that certificates break. */
export function lintedVerdict(
  { certificates }: LintedFacts,
  language: Language = certificateEnglish,
): RenderedVerdict {
  const broken = certificates.flatMap(({ subject: name, findings }, index) =>
    findings.map(({ code: rule, severity, clause, title, message, advice }) =>
      state(RULE_CODES[severity], { rule, title, message, advice, certificate: name, clause }, {
        about: { name, index },
        evidence: { rule, clause },
        next: severity === "info" ? null : step("follow_advice", { rule, advice }),
      })
    )
  );
  const count = (severity: Severity) =>
    broken.filter(({ code }) => code === RULE_CODES[severity]).length;
  const facts = {
    certificates: certificates.length,
    errors: count("error"),
    warnings: count("warning"),
    notes: count("info"),
    passed: certificates.reduce((sum, { passed }) => sum + passed, 0),
  };
  const mend = { next: step("mend_linted", {}) };
  const headline = facts.errors > 0
    ? state("lint_errors", facts, mend)
    : facts.warnings > 0
    ? state("lint_warnings", facts, mend)
    : facts.notes > 0
    ? state("lint_notes", facts)
    : state("lint_clean", facts);
  return renderVerdict(conclude(headline, [], broken), language);
}

type Compared = Extract<Statement["code"], `compared_${string}`>;
type Relation<C> = C extends `compared_${infer R}` ? R : never;

/** How two objects relate, as in answers. */
type ComparedRelation = Exclude<Relation<Compared>, "renewal_lacks_names">;

const NEXT: Partial<Record<Compared, Step>> = {
  compared_renewal_lacks_names: step("keep_names", {}),
  compared_serial_reused: step("replace_serial", {}),
  compared_request_differs: step("find_request", {}),
};

/** The verdict on two certificates or CSRs, with a statement on each difference. */
export function comparedVerdict(
  relation: ComparedRelation,
  facts: ComparedFacts,
  differences: readonly Statement[],
  language: Language = certificateEnglish,
): RenderedVerdict {
  const code: Compared = relation === "renewal" && facts.namesRemoved > 0
    ? "compared_renewal_lacks_names"
    : `compared_${relation}`;
  const headline = state(code, facts, { next: NEXT[code] ?? null });
  return renderVerdict(conclude(headline, [], differences), language);
}

interface ReadAgainFacts {
  readonly kind: "certificate" | "request";
  readonly library: { readonly name: string; readonly version: string };
  /** Why the library stopped; absent if it read the object. */
  readonly refused?: FactsOf<"reading_refused">["because"];
  readonly fields: readonly { readonly agrees: boolean | null }[];
}

/** The verdict on the reading of another library. */
export function readAgainVerdict(
  { kind, library: { name, version }, refused, fields }: ReadAgainFacts,
  language: Language = certificateEnglish,
): RenderedVerdict {
  const library = `${name} ${version}`;
  const count = (wanted: boolean | null) => fields.filter(({ agrees }) => agrees === wanted).length;
  const facts = { library, same: count(true), different: count(false), unread: count(null) };
  const headline = refused !== undefined
    ? state("reading_refused", { library, isRequest: kind === "request", because: refused })
    : facts.different > 0
    ? state("reading_differs", facts)
    : state("reading_agrees", facts);
  return renderVerdict(conclude(headline, []), language);
}
