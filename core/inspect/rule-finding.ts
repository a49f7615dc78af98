/** Findings of the inspector, with the texts that the catalogue of rules has for them. */
import { type RuleCode, ruleOf } from "../x509/rules/catalogue.ts";
import { citation } from "../x509/documents.ts";
import { adviceOf } from "../x509/rules/rule.ts";
import type { InspectedFinding } from "./contract.ts";
import type { Severity } from "./options.ts";

/** A broken rule of the catalogue, in its own severity unless another is given. */
export function ruleFinding(
  code: RuleCode,
  message: string,
  severity: Severity = ruleOf(code).severity,
): InspectedFinding {
  const rule = ruleOf(code);
  const { title, why, clause } = rule;
  const advice = adviceOf(rule, severity);
  return { code, severity, title, message, why, advice, source: citation(clause) };
}
