/** Rules about certificates of CAs, and about constraints that only a CA may carry. */
import { DerError } from "../asn1/der.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { rfc5280, tlsRequirements } from "../documents.ts";
import { ADVICE, isVersion3, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

const CA_ROLES = ["intermediate", "root"] as const;

export const authorityRules = {
  path_length_without_ca: policy({
    clause: rfc5280("4.2.1.9"),
    title: "Has a path length, but is not a CA",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.basicConstraints,
    check(examined) {
      const basic = examined.candidate.basicConstraints;
      return isVersion3(examined) && basic && !basic.ca && basic.pathLen !== null
        ? "It has a path length, though it is not a CA."
        : null;
    },
  }),
  policy_constraints_not_critical: policy({
    clause: rfc5280("4.2.1.11"),
    title: "Policy constraints are not critical",
    why: WHY.strict,
    advice: ADVICE.authority,
    on: EXTENSION.policyConstraints,
    check(examined) {
      const raw = examined.candidate.raw(EXTENSION.policyConstraints)!;
      return isVersion3(examined) && !raw.critical
        ? "Its policy constraints are not marked as critical."
        : null;
    },
  }),
  inhibit_any_policy_not_critical: policy({
    clause: rfc5280("4.2.1.14"),
    title: "Inhibit anyPolicy is not critical",
    why: WHY.strict,
    advice: ADVICE.authority,
    on: EXTENSION.inhibitAnyPolicy,
    check(examined) {
      const raw = examined.candidate.raw(EXTENSION.inhibitAnyPolicy)!;
      return isVersion3(examined) && !raw.critical
        ? "Its inhibitAnyPolicy extension is not marked as critical."
        : null;
    },
  }),
  not_a_ca: proof({
    clause: rfc5280("6.1.4 (k)"),
    roles: CA_ROLES,
    title: "Signed by a certificate that is not a CA",
    at: EXTENSION.basicConstraints,
    why: "Clients refuse the certificates that it signed.",
    advice: "A certificate that is not a CA must not sign others. Use one that a CA issued.",
    check({ candidate, certificate }) {
      const basic = certificate.extension(EXTENSION.basicConstraints);
      // Basic constraints that cannot be read are reported by extension_malformed.
      if (candidate.isCa || basic?.problem) return null;
      const says = basic ? "says that it is not a CA" : "does not say that it is a CA";
      return `It signs certificates, but ${says}.`;
    },
  }),
  basic_constraints_not_critical: policy({
    clause: rfc5280("4.2.1.9"),
    roles: CA_ROLES,
    title: "Basic constraints are not critical",
    why: WHY.strict,
    advice: ADVICE.authority,
    on: EXTENSION.basicConstraints,
    check: ({ candidate }) =>
      candidate.isCa && !candidate.raw(EXTENSION.basicConstraints)!.critical
        ? "Its basic constraints are not marked as critical."
        : null,
  }),
  key_cert_sign_missing: proof({
    clause: rfc5280("6.1.4 (n)"),
    roles: CA_ROLES,
    title: "CA may not sign certificates",
    why: "Clients refuse the certificates that it signed.",
    advice: ADVICE.authority,
    on: EXTENSION.keyUsage,
    check: ({ candidate: { keyUsage } }) =>
      keyUsage !== null && !keyUsage.includes("keyCertSign")
        ? "Its key usage does not let it sign certificates."
        : null,
  }),
  key_usage_missing: policy({
    clause: rfc5280("4.2.1.3"),
    roles: CA_ROLES,
    title: "CA without key usage",
    why: WHY.strict,
    advice: ADVICE.authority,
    at: EXTENSION.keyUsage,
    check: ({ candidate }) =>
      candidate.isCa && !candidate.raw(EXTENSION.keyUsage)
        ? "It is a CA without a key usage extension."
        : null,
  }),
  subject_empty: policy({
    clause: rfc5280("4.1.2.6"),
    roles: CA_ROLES,
    title: "CA without a name",
    why: "Clients find an issuer by its name.",
    advice: ADVICE.authority,
    at: "subject",
    check: ({ candidate }) => candidate.subjectKey === "" ? "It is a CA without a name." : null,
  }),
  eku_in_root: publicPolicy({
    clause: tlsRequirements("7.1.2.1.2"),
    roles: ["root"],
    title: "Root has an extended key usage",
    why: WHY.strict,
    advice: ADVICE.authority,
    on: EXTENSION.extendedKeyUsage,
    check: ({ candidate }) =>
      candidate.isSelfIssued && candidate.extendedKeyUsage !== null
        ? "It is a root with an extended key usage."
        : null,
  }),
  name_constraint_malformed: proof({
    clause: rfc5280("4.2.1.10"),
    roles: CA_ROLES,
    title: "Name constraints cannot be read",
    why: WHY.refused,
    advice: ADVICE.authority,
    on: EXTENSION.nameConstraints,
    check: ({ candidate, inputs }) =>
      candidate.nameConstraints(inputs.budget) instanceof DerError
        ? "Its name constraints cannot be read."
        : null,
  }),
  name_constraint_odd: policy({
    clause: rfc5280("4.2.1.10"),
    roles: CA_ROLES,
    title: "Unusual name constraint",
    why: "Some clients refuse it, or read it in another way.",
    advice: "Ask the CA for a DNS name constraint without a dot at its start, or use another CA.",
    on: EXTENSION.nameConstraints,
    check({ candidate, inputs }) {
      const constraints = candidate.nameConstraints(inputs.budget);
      return constraints !== null && !(constraints instanceof DerError) && constraints.oddity
        ? "One of its DNS name constraints starts with a dot."
        : null;
    },
  }),
  name_constraints_in_leaf: policy({
    clause: rfc5280("4.2.1.10"),
    roles: ["leaf"],
    title: "Name constraints in the end entity",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.nameConstraints,
    check: () => "It constrains names, though it is at the end of the chain.",
  }),
} satisfies Rules;
