/** Rules about basic constraints, name constraints and constraints on policies. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { rfc5280 } from "../../documents.ts";
import { isDnsName } from "../../../names/domain-name.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { type Tlv, within } from "../../asn1/elements.ts";

interface Subtree {
  readonly isPermitted: boolean;
  /** The base, then minimum and maximum if present. */
  readonly parts: readonly Tlv[];
}

/** Returns the subtrees of both lists. */
export const subtrees = (examined: LintExamined): readonly Subtree[] =>
  examined.once(
    "subtrees",
    () =>
      examined.parts(EXTENSION.nameConstraints).flatMap(({ tag, inner }) =>
        inner.map((subtree) => ({ isPermitted: tag === 0xa0, parts: subtree.inner }))
      ),
  );

const constrains = (examined: LintExamined, ...tags: number[]): boolean =>
  subtrees(examined).some(({ parts: [base] }) => base && tags.includes(base.tag));

export const constraintLints = {
  ca_default_written: lint({
    clause: rfc5280("4.1, 4.2.1.9"),
    title: "Basic constraints encode CA:FALSE, the default, which DER leaves out",
    on: EXTENSION.basicConstraints,
    check: (examined) => {
      const [first] = examined.parts(EXTENSION.basicConstraints);
      return first?.tag === 0x01 && first.content[0] === 0;
    },
  }),
  path_length_without_cert_sign: lint({
    clause: rfc5280("4.2.1.9"),
    since: SINCE.rfc3280,
    title: "It has a path length, but must not sign certificates",
    on: EXTENSION.basicConstraints,
    check: (examined) =>
      examined.parts(EXTENSION.basicConstraints).some(({ tag }) => tag === 0x02) &&
      (!examined.isCa || !examined.uses("keyCertSign")),
  }),
  path_length_negative: lint({
    clause: rfc5280("4.2.1.9"),
    title: "Its path length is negative",
    on: EXTENSION.basicConstraints,
    check: (examined) =>
      examined.parts(EXTENSION.basicConstraints)
        .some(({ tag, content }) => tag === 0x02 && content[0] >= 0x80),
  }),
  name_constraints_empty: lint({
    clause: rfc5280("4.2.1.10"),
    since: SINCE.rfc5280,
    title: "Name constraints are empty",
    on: EXTENSION.nameConstraints,
    check: (examined) => examined.isEmpty(EXTENSION.nameConstraints),
  }),
  name_constraints_minimum: lint({
    clause: rfc5280("4.2.1.10"),
    title: "A name constraint has a minimum other than 0",
    on: EXTENSION.nameConstraints,
    check: (examined) =>
      subtrees(examined).some(({ parts: [, ...rest] }) =>
        rest.some(({ tag, content }) => tag === 0x80 && content.some((octet) => octet !== 0))
      ),
  }),
  name_constraints_maximum: lint({
    clause: rfc5280("4.2.1.10"),
    title: "A name constraint has a maximum",
    on: EXTENSION.nameConstraints,
    check: (examined) =>
      subtrees(examined).some(({ parts: [, ...rest] }) => rest.some(({ tag }) => tag === 0x81)),
  }),
  name_constraint_uri_not_host: lint({
    clause: rfc5280("4.2.1.10"),
    since: SINCE.rfc5280,
    title: "A URI constraint is not a full domain name",
    on: EXTENSION.nameConstraints,
    check: (examined) =>
      subtrees(examined).some(({ parts: [base] }) => {
        if (base?.tag !== 0x86) return false;
        const host = base.octets.replace(/^\./, "");
        return !host.includes(".") || !isDnsName(host, { wildcard: false });
      }),
  }),
  name_constraint_edi_party: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.10"),
    since: SINCE.rfc5280,
    title: "It constrains ediPartyNames, which clients do not support",
    on: EXTENSION.nameConstraints,
    check: (examined) => constrains(examined, 0xa5, 0x85),
  }),
  name_constraint_registered_id: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.10"),
    since: SINCE.rfc5280,
    title: "It constrains registered identifiers, which clients do not support",
    on: EXTENSION.nameConstraints,
    check: (examined) => constrains(examined, 0x88),
  }),
  name_constraint_x400: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.10"),
    since: SINCE.rfc5280,
    title: "It constrains X.400 addresses, which clients do not support",
    on: EXTENSION.nameConstraints,
    check: (examined) => constrains(examined, 0xa3, 0x83),
  }),
  name_constraints_without_ca: lint({
    clause: rfc5280("4.2.1.10"),
    title: "It has name constraints, but is not a CA",
    on: EXTENSION.nameConstraints,
    check: (examined) => !examined.isCa,
  }),
  policy_constraints_empty: lint({
    clause: rfc5280("4.2.1.11"),
    title: "Policy constraints are empty",
    on: EXTENSION.policyConstraints,
    check: (examined) => examined.isEmpty(EXTENSION.policyConstraints),
  }),
  policy_mapping_any: lint({
    clause: rfc5280("4.2.1.5"),
    since: SINCE.rfc3280,
    title: "It maps the policy anyPolicy",
    on: EXTENSION.policyMappings,
    check: (examined) =>
      examined.parts(EXTENSION.policyMappings).some(({ whole }) =>
        within(whole).some(({ content }) => isAnyPolicy(content))
      ),
  }),
  policy_mapping_not_asserted: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.5"),
    since: SINCE.rfc3280,
    title: "It maps a policy that it does not have",
    on: EXTENSION.policyMappings,
    check: (examined) =>
      (examined.value(EXTENSION.policyMappings) ?? [])
        .some(({ issuerDomainPolicy }) => !examined.policies.includes(issuerDomainPolicy)),
  }),
} satisfies LintRules;

/** 2.5.29.32.0 */
const isAnyPolicy = (oid: Uint8Array): boolean =>
  oid.length === 4 && oid[0] === 0x55 && oid[1] === 0x1d && oid[2] === 0x20 && oid[3] === 0;
