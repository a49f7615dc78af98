/**
 * The catalogue of what can be wrong with a chain: one entry a rule, with the clause that it comes
 * from. `proof` rules decide whether the chain holds; `policy` rules are what browsers and public
 * authorities ask on top: errors under public anchors, warnings under private ones (decisions.md,
 * section 4).
 */

export type Severity = "error" | "warning" | "info";
export type Kind = "proof" | "policy";

interface Rule {
  kind: Kind;
  /** Fixed for proof rules and remarks; for policy rules the severity under a public anchor. */
  severity: Severity;
  clause: string;
}

const proof = (clause: string): Rule => ({ kind: "proof", severity: "error", clause });
const policy = (clause: string): Rule => ({ kind: "policy", severity: "error", clause });
/** A policy that browsers do not enforce. */
const advice = (clause: string): Rule => ({ kind: "policy", severity: "warning", clause });
const remark = (kind: Kind, severity: Severity, clause: string): Rule => ({
  kind,
  severity,
  clause,
});

export const RULES = {
  // The proof
  signature_invalid: proof("RFC 5280, 6.1.3 (a)(1)"),
  signature_unverifiable: remark("proof", "warning", "RFC 5280, 6.1.3 (a)(1)"),
  signature_algorithm_mismatch: proof("RFC 5280, 4.1.1.2"),
  expired: proof("RFC 5280, 6.1.3 (a)(2)"),
  not_yet_valid: proof("RFC 5280, 6.1.3 (a)(2)"),
  issuer_not_found: proof("RFC 5280, 6.1"),
  self_signed: proof("RFC 5280, 6.1"),
  not_a_ca: proof("RFC 5280, 6.1.4 (k)"),
  path_length_exceeded: proof("RFC 5280, 6.1.4 (l)"),
  key_cert_sign_missing: proof("RFC 5280, 6.1.4 (n)"),
  name_not_permitted: proof("RFC 5280, 6.1.3 (b)"),
  name_excluded: proof("RFC 5280, 6.1.3 (c)"),
  name_constraint_unsupported: proof("RFC 5280, 4.2.1.10"),
  name_constraint_malformed: proof("RFC 5280, 4.2.1.10"),
  unknown_critical_extension: proof("RFC 5280, 6.1.4 (o), 6.1.5 (f)"),
  duplicate_extension: proof("RFC 5280, 4.2"),
  extension_malformed: proof("RFC 5280, 4.2"),
  version_invalid: proof("RFC 5280, 4.1.2.1"),
  issuer_empty: proof("RFC 5280, 4.1.2.4"),
  eku_not_permitted: proof("RFC 5280, 4.2.1.12; Mozilla Root Store Policy, 5.3"),
  server_auth_missing: proof("RFC 5280, 4.2.1.12"),
  host_name_mismatch: proof("RFC 9525, 6"),

  // What public authorities and browsers ask on top
  weak_signature: policy("Baseline Requirements, 7.1.3.2"),
  weak_key: policy("Baseline Requirements, 6.1.5"),
  key_algorithm_not_allowed: policy("Baseline Requirements, 6.1.5"),
  lifetime_too_long: policy("Baseline Requirements, 6.3.2"),
  san_missing: policy("Baseline Requirements, 7.1.2.7.12"),
  san_malformed: policy("RFC 5280, 4.2.1.6"),
  san_internal_name: advice("Baseline Requirements, 4.2.2"),
  san_criticality: policy("RFC 5280, 4.2.1.6"),
  common_name_not_in_san: advice("Baseline Requirements, 7.1.4.3"),
  leaf_is_ca: advice("Baseline Requirements, 7.1.2.7.8"),
  key_cert_sign_without_ca: policy("RFC 5280, 4.2.1.3"),
  key_usage_missing: policy("RFC 5280, 4.2.1.3"),
  key_usage_empty: policy("RFC 5280, 4.2.1.3"),
  key_usage_unfit: policy("RFC 5280, 4.2.1.12"),
  aki_missing: policy("RFC 5280, 4.2.1.1"),
  aki_malformed: policy("Baseline Requirements, 7.1.2.11.1"),
  aki_critical: policy("RFC 5280, 4.2.1.1"),
  ski_missing: policy("RFC 5280, 4.2.1.2"),
  ski_critical: policy("RFC 5280, 4.2.1.2"),
  aia_critical: policy("RFC 5280, 4.2.2.1"),
  aia_malformed: policy("RFC 5280, 4.2.2.1"),
  eku_missing: advice("Baseline Requirements, 7.1.2.7.10"),
  eku_any: policy("Baseline Requirements, 7.1.2.7.10"),
  eku_mixed: policy("Baseline Requirements, 7.1.2.7.10"),
  eku_critical: policy("Baseline Requirements, 7.1.2.7.6"),
  eku_in_root: policy("Baseline Requirements, 7.1.2.1.2"),
  basic_constraints_not_critical: policy("RFC 5280, 4.2.1.9"),
  path_length_without_ca: policy("RFC 5280, 4.2.1.9"),
  name_constraint_odd: policy("RFC 5280, 4.2.1.10"),
  name_constraints_in_leaf: policy("RFC 5280, 4.2.1.10"),
  policy_constraints_not_critical: policy("RFC 5280, 4.2.1.11"),
  inhibit_any_policy_not_critical: policy("RFC 5280, 4.2.1.14"),
  serial_number_invalid: policy("RFC 5280, 4.1.2.2"),
  validity_malformed: policy("RFC 5280, 4.1.2.5"),
  encoding_not_der: policy("RFC 5280, 4.1"),
  subject_empty: policy("RFC 5280, 4.1.2.6"),
  version_1: policy("Baseline Requirements, 7.1.1"),

  // Remarks
  root_not_trusted: remark("policy", "warning", "RFC 5280, 6.1.1 (d)"),
  policies_not_evaluated: remark("proof", "info", "RFC 5280, 6.1.5 (g)"),
  expiring_soon: remark("policy", "info", "30 days before the end"),
} as const satisfies Record<string, Rule>;

export type ProblemCode = keyof typeof RULES;

/** A broken rule before it is judged by a profile. `index` is the certificate's place in the path. */
export interface Violation {
  code: ProblemCode;
  message: string;
  index: number | null;
}

export function ruleOf(code: ProblemCode): Rule {
  return RULES[code];
}
