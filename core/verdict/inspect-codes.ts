/** The codes of the inspector for files and for what belongs together. It states single chains with those of chains. */
import type { ObjectKind } from "../x509/pem/identify.ts";
import { bad, type Entry, good, note, unknown, warning } from "./coded.ts";
import type { SignedReason } from "./signed-reasons.ts";

/** An object: the name that users know, or else the file that it is in. */
export interface Thing {
  readonly name: string;
  readonly isFile: boolean;
}

/** Objects in the same state. `only` is the single one; null if there are several. */
export interface Counted {
  readonly count: number;
  readonly only: Thing | null;
}

/** A kind of object. The table of their words has the same keys. */
export type KindCode =
  | Exclude<ObjectKind, "rsa-public-key">
  | "caa-record"
  | "domain-name"
  | "jws"
  | "jks";

/** The sort of an object: its kind, or more exactly the role of a certificate or the format of a message. */
export type KindOf =
  | { readonly kind: KindCode }
  | { readonly role: "root" | "intermediate" | "leaf" }
  | { readonly signed: "CMS" | "S/MIME" | "RFC 3161" | "JWS" }
  | { readonly encrypted: true };

/** A public key, as answers describe it. */
export interface KeyFacts {
  readonly algorithm: string;
  readonly bits: number | null;
  readonly curve: string | null;
}

/** A broken rule of an object that has no code of its own, in the words of the rule. */
interface RuleOfObject {
  readonly rule: string;
  /** Null if the message names it. */
  readonly object: Thing | null;
  readonly message: string;
}

/** Objects that break rules: the same one, or several (null). */
interface RulesOfObjects {
  readonly rule:
    | "crl_expired"
    | "serial_reused"
    | "revoked"
    | "expired"
    | "not_yet_valid"
    | "expiring_soon"
    | null;
  readonly count: number;
}

/** A signed file, and why it is judged as it is. */
interface SignedFacts {
  readonly file: Thing;
  readonly isTimestamp: boolean;
  /** The only signer; null without a name, and for several. */
  readonly signer: string | null;
  readonly because: readonly SignedReason[];
}

/** Names that a certificate or its CSR does not have. At most five are listed. */
interface NamesFacts {
  readonly certificate: Thing | null;
  readonly names: readonly string[];
  readonly count: number;
}

/** The values of a CSR and its certificate; null for one without a value. */
interface TwoValues {
  readonly certificate: Thing | null;
  readonly given: string | null;
  readonly asked: string | null;
}

type None = Record<never, never>;

export const INSPECT_CODES = {
  /* The answer as a whole */

  /** No object was found. `file` and `reason` are about the only file; null for several. */
  nothing_found: warning<{ file: string | null; reason: string | null }>(),
  nothing_to_check: note<None>(),
  objects_found: note<{ counts: readonly { kind: KindCode; count: number }[] }>(),
  not_everything_checked: unknown<None>(),
  file_skipped: unknown<{ count: number; file: string | null }>(),
  archive_unsafe: warning<{ count: number; file: string | null }>(),

  /* Single objects */

  object_locked: unknown<{ object: Thing; of: KindOf }>(),
  /** The reason is in the words of the reader. */
  object_unreadable: warning<{ file: string; of: KindOf; reason: string }>(),
  object_alone: note<{ of: KindOf; name: string | null; key: KeyFacts | null }>(),
  object_is: note<{ of: KindOf; key: KeyFacts | null; issuer: string | null }>(),
  object_named: note<{ object: Thing }>(),
  /** An oddity in how it is written, as a sentence without its period. `object`: null for the one in the headline. */
  object_note: note<{ object: Thing | null; message: string }>(),
  locked: unknown<Counted & { isKeystore: boolean }>(),
  unreadable_further: unknown<Counted>(),
  /** Without the password, nothing shows whether the keystore was changed. */
  keystore_unchecked: unknown<Counted>(),

  /* Broken rules */

  rule_error_of_object: bad<RuleOfObject>(),
  rule_warning_of_object: warning<RuleOfObject>(),
  rule_note_of_object: note<RuleOfObject>(),
  rule_error_of_objects: bad<RulesOfObjects>(),
  rule_warning_of_objects: warning<RulesOfObjects>(),
  /** It has expired, and a newer one for its names is among the files. */
  expired_superseded: warning<Counted & { notAfter: string | null }>(),

  /* Certificates, keys and CSRs */

  /** `name`: null if the headline names the certificate. */
  certificate_ends: note<{ name: Thing | null; notAfter: string }>(),
  certificate_unproven: unknown<{ name: Thing; notAfter: string }>(),
  covers_names: note<{ count: number }>(),
  /** The key and the CSR that come with a certificate. `file`: the file that only the key is in. */
  comes_with_key: good<{ file: string | null; hasRequest: boolean }>(),
  comes_with_unverified_key: unknown<{ hasRequest: boolean }>(),
  parts_match: good<
    { hasKey: boolean; hasCertificate: boolean; requests: number; areEqual: boolean }
  >(),
  parts_unverified: unknown<{
    hasKey: boolean;
    hasCertificate: boolean;
    requests: number;
    reason: string;
  }>(),
  keys_unverified: unknown<Counted>(),
  certificates_have_keys: good<Counted>(),
  requests_have_keys: good<Counted>(),
  /** `only` is null too for the certificate that the verdict is about. */
  missing_key: note<Counted & { isLocked: boolean; hasRequest: boolean }>(),
  missing_certificate: note<{ isLocked: boolean }>(),
  /** None of the keys fits the certificate. `key` is the only one. */
  keys_do_not_fit: warning<{ count: number; key: Thing | null; certificate: Thing }>(),
  unmatched_key: warning<Counted>(),
  key_alone: unknown<Counted>(),
  key_not_comparable: unknown<Counted>(),
  request_alone: unknown<Counted & { isLocked: boolean }>(),
  public_key_alone: unknown<Counted>(),
  domain_uncovered: warning<Counted>(),
  domain_alone: unknown<Counted>(),
  public_keys_match: good<{ count: number; key: Thing | null; publicKey: Thing | null }>(),
  public_keys_unverified: unknown<{ count: number; key: Thing | null; publicKey: Thing | null }>(),

  /* A certificate compared with its CSR. `certificate` is null if the verdict is about it. */

  names_missing: warning<NamesFacts>(),
  names_added: note<NamesFacts & { isUsual: boolean }>(),
  common_name_differs: warning<TwoValues>(),
  subject_differs: note<TwoValues>(),
  /** A CSR for the same name. */
  other_key: note<{ file: string }>(),
  not_compared: unknown<None>(),
  certificates_differ: warning<{ count: number }>(),

  /* Chains, beyond the codes for one chain */

  chain_problem: bad<{ certificate: string | null; rule: string; message: string }>(),
  chain_problems: bad<{ count: number }>(),
  /** `both`: the certificates of the only two chains, if their names differ. */
  chains_valid: good<{ count: number; both: readonly Thing[] | null }>(),
  roots_not_everywhere: warning<{ count: number }>(),
  chains_private: good<{ count: number; both: readonly Thing[] | null }>(),
  roots_public: good<{ count: number }>(),
  roots_private: good<{ count: number }>(),
  /** Browsers refuse the handshake with servers that use them. */
  chains_unusable: bad<{ count: number }>(),
  /** They are valid, and some clients refuse them for other reasons than their roots. */
  chains_refused_by_clients: warning<{ count: number }>(),
  chains_unverifiable: unknown<{ count: number }>(),
  certificates_self_signed: bad<{ count: number }>(),
  chains_incomplete: bad<{ count: number }>(),
  chains_invalid: bad<{ count: number }>(),
  /** Too many paths are possible. */
  chain_not_built: unknown<{ count: number }>(),
  ca_without_chain: unknown<Counted>(),
  /** The path through a CA has a fault below it. */
  chain_checked_from_end: unknown<None>(),

  /* Revocation */

  revocation_not_checked: note<None>(),
  revocation_not_checked_of: note<Counted>(),
  not_revoked: good<Counted & { by: "crl" | "ocsp" | null; thisUpdate: string | null }>(),
  revocation_status_unknown: unknown<Counted & { reason: string | null }>(),
  /** The issuer of the CRL is there, and no other certificate of it. */
  crl_of_no_certificate: note<Counted>(),
  /** CRLs of the issuer of certificates here, whose own certificate is missing. */
  crl_without_issuer: unknown<Counted>(),
  /** CRLs and OCSP responses about other certificates. `kind`: of the only one. */
  status_about_others: unknown<{ count: number; kind: "crl" | "ocsp-response" | null }>(),

  /* Signed and encrypted files */

  signed_file_valid: good<SignedFacts>(),
  signed_file_unknown: unknown<SignedFacts & { isMatching: boolean }>(),
  signed_file_invalid: bad<SignedFacts & { rule: string }>(),
  signed_files_valid: good<{ count: number }>(),
  signed_files_unknown: unknown<{ count: number }>(),
  encrypted_file: note<{ file: Thing; because: readonly SignedReason[] }>(),
  encrypted_files: note<{ count: number }>(),

  /* Files of other programs. `file` is null if there is only one of its kind. */

  /** A key that does not belong to the certificate at the place that it must fit. */
  key_beside_other_certificate: bad<{ file: string; key: string; certificate: string }>(),
  keys_beside_other_certificates: bad<{ count: number }>(),
  alias_of_request: note<{
    alias: string;
    file: string | null;
    request: Thing | null;
    others: readonly { alias: string; file: string }[];
  }>(),
  aliases_of_requests: note<{ count: number }>(),
  kubeconfig_issued: good<{ file: string | null; count: number }>(),
  kubeconfig_issued_elsewhere: good<{ issuer: Thing; issuerFile: string; file: string | null }>(),
  kubeconfig_issued_some: note<{ file: string | null; issued: number; count: number }>(),
  kubeconfig_without_ca: note<{ file: string | null; count: number }>(),
  kubeconfig_unverified: unknown<{ file: string | null }>(),
  kubeconfig_other_key: warning<{ file: string | null }>(),
  kubeconfig_not_issued: note<{ file: string | null; issuer: string }>(),
  kubeconfigs_issued: good<{ issued: number; count: number }>(),
  kubeconfigs_issued_some: note<{ issued: number; count: number }>(),
  saml_certificates_end: note<{ count: number; end: string }>(),
  saml_certificate_first: note<{
    certificate: Thing | null;
    use: "signing" | "encryption" | null;
    file: string | null;
    count: number;
    isOver: boolean;
    end: string;
  }>(),
} as const satisfies Record<string, Entry>;

/** The steps with files. */
export interface InspectSteps {
  add_objects: None;
  enter_password: None;
  unlock_locked: None;
  copy_file_again: None;
  add_right_key: None;
  use_newer_certificate: None;
  add_issuer_file: { issuer: string | null };
  add_matching_issuer: { issuer: string };
  install_or_add_root: { issuer: string | null };
  add_key_to_install: None;
  install_set: None;
  add_holder_of_key: None;
  add_pair_of_public_key: None;
  open_with_gnupg: None;
  renew_the_certificate: None;
  send_request: None;
}
