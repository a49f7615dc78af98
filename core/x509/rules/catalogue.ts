/**
 * The catalogue: every rule by its code, and two ways of asking. `ownFindings` says what a certificate
 * breaks by itself in its role, `issuerFindings` what an issuer breaks towards the certificates below
 * it. A path that grows upwards keeps its findings and may get more, so path building can cut a
 * branch at its first fault.
 *
 * The root is examined like every other certificate: RFC 5280 leaves it to the caller what a trust
 * anchor must be, and a root that is expired or not a CA proves nothing to a browser either.
 */
import { counted, named, withCommas } from "../../kernel/formatting.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { ConstraintFault } from "../constraints/name-constraints.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { Questions } from "./ask.ts";
import { authorityRules } from "./authority.ts";
import { connectionRules, objectRules } from "./objects.ts";
import { dateRules } from "./dates.ts";
import { formRules } from "./form.ts";
import { identifierRules } from "./identifiers.ts";
import { keyRules, rsaRules } from "./keys.ts";
import { nameRules } from "./names.ts";
import { pathRules } from "./path.ts";
import { purposeRules } from "./purposes.ts";
import type { Examined, PathInputs, Role, Rule } from "./rule.ts";

export const RULES = {
  ...pathRules,
  ...dateRules,
  ...formRules,
  ...keyRules,
  ...identifierRules,
  ...authorityRules,
  ...purposeRules,
  ...nameRules,
  ...rsaRules,
  ...objectRules,
  ...connectionRules,
};

export type RuleCode = keyof typeof RULES;

/** A rule that something breaks. `index` is the certificate's place in the path, where there is one. */
export interface Finding {
  code: RuleCode;
  message: string;
  index: number | null;
}

/** The entry of a code, in the type that all rules share. */
export function ruleOf(code: RuleCode): Rule {
  return RULES[code];
}

const QUESTIONS = new Questions<RuleCode, Examined>(RULES);

/** What certificates break by themselves at a time, by their role. */
const own = new WeakMap<Candidate, { now: number; findings: Map<Role, Finding[]> }>();

/**
 * What a certificate breaks by itself, in the order of the catalogue. Thousands of paths go through
 * the same authorities, so each is asked once. Roots of the trust store live longer than a request and
 * are asked each time: otherwise what a request costs would depend on earlier ones.
 */
export function ownFindings(
  candidate: Candidate,
  role: Role,
  index: number,
  inputs: PathInputs,
): Finding[] {
  const { now, reference, purpose } = inputs;
  if (candidate.source === "trust-store" || reference !== null || purpose !== null) {
    return ask(candidate, role, index, inputs);
  }
  let known = own.get(candidate);
  if (known?.now !== now) own.set(candidate, known = { now, findings: new Map() });
  let findings = known.findings.get(role);
  if (!findings) known.findings.set(role, findings = ask(candidate, role, index, inputs));
  return findings.map((finding) => ({ ...finding, index }));
}

function ask(candidate: Candidate, role: Role, index: number, inputs: PathInputs): Finding[] {
  const examined: Examined = { candidate, certificate: candidate.certificate, role, inputs };
  const findings: Finding[] = [];
  QUESTIONS.ask(examined, null, (code, message) => findings.push({ code, message, index }));
  return findings;
}

const NAME_FAULTS: Readonly<Record<ConstraintFault["code"], string>> = {
  name_not_permitted: "It has a name that its issuers are not allowed to certify.",
  name_excluded: "It has a name that its issuers are forbidden to certify.",
  name_constraints_too_many:
    "It has so many names under so many name constraints that browsers do not compare them.",
  name_constraint_unsupported: "It has a name of a kind whose constraints cannot be checked.",
};

/**
 * What the last certificate of the path breaks towards those below it: the path length that it
 * allows, the purposes that it passes on, the names that it constrains.
 */
export function issuerFindings(path: readonly Candidate[], inputs: PathInputs): Finding[] {
  const index = path.length - 1;
  const issuer = path[index];
  const findings: Finding[] = [];

  // RFC 5280, 6.1.4 (l): self-issued certificates do not count, nor does the leaf.
  const { pathLen } = issuer.basicConstraints ?? { pathLen: null };
  const between = path.slice(1, index).filter((candidate) => !candidate.isSelfIssued).length;
  if (pathLen !== null && between > pathLen) {
    const allowed = counted(pathLen, "CA", "CAs");
    const found = `there ${between === 1 ? "is" : "are"} ${withCommas(between)}`;
    const message = `It allows ${allowed} below itself, and ${found}.`;
    findings.push({ code: "path_length_exceeded", message, index });
  }

  const { purpose } = inputs;
  const allowed = issuer.purposes;
  if (purpose !== null && allowed && !allowed.has(purpose) && !allowed.has(ANY_PURPOSE)) {
    findings.push(notForThis(index));
  }

  const features = missingFeatures(path[index - 1], issuer, inputs);
  if (features.length > 0) {
    const message = `Its CA has TLS features that it lacks: ${features.slice(0, 5).join(", ")}.`;
    findings.push({ code: "tls_features_missing", message, index: index - 1 });
  }

  if (issuer.raw(EXTENSION.nameConstraints)) {
    for (const [below, candidate] of path.slice(0, index).entries()) {
      // RFC 5280, 6.1.3 (b): a CA's certificate for itself is exempt, an end entity is not.
      if (below > 0 && candidate.isSelfIssued) continue;
      const fault = issuer.nameFault(candidate, inputs.budget);
      if (!fault) continue;
      const sentence = NAME_FAULTS[fault.code];
      const message = fault.name ? `${sentence} The name is ${named(fault.name)}.` : sentence;
      findings.push({ code: fault.code, message, index: below });
    }
  }
  return findings;
}

/** RFC 7633, 4.2.2: what a CA issues offers the TLS features in the CA's own certificate, or more. */
function missingFeatures(
  certificate: Candidate,
  issuer: Candidate,
  { budget }: PathInputs,
): string[] {
  const required = issuer.tlsFeatures;
  budget.spend("names", required.size);
  return [...required].filter((feature) => !certificate.tlsFeatures.has(feature));
}

/**
 * Without a purpose in the request: the first CA at which the leaf has lost all of its purposes, because
 * this CA or one below it does not allow them.
 */
export function nestingFindings(
  [leaf, ...issuers]: readonly Candidate[],
  { purpose, budget }: PathInputs,
): Finding[] {
  if (purpose !== null || leaf.purposes === null || leaf.purposes.has(ANY_PURPOSE)) return [];
  let left = [...leaf.purposes];
  for (const [place, { purposes }] of issuers.entries()) {
    if (purposes === null || purposes.has(ANY_PURPOSE)) continue;
    budget.spend("names", left.length);
    left = left.filter((usage) => purposes.has(usage));
    if (left.length === 0) return [notForThis(place + 1)];
  }
  return [];
}

const notForThis = (index: number): Finding => ({
  code: "eku_not_permitted",
  message: "Its extended key usage does not allow what the end entity is for.",
  index,
});

const ANY_PURPOSE = "anyExtendedKeyUsage";
