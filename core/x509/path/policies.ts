/**
 * Certificate policies of a path (RFC 5280, 6.1.2 to 6.1.5, with the graph of RFC 9618). The graph has
 * one node for each policy at a depth: it grows with the size of the certificates. The tree of RFC 5280
 * can grow exponentially with the length of the path (CVE-2023-0464).
 */
import type { Budget } from "../../kernel/context.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { ANY_POLICY } from "../objects/extensions/policies.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { Finding } from "../rules/catalogue.ts";
import type { PathInputs, PolicySettings } from "../rules/rule.ts";

/** Any policy is accepted, and none is required. */
export const ANY_SETTINGS: PolicySettings = {
  initial: null,
  requireExplicit: false,
  inhibitMapping: false,
  inhibitAny: false,
};

/** The policy extensions of one certificate. */
export interface PolicyExtensions {
  readonly isSelfIssued: boolean;
  /** null without certificatePolicies. */
  readonly policies: readonly string[] | null;
  readonly mappings: readonly { issuerDomainPolicy: string; subjectDomainPolicy: string }[];
  readonly requireExplicitPolicy: number | null;
  readonly inhibitPolicyMapping: number | null;
  readonly inhibitAnyPolicy: number | null;
}

/**
 * `policies` is the user-constrained-policy-set, sorted. `fault` is the index of the certificate at which
 * processing fails, counted from the one below the anchor; null if it succeeds.
 */
interface PolicyOutcome {
  readonly policies: readonly string[];
  readonly fault: { readonly code: PolicyFault; readonly place: number } | null;
}

/** `not_accepted`: some policies are valid, and the verifier accepts none of them. */
type PolicyFault = "any_mapped" | "none_valid" | "not_accepted";

/** To make or to visit a node or an edge takes about a microsecond of a slow core: one unit of work. */
interface Node {
  readonly policy: string;
  readonly parents: readonly Node[];
  /** The policies that count as this one in the next certificate. */
  expected: readonly string[];
}

/** The nodes of one depth by their policies; null once no policy is left. */
type Level = Map<string, Node> | null;

/** The policy extensions of a certificate. A malformed extension counts as absent. */
function policyExtensionsOf({ certificate, isSelfIssued }: Candidate): PolicyExtensions {
  const constraints = certificate.extension(EXTENSION.policyConstraints)?.value;
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value;
  return {
    isSelfIssued,
    policies: policies?.map(({ oid }) => oid) ?? null,
    mappings: certificate.extension(EXTENSION.policyMappings)?.value ?? [],
    requireExplicitPolicy: constraints?.requireExplicitPolicy ?? null,
    inhibitPolicyMapping: constraints?.inhibitPolicyMapping ?? null,
    inhibitAnyPolicy: certificate.extension(EXTENSION.inhibitAnyPolicy)?.value ?? null,
  };
}

/** The finding for a path that fails because of its policies. */
const FAULTS: Readonly<Record<PolicyFault, Pick<Finding, "code" | "message">>> = {
  any_mapped: {
    code: "policy_any_mapped",
    message: "It maps anyPolicy to another policy, or another policy to anyPolicy.",
  },
  none_valid: {
    code: "policy_not_valid",
    message: "A certificate policy is required, but no policy is valid along the whole chain.",
  },
  not_accepted: {
    code: "policy_not_valid",
    message:
      "A certificate policy is required, but no accepted policy is valid along the whole chain.",
  },
};

/**
 * Returns the policy rule that a path breaks, or an empty list. `path` goes from the end entity to the trust
 * anchor, whose own extensions are not processed. A path can fail only because of constraints, mappings, or a
 * verifier that requires a policy; without these, nothing is processed.
 */
export function policyFindings(
  path: readonly Candidate[],
  { policies: settings = ANY_SETTINGS, budget }: PathInputs,
): Finding[] {
  const belowAnchor = path.slice(0, -1);
  const matters = settings.requireExplicit ||
    belowAnchor.some((candidate) =>
      candidate.raw(EXTENSION.policyConstraints) || candidate.raw(EXTENSION.policyMappings)
    );
  if (!matters) return [];
  const { fault } = processPolicies(extensionsOf(path), settings, budget);
  if (fault === null) return [];
  return [{ ...FAULTS[fault.code], index: belowAnchor.length - 1 - fault.place }];
}

/** Returns the valid policies of a path without policy faults (RFC 5280, 6.1.6), as OIDs. */
export function validPolicies(
  path: readonly Candidate[],
  { policies: settings = ANY_SETTINGS, budget }: PathInputs,
): readonly string[] {
  if (!path[0].raw(EXTENSION.certificatePolicies)) return [];
  return processPolicies(extensionsOf(path), settings, budget).policies;
}

const extensionsOf = (path: readonly Candidate[]): PolicyExtensions[] =>
  path.slice(0, -1).toReversed().map(policyExtensionsOf);

/**
 * Processes the policies of a path. `certificates` are those below the trust anchor, the one that the
 * anchor issued first. Throws OperationError `too_complex` when the budget is used up.
 */
export function processPolicies(
  certificates: readonly PolicyExtensions[],
  settings: PolicySettings,
  budget: Budget,
): PolicyOutcome {
  const count = certificates.length;
  let explicitPolicy = settings.requireExplicit ? 0 : count + 1;
  let policyMapping = settings.inhibitMapping ? 0 : count + 1;
  let inhibitAny = settings.inhibitAny ? 0 : count + 1;
  const top: Node = { policy: ANY_POLICY, parents: [], expected: [ANY_POLICY] };
  let above: Level = null;
  let level: Level = new Map([[ANY_POLICY, top]]);

  for (const [place, certificate] of certificates.entries()) {
    const { isSelfIssued, mappings } = certificate;
    const isLast = place === count - 1;
    above = level;
    // 6.1.3 (d) and (e)
    level = nextLevel(level, certificate.policies, {
      takesAny: inhibitAny > 0 || (!isLast && isSelfIssued),
      budget,
    });
    // 6.1.3 (f)
    if (explicitPolicy === 0 && level === null) return fault("none_valid", place);
    if (isLast) {
      // 6.1.5 (a) and (b)
      if (explicitPolicy > 0) explicitPolicy--;
      if (certificate.requireExplicitPolicy === 0) explicitPolicy = 0;
      break;
    }
    // 6.1.4 (a) and (b)
    budget.spend("work", mappings.length);
    if (mappings.some(mapsAny)) return fault("any_mapped", place);
    level = mapped(level, above, mappings, policyMapping > 0);
    // 6.1.4 (h) to (j)
    const step = isSelfIssued ? 0 : 1;
    explicitPolicy = limited(explicitPolicy - step, certificate.requireExplicitPolicy);
    policyMapping = limited(policyMapping - step, certificate.inhibitPolicyMapping);
    inhibitAny = limited(inhibitAny - step, certificate.inhibitAnyPolicy);
  }

  // 6.1.5 (g)
  const valid = count === 0 ? [] : authorityConstrained(level, budget);
  const policies = accepted(valid, settings.initial);
  if (explicitPolicy === 0 && policies.length === 0 && count > 0) {
    return fault(valid.length === 0 ? "none_valid" : "not_accepted", count - 1);
  }
  return { policies, fault: null };
}

const fault = (code: PolicyFault, place: number): PolicyOutcome => ({
  policies: [],
  fault: { code, place },
});

const mapsAny = (
  { issuerDomainPolicy, subjectDomainPolicy }: PolicyExtensions["mappings"][number],
) => issuerDomainPolicy === ANY_POLICY || subjectDomainPolicy === ANY_POLICY;

/** The counter after one certificate: at least 0, and at most the certificate's own limit, if it has one. */
function limited(counter: number, by: number | null): number {
  const left = Math.max(counter, 0);
  return by === null ? left : Math.min(left, by);
}

/** The nodes for the policies of a certificate, below those of the one above it. */
function nextLevel(
  level: Level,
  policies: readonly string[] | null,
  { takesAny, budget }: { takesAny: boolean; budget: Budget },
): Level {
  if (level === null || policies === null) return null;
  const byExpected = new Map<string, Node[]>();
  for (const node of level.values()) {
    budget.spend("work", 1 + node.expected.length);
    for (const policy of node.expected) {
      const parents = byExpected.get(policy);
      if (parents) parents.push(node);
      else byExpected.set(policy, [node]);
    }
  }
  const any = byExpected.get(ANY_POLICY);
  const next = new Map<string, Node>();
  const add = (policy: string, parents: readonly Node[] | undefined) => {
    if (parents && !next.has(policy)) next.set(policy, { policy, parents, expected: [policy] });
  };
  budget.spend("work", policies.length);
  for (const policy of policies) {
    if (policy !== ANY_POLICY) add(policy, byExpected.get(policy) ?? any);
  }
  if (takesAny && policies.includes(ANY_POLICY)) {
    for (const [policy, parents] of byExpected) add(policy, parents);
  }
  return next.size > 0 ? next : null;
}

/** The level with the mappings of its certificate applied (RFC 5280, 6.1.4 (b)). */
function mapped(
  level: Level,
  above: Level,
  mappings: PolicyExtensions["mappings"],
  isAllowed: boolean,
): Level {
  if (level === null || mappings.length === 0) return level;
  const subjects = new Map<string, Set<string>>();
  for (const { issuerDomainPolicy, subjectDomainPolicy } of mappings) {
    const known = subjects.get(issuerDomainPolicy);
    if (known) known.add(subjectDomainPolicy);
    else subjects.set(issuerDomainPolicy, new Set([subjectDomainPolicy]));
  }
  const hasAny = level.has(ANY_POLICY);
  for (const [policy, set] of subjects) {
    if (!isAllowed) level.delete(policy);
    else {
      const node = level.get(policy);
      const expected = [...set];
      if (node) node.expected = expected;
      else if (hasAny) level.set(policy, { policy, parents: [above!.get(ANY_POLICY)!], expected });
    }
  }
  return level.size > 0 ? level : null;
}

/**
 * The authority-constrained-policy-set: the policies of the anchor's own domain that lead to a node of
 * the last certificate.
 */
function authorityConstrained(last: Level, budget: Budget): string[] {
  const valid = new Set<string>();
  if (last?.has(ANY_POLICY)) valid.add(ANY_POLICY);
  const reached = new Set(last?.values());
  // A Set visits the members that are added during its iteration too.
  for (const { policy, parents } of reached) {
    budget.spend("work", 1 + parents.length);
    if (policy !== ANY_POLICY && parents[0].policy === ANY_POLICY) valid.add(policy);
    for (const parent of parents) reached.add(parent);
  }
  return [...valid].sort();
}

/** The valid policies that the verifier accepts. If anyPolicy is valid, these are all that it accepts. */
function accepted(valid: readonly string[], initial: readonly string[] | null): readonly string[] {
  if (initial === null || initial.includes(ANY_POLICY)) return valid;
  const wanted = [...new Set(initial)].sort();
  if (valid.includes(ANY_POLICY)) return wanted;
  const set = new Set(valid);
  return wanted.filter((policy) => set.has(policy));
}
