/** A rule is not asked of a certificate without what it `needs`: then it would not be broken. */
import { Budget } from "../../../../core/kernel/context.ts";
import { Candidate } from "../../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { type LintCode, LINTS } from "../../../../core/x509/rules/lint/catalogue.ts";
import { LintExamined, type LintRule } from "../../../../core/x509/rules/lint/examined.ts";
import { HAS } from "../../../../core/x509/rules/lint/features.ts";
import { featuresOf } from "../../../../core/x509/rules/lint/features-of.ts";

export const RULES = Object.entries(LINTS) as [LintCode, LintRule][];

const isBroken = (found: ReturnType<NonNullable<LintRule["check"]>>): boolean =>
  Array.isArray(found) ? found.length > 0 : !!found;

/** Rules that the certificate breaks and would not be asked about. */
export function missed(certificate: Certificate): string[] {
  const candidate = new Candidate(certificate, "input", null);
  const inputs = { now: 0, reference: null, purpose: null, budget: new Budget() };
  const role = candidate.isCa ? candidate.isSelfIssued ? "root" : "intermediate" : "leaf";
  const examined = new LintExamined(candidate, role, inputs, "public-tls");
  const features = new Set<string>();
  featuresOf(examined, (feature) => features.add(feature));
  return RULES.filter(([, { check, needs = [], roles }]) =>
    (roles?.includes(role) ?? true) && needs.some((need) => !features.has(need)) &&
    // Rules about servers are not for those who sign OCSP responses, whatever these have.
    (features.has(HAS.noResponder) || !needs.includes(HAS.noResponder)) &&
    isBroken(check!(examined))
  ).map(([code]) => code);
}
