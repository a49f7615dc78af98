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
  tlsRequirements,
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
  length_not_minimal: { clause: x690("10.1"), sentence: "A LENGTH IS NOT IN ITS SHORTEST FORM" },
  tag_not_minimal: { clause: x690("8.1.2"), sentence: "A TAG IS NOT IN ITS SHORTEST FORM" },
  integer_not_minimal: {
    clause: x690("8.3.2"),
    sentence: "AN INTEGER IS NOT IN ITS SHORTEST FORM",
  },
  boolean_not_der: { clause: x690("11.1"), sentence: "A BOOLEAN IS NEITHER 00 NOR FF" },
  unused_bits_not_zero: {
    clause: x690("11.2.1"),
    code: "bit_string_not_der",
    sentence: "UNUSED BITS OF A BIT STRING ARE NOT ZERO",
  },
  trailing_zero_bits: {
    clause: x690("11.2.2"),
    code: "bit_string_not_der",
    sentence: (what: string) => `${what} HAS TRAILING ZERO BITS`,
  },
  version_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "VERSION 1 IS WRITTEN OUT, THOUGH THE DEFAULT",
  },
  critical_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "CRITICAL IS WRITTEN OUT AS FALSE, ITS DEFAULT",
  },
  ca_default_encoded: {
    clause: x690("11.5"),
    code: "default_encoded",
    sentence: "CA IS WRITTEN OUT AS FALSE",
  },
  oid_malformed: {
    clause: x690("8.19"),
    sentence: "AN EXTENSION'S OBJECT IDENTIFIER IS MALFORMED",
  },
  generalized_time_before_2050: {
    clause: rfc5280("4.1.2.5"),
    code: "time_not_der",
    sentence: "A DATE BEFORE 2050 IS WRITTEN AS GENERALIZEDTIME",
  },
  time_not_der: {
    clause: rfc5280("4.1.2.5.1, 4.1.2.5.2"),
    sentence: "A TIME IS NOT WRITTEN AS YEAR TO SECONDS AND Z",
  },
  trailing_data: {
    clause: rfc5280("4.1"),
    sentence: (what: string) => what,
  },
  list_empty: {
    clause: rfc5280("Appendix A"),
    sentence: (what: string) => `${what}: THE LIST IS EMPTY`,
  },

  // The fields of a certificate.
  version_unknown: {
    clause: rfc5280("4.1.2.1"),
    sentence: (version: string) => `THERE IS NO VERSION ${version}`,
  },
  extensions_before_v3: {
    clause: rfc5280("4.1.2.9"),
    sentence: (version: string) => `A VERSION ${version} CERTIFICATE HAS EXTENSIONS`,
  },
  unique_id_in_v1: {
    clause: rfc5280("4.1.2.8"),
    sentence: "A VERSION 1 CERTIFICATE HAS A UNIQUE IDENTIFIER",
  },
  serial_negative: { clause: rfc5280("4.1.2.2"), sentence: "THE SERIAL NUMBER IS NEGATIVE" },
  serial_zero: { clause: rfc5280("4.1.2.2"), sentence: "THE SERIAL NUMBER IS ZERO" },
  serial_too_long: {
    clause: rfc5280("4.1.2.2"),
    sentence: (length: string) => `THE SERIAL NUMBER HAS ${length}, AT MOST 20 ARE ALLOWED`,
  },
  issuer_empty: { clause: rfc5280("4.1.2.4"), sentence: "THE ISSUER IS EMPTY" },
  validity_reversed: {
    clause: practice("A certificate begins before it ends"),
    sentence: "THE CERTIFICATE ENDS BEFORE IT BEGINS",
  },
  subject_empty_without_san: {
    clause: rfc5280("4.2.1.6"),
    code: "subject_empty",
    sentence: "THE SUBJECT IS EMPTY, AND THERE IS NO SUBJECT ALTERNATIVE NAME",
  },
  subject_empty_san_not_critical: {
    clause: rfc5280("4.2.1.6"),
    code: "subject_empty",
    sentence: "THE SUBJECT IS EMPTY, AND THE SUBJECT ALTERNATIVE NAME IS NOT CRITICAL",
  },
  signature_algorithms_differ: {
    clause: rfc5280("4.1.1.2"),
    sentence: "THE SIGNATURE ALGORITHMS INSIDE AND AFTER THE TBS CERTIFICATE DIFFER",
  },
  signature_not_octets: {
    clause: rfc5280("4.1.1.3"),
    sentence: "THE SIGNATURE IS NOT A WHOLE NUMBER OF BYTES",
  },
  algorithm_malformed: { clause: rfc5280("4.1.1.2"), sentence: asGiven },
  parameters_wrong: {
    clause: rfc3279("2"),
    sentence: "AN ALGORITHM DOES NOT HAVE THE PARAMETERS IT MUST HAVE",
  },

  // Names.
  name_malformed: { clause: rfc5280("4.1.2.4"), sentence: asGiven },
  name_not_text: {
    clause: rfc5280("4.1.2.4"),
    sentence: (type: string) => `AN ATTRIBUTE OF A NAME IS NOT TEXT BUT ${type}`,
  },
  rdn_empty: {
    clause: rfc5280("4.1.2.4"),
    sentence: "A RELATIVE DISTINGUISHED NAME IS EMPTY",
  },
  string_malformed: {
    clause: x690("8.23"),
    sentence: (type: string) => `A ${type} HOLDS BYTES THAT ARE NOT CHARACTERS OF ITS TYPE`,
  },
  general_name_not_ascii: {
    clause: rfc5280("4.2.1.6"),
    code: "string_malformed",
    sentence: "A NAME HOLDS BYTES THAT ARE NOT ASCII",
  },
  control_characters: {
    clause: rfc5280("4.2.1.6"),
    sentence: "A NAME HOLDS CONTROL CHARACTERS",
  },
  ip_malformed: {
    clause: rfc5280("4.2.1.6"),
    sentence: "AN IP ADDRESS IS NEITHER 4 NOR 16 BYTES LONG",
  },

  // Extensions.
  extensions_empty: { clause: rfc5280("4.2"), sentence: "THE LIST OF EXTENSIONS IS EMPTY" },
  extension_twice: {
    clause: rfc5280("4.2"),
    sentence: (name: string) => `${name} OCCURS TWICE`,
  },
  extension_malformed: { clause: rfc5280("4.2"), sentence: asGiven },
  key_usage_empty: { clause: rfc5280("4.2.1.3"), sentence: "KEY USAGE HAS NO BIT SET" },
  policy_twice: { clause: rfc5280("4.2.1.4"), sentence: "A CERTIFICATE POLICY OCCURS TWICE" },
  path_length_without_ca: {
    clause: rfc5280("4.2.1.9"),
    sentence: "A PATH LENGTH IS GIVEN, BUT IT IS NOT A CA",
  },
  name_constraints_empty: {
    clause: rfc5280("4.2.1.10"),
    code: "list_empty",
    sentence: "THE NAME CONSTRAINTS EXTENSION IS EMPTY",
  },
  subtrees_empty: {
    clause: rfc5280("4.2.1.10"),
    code: "list_empty",
    sentence: "NAME CONSTRAINTS: A LIST IS EMPTY",
  },
  subtree_distance: {
    clause: rfc5280("4.2.1.10"),
    sentence: "A NAME CONSTRAINT HAS A MINIMUM OR MAXIMUM",
  },
  ip_constraint_malformed: {
    clause: rfc5280("4.2.1.10"),
    code: "ip_malformed",
    sentence: "AN IP CONSTRAINT IS NEITHER 8 NOR 32 BYTES LONG",
  },
  policy_constraints_empty: {
    clause: rfc5280("4.2.1.11"),
    code: "list_empty",
    sentence: "THE POLICY CONSTRAINTS EXTENSION IS EMPTY",
  },

  // Public keys.
  public_key_malformed: {
    clause: rfc5280("4.1.2.7"),
    sentence: (reason: string) => `PUBLIC KEY: ${reason}`,
  },
  modulus_negative: { clause: rfc8017("3.1"), sentence: "THE RSA MODULUS IS NEGATIVE" },
  modulus_even: { clause: rfc8017("3.1"), sentence: "THE RSA MODULUS IS EVEN" },
  exponent_negative: { clause: rfc8017("3.1"), sentence: "THE RSA PUBLIC EXPONENT IS NEGATIVE" },
  exponent_one: { clause: rfc8017("3.1"), sentence: "THE RSA PUBLIC EXPONENT IS 1" },
  exponent_even: { clause: rfc8017("3.1"), sentence: "THE RSA PUBLIC EXPONENT IS EVEN" },
  curve_not_named: {
    clause: rfc5480("2.1.1"),
    sentence: "THE CURVE IS WRITTEN OUT INSTEAD OF NAMED",
  },
  point_malformed: { clause: rfc5480("2.2"), sentence: "THE KEY IS NOT A POINT OF ITS CURVE" },
  key_algorithm_not_allowed: {
    clause: tlsRequirements("6.1.5"),
    sentence:
      "PUBLIC AUTHORITIES DO NOT ACCEPT THIS KEY: THEY CERTIFY RSA, P-256, P-384 AND P-521 ALONE",
  },

  // Certification requests.
  version_wrong: {
    clause: rfc2986("4.1"),
    sentence: "THE VERSION IS NOT 0, THE ONLY ONE DEFINED",
  },
  attributes_missing: {
    clause: rfc2986("4.1"),
    sentence: "THE LIST OF ATTRIBUTES IS MISSING: IT MAY BE EMPTY, BUT NOT ABSENT",
  },
  attribute_empty: { clause: rfc2986("4.1"), sentence: "AN ATTRIBUTE HAS NO VALUE" },
  extension_request_twice: { clause: rfc2986("4.1"), sentence: "EXTENSIONS ARE REQUESTED TWICE" },
  pem_damaged: { clause: practice("RFC 7468, 3"), sentence: asGiven },
  pem_label_wrong: {
    clause: practice("RFC 7468, 7"),
    sentence: (kind: string) => `THE LABEL SAYS ${kind}, THE CONTENT IS A CSR`,
  },
  other_blocks: { clause: practice("One CSR at a time"), sentence: asGiven },

  // CRLs.
  crl_version_not_2: {
    clause: rfc5280("5.1.2.1"),
    code: "version_unknown",
    sentence: "THE VERSION IS NOT 2",
  },
  next_update_missing: { clause: rfc5280("5.1.2.5"), sentence: "IT HAS NO NEXT UPDATE" },
  entries_empty: {
    clause: rfc5280("5.1.2.6"),
    code: "list_empty",
    sentence: "THE LIST OF ENTRIES IS PRESENT BUT EMPTY",
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
