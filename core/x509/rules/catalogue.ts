/**
 * The rules that the chain analyzer and the inspector check, by code. `ownFindings` returns the rules that
 * a certificate breaks in its role, `issuerFindings` those that an issuer breaks towards the certificates
 * below it. A path that grows upwards keeps its findings and may get more, so path building can cut a
 * branch at its first fault.
 *
 * The root is checked like every other certificate. RFC 5280 leaves the requirements for a trust anchor
 * to the caller, and browsers do not accept a root that is expired or not a CA.
 */
import { counted, named, withCommas } from "../../kernel/formatting.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { ConstraintFault } from "../constraints/name-constraints.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { Checklist } from "./checklist.ts";
import { authorityRules } from "./authority.ts";
import { connectionRules, objectRules } from "./objects.ts";
import { dateRules } from "./dates.ts";
import { formRules } from "./form.ts";
import { ANY_PURPOSE_ONLY, handshakeRules, negotiatedRules } from "./handshake.ts";
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
  ...handshakeRules,
  ...nameRules,
  ...rsaRules,
  ...objectRules,
  ...connectionRules,
  ...negotiatedRules,
};

export type RuleCode = keyof typeof RULES;

/** A broken rule. `index` is the place of the certificate in the path; null for the path as a whole. */
export interface Finding {
  code: RuleCode;
  message: string;
  index: number | null;
}

/** Whether it is the code of a rule that the chain analyzer and the inspector check. */
export const isRuleCode = (code: string): code is RuleCode => Object.hasOwn(RULES, code);

/** Returns the rule with a code, in the type that all rules share. */
export function ruleOf(code: RuleCode): Rule {
  return RULES[code];
}

/** Whether the finding is an error that breaks the proof of a path (RFC 5280, 6.1), whatever its policy. */
export function breaksProof({ code }: Pick<Finding, "code">): boolean {
  const { kind, severity } = ruleOf(code);
  return kind === "proof" && severity === "error";
}

const CHECKLIST = new Checklist<RuleCode, Examined>(RULES);

/** The findings of certificates at one time, by role. */
const own = new WeakMap<Candidate, { now: number; findings: Map<Role, Finding[]> }>();

/**
 * Returns the rules that a certificate breaks by itself, in the order of the catalogue. The findings are
 * kept, because thousands of paths may contain the same CA. Those of roots in the trust store are not kept:
 * the roots outlive a request, so the cost of a request would depend on earlier ones.
 */
export function ownFindings(
  candidate: Candidate,
  role: Role,
  index: number,
  inputs: PathInputs,
): Finding[] {
  const { now, reference, purpose } = inputs;
  if (candidate.source === "trust-store" || reference !== null || purpose !== null) {
    return examine(candidate, role, index, inputs);
  }
  let known = own.get(candidate);
  if (known?.now !== now) own.set(candidate, known = { now, findings: new Map() });
  let findings = known.findings.get(role);
  if (!findings) known.findings.set(role, findings = examine(candidate, role, index, inputs));
  return findings.map((finding) => ({ ...finding, index }));
}

function examine(candidate: Candidate, role: Role, index: number, inputs: PathInputs): Finding[] {
  const examined: Examined = { candidate, certificate: candidate.certificate, role, inputs };
  const findings: Finding[] = [];
  CHECKLIST.run(examined, null, (code, message) => findings.push({ code, message, index }));
  return findings;
}

const NAME_FAULTS: Readonly<Record<ConstraintFault["code"], string>> = {
  name_not_permitted: "It has a name that its issuers are not allowed to certify.",
  name_excluded: "It has a name that its issuers are forbidden to certify.",
  name_constraints_too_many:
    "It has so many names under so many name constraints that browsers do not compare them.",
  name_constraint_unsupported: "It has a name of a type whose constraints cannot be checked.",
};

/**
 * Returns the rules that the last certificate of the path breaks towards the certificates below it: its
 * path length, its purposes, its TLS features and its name constraints.
 */
export function issuerFindings(path: readonly Candidate[], inputs: PathInputs): Finding[] {
  const index = path.length - 1;
  const issuer = path[index];
  const findings: Finding[] = [];

  // RFC 5280, 6.1.4 (l): self-issued certificates and the leaf are not counted.
  const { pathLen } = issuer.basicConstraints ?? { pathLen: null };
  const between = path.slice(1, index).filter((candidate) => !candidate.isSelfIssued).length;
  if (pathLen !== null && between > pathLen) {
    const allowed = counted(pathLen, "CA", "CAs");
    const found = `there ${between === 1 ? "is" : "are"} ${withCommas(between)}`;
    const message = `It allows ${allowed} below itself, and ${found}.`;
    findings.push({ code: "path_length_exceeded", message, index });
  }

  const child = path[index - 1];
  const { authorityKeyIdentifier: wanted } = child;
  if (wanted !== null && issuer.keyIdentifier !== null && wanted !== issuer.keyIdentifier) {
    const message =
      "Its authority key identifier differs from the subject key identifier of its issuer.";
    findings.push({ code: "aki_contradicts_issuer", message, index: index - 1 });
  } else if (
    child.authoritySerialNumber !== null &&
    child.authoritySerialNumber !== issuer.certificate.serialNumber
  ) {
    const message = "Its authority key identifier has the serial number of another certificate.";
    findings.push({ code: "aki_names_another", message, index: index - 1 });
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
      // RFC 5280, 6.1.3 (b): a self-issued certificate is exempt unless it is the end entity.
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

/** Returns the TLS features of the CA that the certificate lacks (RFC 7633, 4.2.2). */
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
 * Without a requested purpose, each CA limits the leaf's purposes to its own. Returns a finding for the first
 * CA after which none is left. A CA that appoints an OCSP responder needs no purpose for it (RFC 6960,
 * 4.2.2.2), and public CAs must not have it (Baseline Requirements, 7.1.2.10.6).
 */
export function nestingFindings(
  [leaf, ...issuers]: readonly Candidate[],
  { purpose, budget }: PathInputs,
  code: "eku_not_permitted" | "eku_not_nested" = "eku_not_permitted",
): Finding[] {
  const { purposes: wanted } = leaf;
  if (purpose !== null || wanted === null) return [];
  if (wanted.has(ANY_PURPOSE) || wanted.has("OCSPSigning")) return [];
  let left = [...wanted];
  for (const [place, { purposes, isSelfIssued }] of issuers.entries()) {
    if (purposes === null || purposes.has(ANY_PURPOSE)) continue;
    budget.spend("names", left.length);
    left = left.filter((usage) => purposes.has(usage));
    if (left.length > 0) continue;
    const isOfRoot = code === "eku_not_nested" && isSelfIssued && place === issuers.length - 1;
    return [{ ...notForThis(place + 1), code: isOfRoot ? "root_eku_not_nested" : code }];
  }
  return [];
}

/**
 * The CAs of a server's certificate whose only purpose is any purpose. They allow the server's purpose by RFC 5280,
 * 4.2.1.12; OpenSSL refuses them, and GnuTLS those below the root.
 */
export function anyPurposeFindings(
  [leaf, ...issuers]: readonly Candidate[],
  { purpose }: PathInputs,
): Finding[] {
  const isForServers = purpose === null
    ? leaf.purposes?.has("serverAuth")
    : purpose === "serverAuth";
  if (!isForServers) return [];
  return issuers.flatMap(({ purposes, isSelfIssued }, place) => {
    if (!purposes?.has(ANY_PURPOSE) || purposes.has("serverAuth")) return [];
    const isOfRoot = isSelfIssued && place === issuers.length - 1;
    const code = isOfRoot ? "root_eku_any_only" : "ca_eku_any_only";
    return [{ code, message: ANY_PURPOSE_ONLY, index: place + 1 }];
  });
}

const notForThis = (index: number): Finding => ({
  code: "eku_not_permitted",
  message: "The extended key usage of the CA does not allow the purpose of the end entity.",
  index,
});

const ANY_PURPOSE = "anyExtendedKeyUsage";
