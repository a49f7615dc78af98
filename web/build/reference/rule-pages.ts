/** The pages of rules: their texts out of the one table of rules, and examples with their findings. */
/// <reference lib="deno.ns" />
import { Budget } from "../../../core/kernel/context.ts";
import { capitalize } from "../../../core/kernel/formatting.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { RULES } from "../../../core/x509/rules/catalogue.ts";
import { negotiatedRules } from "../../../core/x509/rules/handshake.ts";
import { connectionRules } from "../../../core/x509/rules/objects.ts";
import { appliesIn } from "../../../core/x509/rules/checklist.ts";
import { citation } from "../../../core/x509/documents.ts";
import { lint, LINTED } from "../../../core/x509/rules/lint/lint.ts";
import { adviceOf, type Profile, PROFILES, type Rule } from "../../../core/x509/rules/rule.ts";
import {
  type Judged,
  type Reference,
  type RuleExample,
  type RuleList,
  rulePath,
  type RuleRow,
  RULES_PATH,
} from "../../src/page/reference.ts";

/** The content of examples.json, which tests/support/rule-examples.ts writes. DER is in base64. */
export interface Examples {
  /** Certificates that break no rule. */
  readonly good: readonly string[];
  /** Certificates for the linter, by rule code. `good` is an index of the list above. */
  readonly rules: Readonly<
    Record<string, { readonly judgedAs: Profile; readonly bad: string; readonly good: number }>
  >;
  /** Texts for the other tools, by rule code, with the finding in the first. */
  readonly files: Readonly<Record<string, FilesExample & { readonly message: string }>>;
}

/** Two texts for the inspector or the chain analyzer. */
export interface FilesExample extends Judged {
  readonly tool: "inspect" | "chain";
  readonly at: string;
  readonly bad: string;
  readonly good: string;
  /** The roots that are trusted, as PEM. */
  readonly roots?: string;
}

/** The rules as the linter checks them. */
const CHECKED = LINTED as Readonly<Record<string, Rule<never>>>;

/** All rules. The linter has its own severity and clause for some that other tools check too. */
const ALL = { ...CHECKED, ...RULES } as Readonly<Record<string, Rule<never>>>;

const FROM_EXPERIENCE = "From experience";

/** Why a rule has no example, by its code. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys({ ...connectionRules, ...negotiatedRules }).map((code) => [
      code,
      "This page has no example, because no file shows this fault: it is in the answers of a live server.",
    ]),
  ),
  root_distrusted:
    "This page has no example, because only a certificate from a public CA can break this rule.",
  name_constraints_too_many:
    "This page has no example, because it would need more than a million pairs of a name and a constraint.",
  keystore_changed:
    "This page has no example, because the fault shows only after the password of the key was entered.",
};

export async function rulePages(): Promise<Reference[]> {
  const examples: Examples = JSON.parse(
    await Deno.readTextFile(new URL("examples.json", import.meta.url)),
  );
  const rules = Object.keys(ALL).map((code) => ruleOf(code, examples));
  return [listOf(Object.entries(ALL)), ...rules];
}

function ruleOf(code: string, examples: Examples): Reference {
  const rule = ALL[code];
  const linted = rule.check && Object.hasOwn(CHECKED, code) ? CHECKED[code] : null;
  const { title, why, severity } = rule;
  const advice = adviceOf(rule, severity);
  const { since = null, until = null } = linted ?? rule;
  const clause = citation(rule.clause);
  return {
    page: {
      path: rulePath(code),
      title: `${title} (${code})`,
      description: `${capitalize(code)}, ${clause}: ${title}. ${why} ${advice}`,
      keywords: [code, clause, "certificate rule", "certificate linter"],
      card: RULES_PATH,
    },
    kind: "rule",
    ...{ code, title, severity, clause, why, advice, since, until },
    roles: rule.servers ? ["leaf"] : rule.roles ?? null,
    profiles: linted ? PROFILES.filter((profile) => appliesIn(linted, profile)) : [],
    example: exampleOf(code, examples),
  };
}

function exampleOf(code: string, { good, rules, files }: Examples): RuleExample | string {
  if (Object.hasOwn(files, code)) {
    const { bad, good, message, roots: _, ...judged } = files[code];
    return { bad, good, message, judged };
  }
  const found = rules[code];
  if (!found) return WITHOUT_EXAMPLE[code];
  const { judgedAs, bad } = found;
  const bytes = Uint8Array.fromBase64(bad);
  const { findings } = lint(readCertificate(bytes, new Budget()), judgedAs);
  const finding = findings.find((finding) => finding.code === code);
  if (!finding) throw new Error(`The example of ${code} does not break it`);
  return {
    bad: writePem("CERTIFICATE", bytes),
    good: writePem("CERTIFICATE", Uint8Array.fromBase64(good[found.good])),
    message: finding.message,
    judged: { tool: "lint", as: judgedAs },
  };
}

function listOf(rules: readonly (readonly [string, Rule<never>])[]): Reference {
  const groups = Map.groupBy(
    rules,
    ([, { clause: { document } }]) => document.name || FROM_EXPERIENCE,
  );
  const list: RuleList = {
    kind: "rules",
    groups: [...groups]
      .map(([document, rules]) => ({
        document,
        rules: rules.map(([code, { title }]): RuleRow => [code, title]),
      }))
      .sort((a, b) => b.rules.length - a.rules.length),
  };
  return {
    page: {
      path: RULES_PATH,
      title: "Certificate Rules",
      description:
        `The ${rules.length} rules that SSL Tools checks, from RFC 5280, the Baseline Requirements and root programs: each with its reason and its remedy, and most with an example.`,
      keywords: ["certificate rules", "certificate linter", "RFC 5280", "Baseline Requirements"],
      card: RULES_PATH,
    },
    ...list,
  };
}
