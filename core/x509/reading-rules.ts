/**
 * The rules that readers check while they read. A reader reports the name of a rule and the byte at
 * which it is broken; the clause, the code and the sentence of the answer are in this catalogue.
 *
 * They are findings, not errors: the object could still be read. Rules about a certificate as a whole are in
 * rules/. If a rule there is about the same fact as one in this file, both cite the same clause.
 */
import {
  type Clause,
  practice,
  rfc2986,
  rfc3279,
  rfc5280,
  rfc5480,
  rfc8017,
  x690,
} from "./documents.ts";

interface ReadingRule {
  readonly clause: Clause;
  /** The code in answers; the rule's name unless given. Rules about one kind of fault share a code. */
  readonly code?: string;
  /** The sentence of the answer; a function where it names the part that breaks the rule. */
  readonly sentence: string | ((detail: string) => string);
}

/** For rules whose whole sentence comes from the reader, usually the reason of a DerError. */
const asGiven = (reason: string) => reason;

const RULES = {
  // Encoding.
  length_not_minimal: { clause: x690("10.1"), sentence: "A length is not in its shortest form" },
  tag_not_minimal: { clause: x690("8.1.2"), sentence: "A tag is not in its shortest form" },
  integer_not_minimal: {
    clause: x690("8.3.2"),
    sentence: "An INTEGER is not in its shortest form",
  },
  boolean_not_der: { clause: x690("11.1"), sentence: "A BOOLEAN is neither 00 nor FF" },
  unused_bits_not_zero: {
    clause: x690("11.2.1"),
    code: "bit_string_not_der",
    sentence: "Unused bits of a BIT STRING are not zero",
  },
  trailing_zero_bits: {
    clause: x690("11.2.2"),
    code: "bit_string_not_der",
    sentence: (what: string) => `${what} has trailing zero bits`,
  },
  version_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "Version 1 is encoded, although it is the default",
  },
  critical_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "Critical is encoded as FALSE, the default",
  },
  ca_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "CA is encoded as FALSE, the default",
  },
  oid_malformed: {
    clause: x690("8.19"),
    sentence: "An extension's OBJECT IDENTIFIER is malformed",
  },
  generalized_time_before_2050: {
    clause: rfc5280("4.1.2.5"),
    code: "time_not_der",
    sentence: "A date before 2050 is written as GeneralizedTime",
  },
  time_not_der: {
    clause: rfc5280("4.1.2.5.1, 4.1.2.5.2"),
    sentence: "A time does not have the form YYMMDDhhmmssZ or YYYYMMDDhhmmssZ",
  },
  time_impossible: {
    clause: rfc5280("4.1.2.5"),
    sentence: asGiven,
  },
  not_der: {
    clause: rfc5280("4.1"),
    sentence: "It is not encoded in DER: an element has an indefinite length",
  },
  trailing_data: {
    clause: rfc5280("4.1"),
    sentence: (what: string) => what,
  },
  list_empty: {
    clause: rfc5280("Appendix A"),
    sentence: (what: string) => `${what}: the list is empty`,
  },

  // The fields of a certificate.
  version_unknown: {
    clause: rfc5280("4.1.2.1"),
    sentence: (version: string) => `Version ${version} does not exist`,
  },
  extensions_before_v3: {
    clause: rfc5280("4.1.2.9"),
    sentence: (version: string) => `A version ${version} certificate has extensions`,
  },
  unique_id_in_v1: {
    clause: rfc5280("4.1.2.8"),
    sentence: "A version 1 certificate has a unique identifier",
  },
  serial_negative: { clause: rfc5280("4.1.2.2"), sentence: "The serial number is negative" },
  serial_zero: { clause: rfc5280("4.1.2.2"), sentence: "The serial number is zero" },
  serial_too_long: {
    clause: rfc5280("4.1.2.2"),
    sentence: (length: string) => `The serial number has ${length}; at most 20 are allowed`,
  },
  issuer_empty: { clause: rfc5280("4.1.2.4"), sentence: "The issuer is empty" },
  validity_reversed: {
    clause: practice("A certificate begins before it ends"),
    sentence: "The certificate expires before it becomes valid",
  },
  subject_empty_without_san: {
    clause: rfc5280("4.2.1.6"),
    code: "subject_empty",
    sentence: "The subject is empty, and there is no subject alternative name",
  },
  subject_empty_san_not_critical: {
    clause: rfc5280("4.2.1.6"),
    code: "subject_empty",
    sentence: "The subject is empty, and the subject alternative name is not critical",
  },
  signature_algorithms_differ: {
    clause: rfc5280("4.1.1.2"),
    sentence: "The signature algorithms inside and after the signed part differ",
  },
  signature_not_octets: {
    clause: rfc5280("4.1.1.3"),
    sentence: "The signature is not a whole number of bytes",
  },
  algorithm_malformed: { clause: rfc5280("4.1.1.2"), sentence: asGiven },
  parameters_wrong: {
    clause: rfc3279("2"),
    sentence: "An algorithm does not have the required parameters",
  },

  // Names.
  name_malformed: { clause: rfc5280("4.1.2.4"), sentence: asGiven },
  name_not_text: {
    clause: rfc5280("4.1.2.4"),
    sentence: (type: string) => `An attribute of a name is not text: ${type}`,
  },
  rdn_empty: {
    clause: rfc5280("4.1.2.4"),
    sentence: "A relative distinguished name is empty",
  },
  string_malformed: {
    clause: x690("8.23"),
    sentence: (type: string) => `A ${type} contains bytes that are not characters of its type`,
  },
  general_name_not_ascii: {
    clause: rfc5280("4.2.1.6"),
    code: "string_malformed",
    sentence: "A name contains bytes that are not ASCII",
  },
  control_characters: {
    clause: rfc5280("4.2.1.6"),
    sentence: "A name contains control characters",
  },
  ip_malformed: {
    clause: rfc5280("4.2.1.6"),
    sentence: "An IP address is neither 4 nor 16 bytes long",
  },

  // Extensions.
  extensions_empty: { clause: rfc5280("4.2"), sentence: "The list of extensions is empty" },
  extension_twice: {
    clause: rfc5280("4.2"),
    sentence: (name: string) => `${name} occurs twice`,
  },
  extension_malformed: { clause: rfc5280("4.2"), sentence: asGiven },
  key_usage_empty: { clause: rfc5280("4.2.1.3"), sentence: "Key usage has no bit set" },
  policy_twice: { clause: rfc5280("4.2.1.4"), sentence: "A certificate policy occurs twice" },
  path_length_without_ca: {
    clause: rfc5280("4.2.1.9"),
    sentence: "A path length is given for a certificate that is not a CA",
  },
  name_constraints_empty: {
    clause: rfc5280("4.2.1.10"),
    code: "list_empty",
    sentence: "The name constraints extension is empty",
  },
  subtrees_empty: {
    clause: rfc5280("4.2.1.10"),
    code: "list_empty",
    sentence: "Name constraints: a list is empty",
  },
  subtree_distance: {
    clause: rfc5280("4.2.1.10"),
    sentence: "A name constraint has a minimum or maximum",
  },
  ip_constraint_malformed: {
    clause: rfc5280("4.2.1.10"),
    code: "ip_malformed",
    sentence: "An IP constraint is neither 8 nor 32 bytes long",
  },
  policy_constraints_empty: {
    clause: rfc5280("4.2.1.11"),
    code: "list_empty",
    sentence: "The policy constraints extension is empty",
  },

  // Public keys.
  public_key_malformed: {
    clause: rfc5280("4.1.2.7"),
    sentence: (reason: string) => `Public key: ${reason}`,
  },
  modulus_negative: { clause: rfc8017("3.1"), sentence: "The RSA modulus is negative" },
  modulus_even: { clause: rfc8017("3.1"), sentence: "The RSA modulus is even" },
  exponent_negative: { clause: rfc8017("3.1"), sentence: "The RSA public exponent is negative" },
  exponent_one: { clause: rfc8017("3.1"), sentence: "The RSA public exponent is 1" },
  exponent_even: { clause: rfc8017("3.1"), sentence: "The RSA public exponent is even" },
  curve_not_named: {
    clause: rfc5480("2.1.1"),
    sentence: "The curve is given by its parameters instead of its name",
  },
  point_malformed: {
    clause: rfc5480("2.2"),
    sentence: "The key is not a point on its curve",
  },

  // Certification requests.
  version_wrong: {
    clause: rfc2986("4.1"),
    sentence: "The version must be 0",
  },
  attributes_missing: {
    clause: rfc2986("4.1"),
    sentence: "The list of attributes is missing. It may be empty, but must be present",
  },
  attribute_empty: { clause: rfc2986("4.1"), sentence: "An attribute has no value" },
  extension_request_twice: {
    clause: rfc2986("4.1"),
    sentence: (which: string) => `Extensions are requested twice. ${which}`,
  },
  pem_damaged: { clause: practice("RFC 7468, 3"), sentence: asGiven },
  text_repaired: { clause: practice("RFC 7468, 3"), sentence: asGiven },
  pem_label_wrong: {
    clause: practice("RFC 7468, 7"),
    sentence: (kind: string) => `The label says ${kind}, but the content is a CSR`,
  },
  other_blocks: { clause: practice("One CSR at a time"), sentence: asGiven },

  // CRLs.
  crl_version_not_2: {
    clause: rfc5280("5.1.2.1"),
    code: "version_unknown",
    sentence: "The version is not 2",
  },
  next_update_missing: { clause: rfc5280("5.1.2.5"), sentence: "It has no nextUpdate" },
  entries_empty: {
    clause: rfc5280("5.1.2.6"),
    code: "list_empty",
    sentence: "The list of entries is empty, but must then be left out",
  },
  entry_malformed: { clause: rfc5280("5.1.2.6"), sentence: asGiven },
} as const satisfies Readonly<Record<string, ReadingRule>>;

export type ReadingRuleName = keyof typeof RULES;

/** The catalogue by name, in the type that all its rules share. */
export const READING_RULES: Readonly<Record<ReadingRuleName, ReadingRule>> = RULES;

/** Returns the sentence of a rule. `detail` is the part that the sentence names, if it names one. */
export function readingSentence(name: ReadingRuleName, detail = ""): string {
  const { sentence } = READING_RULES[name];
  return typeof sentence === "string" ? sentence : sentence(detail);
}
