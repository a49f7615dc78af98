/**
 * The table of codes: what each statement means, its level, its outcome and the type of its facts. A level
 * belongs to a code, so no two tools can state different levels about one fact.
 */
import type { Deviation } from "../x509/cms/password-readings.ts";
import type { HostFault } from "../names/host-faults.ts";
import type { NearMiss } from "../names/near-miss.ts";
import type { KeyDifference } from "../x509/keys/key-comparison.ts";
import type { ObjectKind } from "../x509/pem/identify.ts";
import { bad, code, type Entry, good, note, unknown, warning } from "./coded.ts";
import { BUNDLE_CODES, type BundleSteps } from "./bundle-codes.ts";
import { CERTIFICATE_CODES, type CertificateSteps } from "./certificate-codes.ts";
import { LIVE_CODES, type LiveSteps } from "./live-codes.ts";
import { INSPECT_CODES, type InspectSteps, type KeyFacts } from "./inspect-codes.ts";

/** The certificate that a sentence is about: one of a host, or one that is named. */
export interface Owner {
  readonly name: string;
  /** Whether `name` is the host that serves it. */
  readonly isOfHost: boolean;
}

/**
 * A broken rule in the words of the catalogue of rules, which is a table of texts by codes of its own. No other
 * fact holds words of ours, except a `reason`: the words of the reader of bytes or of the network for why
 * something has no value.
 */
interface RuleWords {
  readonly rule: string;
  readonly title: string;
  readonly message: string;
}

/** A rule that a certificate breaks. */
export interface BrokenRule extends RuleWords {
  readonly advice: string;
  /** The certificate of a chain that breaks it; null for the one that the verdict is about. */
  readonly certificate: string | null;
  /** The document with the clause, where the sentence names it. */
  readonly clause?: string;
}

/** Clients, and the broken rule for which they refuse a certificate or a server. */
export interface RefusedFor extends RuleWords {
  readonly clients: readonly string[];
  /** The certificate that breaks it; null for the one that the verdict is about, and for a connection. */
  readonly certificate: string | null;
}

type IssuerKind = "root" | "intermediate" | null;

/** The faults of what a host presents at one of its addresses. */
export type PresentedFault = "revoked" | "expired" | "without_key" | "invalid";

/** The parts of the answer about a host that arrive one after the other. */
export type PartName = "everywhere" | "revocation" | "caa";

/** A chain, pasted or sent by a host. */
const CHAIN_CODES = {
  /** It is proven up to a root that every browser trusts, or that the user trusts. */
  chain_valid: good<{ name: string; until: string | null }>(),
  /** It is proven up to a root that is not public. */
  chain_private: good<{ name: string; root: string }>(),
  /** A root that is not public, without a certificate below it. */
  private_root_alone: good<{ name: string; until: string | null }>(),
  /** It is proven up to a root, and some clients that are not browsers refuse it all the same. */
  valid_but_refused: warning<{
    name: string;
    /** The root, if it is not public; null for a public one and for one that the user trusts. */
    root: string | null;
    until: string | null;
    refusals: readonly RefusedFor[];
  }>(),
  /** A browser refuses the server in the handshake, although the chain is valid. */
  clients_refuse: bad<{ name: string; refusals: readonly RefusedFor[] }>(),
  /** A CRL among the certificates has expired. */
  crl_expired: bad<BrokenRule>(),
  /** Only clients with a certificate can connect. */
  client_certificate_required: warning<{ name: string }>(),
  /** It is proven up to a root that only some browsers trust. */
  root_not_everywhere: warning<{
    name: string;
    /** The programs that list the root and do not trust it for this certificate. */
    refusing: readonly { name: string; until: string | null }[];
    /** The date of Mozilla's list if it lacks the root; else null. */
    missingFrom: string | null;
  }>(),
  /** It breaks a rule of browsers, although the chain is valid. */
  browsers_may_refuse: bad<{ name: string } & BrokenRule>(),
  /** A signature in the chain uses an algorithm that this tool cannot verify. */
  chain_unverifiable: unknown<{ name: string }>(),
  /** A proof in a log stands in place of a signature, and we do not verify it. */
  merkle_tree_certificate: unknown<{ name: string }>(),
  /** A rule of path validation is broken that has no code of its own here. */
  chain_invalid: bad<{ name: string; broken: BrokenRule | null }>(),
  expired: bad<{ owner: Owner; notAfter: string; days: number }>(),
  /** A CA certificate of the chain has expired. */
  issuer_expired: bad<{ name: string; issuer: string; days: number }>(),
  /** `at`: the time of the check. */
  not_yet_valid: bad<{ owner: Owner; notBefore: string; at: string }>(),
  revoked: bad<{ owner: Owner; revokedAt: string | null; reason: string | null }>(),
  signature_invalid: bad<{ owner: Owner; issuer: string | null }>(),
  self_signed: bad<{ owner: Owner }>(),
  unknown_critical_extension: bad<{ owner: Owner; oids: readonly string[] }>(),
  issuer_not_found: bad<{
    child: string;
    issuer: string | null;
    kind: IssuerKind;
    /** Whether a server should have sent it. */
    isFromServer: boolean;
  }>(),
  /** The issuer is not there, and is probably a private root, which servers do not send. */
  private_root_not_given: bad<{
    child: string;
    issuer: string | null;
    isFromServer: boolean;
    /** Whether it is a root: the certificate says so, or an intermediate certificate was signed by it. */
    isRoot: boolean;
    /** Whether a public root has its name and another key. */
    isListed: boolean;
  }>(),
  /** A certificate with the name of the missing issuer is there, and has another key. */
  issuer_has_other_key: bad<{
    child: string;
    issuer: string;
    isFromServer: boolean;
    age: "older" | "newer";
    /** Key identifiers in hex pairs; null if they are not known. */
    found: string | null;
    needed: string | null;
  }>(),
  /** The first certificate has expired, and a later one in the same input is its renewal. */
  renewed_comes_later: bad<{
    owner: Owner;
    days: number;
    number: number;
    until: string;
    isFromServer: boolean;
  }>(),
  /** The first certificate is for another host, and a later one is for the asked one. */
  other_certificate_fits: bad<{ own: string; asked: string; number: number }>(),
  /** The certificate of a product that is not set up. */
  default_certificate: bad<{
    name: string;
    asked: string | null;
    product: string;
    kind: "default" | "device" | "test" | "development" | "origin";
  }>(),
  /** Clients for which we could not verify the SCTs. `reason`: why, for the first one. */
  timestamps_unverified: unknown<{ clients: readonly string[]; reason: string }>(),
  /** An expired certificate of an authority on the path, which is not needed. */
  expired_alternative: note<{ names: readonly string[]; isFromServer: boolean }>(),
  host_name_mismatch: bad<{
    /** Why a name that looks right does not count; null without such a name. */
    near: NearMiss | null;
    own: string;
    more: number;
    asked: string | null;
    isValid: boolean;
  }>(),
  /** The chain is valid with an intermediate that the server does not send. */
  intermediate_not_sent: warning<{ issuer: string }>(),
  /** `isValid`: whether the chain itself is valid. */
  weak_signature: warning<{ owner: string; hash: string | null; isValid: boolean }>(),
  weak_key: warning<{ owner: string; bits: number | null; isValid: boolean }>(),
  expiring_soon: warning<{
    owner: Owner;
    days: number;
    notAfter: string;
    isIssuer: boolean;
    isValid: boolean;
  }>(),
  root_public: good<{ name: string; date: string }>(),
  root_private: warning<{ root: string; isAlone: boolean }>(),
  /** A public root has the name of the root and another key. */
  root_is_namesake: warning<{ root: string }>(),
  root_trusted_by_user: good<{ name: string }>(),
  /** A broken rule that does not decide, with the severity of the rule. */
  rule_error: bad<BrokenRule>(),
  rule_warning: warning<BrokenRule>(),
  rule_note: note<BrokenRule>(),
} as const satisfies Record<string, Entry>;

/** A live host. */
const HOST_CODES = {
  host_valid: good<{
    host: string;
    until: string | null;
    /** The only address that was read so far; null if the others were read too. */
    address: string | null;
    all: number;
    valid: number;
    /** Addresses whose certificate may be revoked. */
    unknown: number;
  }>(),
  addresses_serve: bad<{
    count: number;
    all: number;
    fault: PresentedFault;
    reason: string | null;
    /** An address that serves a valid certificate; null without one. */
    valid: string | null;
  }>(),
  /** The certificate for clients that support only RSA, or only ECDSA. */
  key_kind_serves: bad<{
    kind: "RSA" | "ECDSA";
    fault: PresentedFault | "without_staple";
    reason: string | null;
  }>(),
  key_not_proven: bad<Record<never, never>>(),
  staple_missing: bad<Record<never, never>>(),
  staple_unusable: bad<{ reason: string | null }>(),
  staple_unknown: warning<Record<never, never>>(),
  staple_unknown_elsewhere: warning<Record<never, never>>(),
  addresses_silent: warning<{
    count: number;
    all: number;
    silent: readonly { address: string; reason: string }[];
  }>(),
  addresses_differ: warning<{ count: number; all: number }>(),
  revocation_unknown_at: warning<{ address: string; reason: string | null }>(),
  addresses_unread: warning<{ count: number }>(),
  caa_forbids: warning<{ host: string }>(),
  revocation_unknown: unknown<{ reason: string | null }>(),
  /** Programs that check the CRL refuse the host. `days`: until its end, rounded down, so negative. */
  host_crl_expired: bad<{ issuer: string; expired: string; days: number }>(),
  /** A private CA that names no CRL and no OCSP responder. */
  revocation_not_offered: unknown<Record<never, never>>(),
  /** A short-lived certificate expires sooner than a revocation would work. */
  revocation_not_needed: note<{ days: number }>(),
  key_unknown: unknown<Record<never, never>>(),
  parts_to_come: unknown<{ parts: readonly PartName[] }>(),
  parts_not_checked: unknown<{ parts: readonly PartName[] }>(),
} as const satisfies Record<string, Entry>;

/** The signer of the message around a CSR, and why its signature is not valid or was not verified. */
interface RenewalFacts {
  readonly signer: string | null;
  readonly serialNumber: string | null;
  readonly reason: string | null;
}

/** A value for which the form of a CSR has no place. */
export type PrefillLoss =
  | { readonly commonName: string; readonly because: "no_mailbox" | "no_domain" | HostFault }
  | { readonly country: string }
  | { readonly email: string }
  | { readonly attributes: readonly string[] }
  | { readonly extensions: readonly string[] }
  | { readonly digest: string };

/** A CSR. */
const CSR_CODES = {
  csr_valid: good<Record<never, never>>(),
  /** The signature does not match. Specified as a warning. */
  csr_signature_failed: warning<Record<never, never>>(),
  csr_signature_unknown: unknown<Record<never, never>>(),
  /** It was inside a signed message, as Windows makes it to renew a certificate. */
  csr_renewal: note<RenewalFacts>(),
  /** The signature of that message is not valid. */
  csr_renewal_failed: warning<RenewalFacts>(),
  /** It was made, and its key too or not. */
  csr_ready: good<{ name: string; isKeyNew: boolean }>(),
} as const satisfies Record<string, Entry>;

/** A text without a CSR that can be read. */
const CSR_FAULT_CODES = {
  /** The text is another object. */
  csr_is_other: bad<{ kind: ObjectKind }>(),
  /** No PEM block of the text is a CSR. */
  csr_not_in_text: bad<Record<never, never>>(),
  /** Nothing of the text is an object. */
  csr_not_found: bad<Record<never, never>>(),
  /** `reason`: of the reader, with the place in the bytes. */
  csr_malformed: bad<{ reason: string }>(),
} as const satisfies Record<string, Entry>;

/** The form for a new CSR, filled in from a certificate or CSR. */
const PREFILL_CODES = {
  csr_prefilled: good<{ source: "certificate" | "request" }>(),
  prefill_names_left_out: note<{ count: number }>(),
  /** The names apart from the common name. */
  prefill_too_many_names: note<{ count: number; hasCommonName: boolean; most: number }>(),
  prefill_key_not_made: note<{ key: KeyFacts }>(),
  prefill_value_left_out: note<PrefillLoss>(),
  /** `because`: letters were lost, or a program fills it in where nothing is entered. */
  prefill_value_doubtful: note<{ value: string; because: "lost_letters" | "default" }>(),
} as const satisfies Record<string, Entry>;

/** Why a private key does not belong to a certificate or CSR, or why that is unknown. */
export type MatchReason =
  | { readonly holder: "certificate" | "request"; readonly difference: KeyDifference }
  /** The public keys are equal, and the parts of this private key could not be checked. */
  | { readonly unchecked: KeyFacts };

/** A certificate or CSR, and a private key. */
const MATCH_CODES = {
  certificate_match: good<{ name: string | null }>(),
  /** `days` until its end, as in answers: a negative number. */
  match_expired: bad<{ days: number }>(),
  request_match: good<{ name: string | null }>(),
  no_match: bad<{ name: string | null; isRequest: boolean; because: MatchReason }>(),
  match_unknown: unknown<{ because: MatchReason }>(),
  /** Of two of the certificates, whether the key matches one of them or not. */
  match_serial_reused: bad<{ issuer: string; serialNumber: string }>(),
} as const satisfies Record<string, Entry>;

/** The content of a PFX file, and the name of its certificate. */
export interface PfxFacts {
  readonly keys: number;
  readonly certificates: number;
  readonly name: string | null;
}

/** A PFX file that was made or opened. */
const PFX_CODES = {
  pfx_ready: good<PfxFacts>(),
  /** It was made of a certificate that has expired. */
  pfx_ready_expired: warning<PfxFacts>(),
  /** `days` until the end of that certificate, as in answers: a negative number. */
  pfx_expired: bad<{ days: number }>(),
  pfx_opened: good<PfxFacts>(),
  /** It holds neither keys nor certificates nor other objects. */
  pfx_empty: warning<Record<never, never>>(),
  /** It has neither keys nor certificates, only other entries. */
  pfx_only_others: warning<{ count: number }>(),
  /** Nothing shows whether the file was changed. */
  pfx_mac_missing: unknown<Record<never, never>>(),
  pfx_mac_md5: warning<Record<never, never>>(),
  pfx_password_encoding: warning<{ deviation: NonNullable<Deviation> }>(),
  /** Keys with the localKeyID of a certificate that does not fit. */
  pfx_pairs_crossed: warning<{ count: number }>(),
  /** Keys without a localKeyID in common with their certificates. */
  pfx_pairs_unmarked: note<{ count: number }>(),
  /** Keys that fit none of the certificates. */
  pfx_keys_alone: warning<{ count: number }>(),
  /** A CA certificate has the localKeyID of a key. */
  pfx_id_on_ca: warning<Record<never, never>>(),
  /** Certificates without the mark of a certificate that Java trusts. */
  pfx_java_mark_missing: note<{ count: number }>(),
  /** Certificates of one issuer with the same serial number. */
  pfx_serial_reused: bad<{ issuer: string; serialNumber: string }>(),
  /** Friendly names in Windows-1252 or UTF-8, where PKCS#12 has UTF-16. */
  pfx_name_miswritten: note<{ count: number }>(),
  pfx_certificate_unreadable: warning<{ number: number; reason: string }>(),
} as const satisfies Record<string, Entry>;

/** A limit of an issuer in CAA records: an account, methods of validation, or a parameter of its own. */
export type CaaLimit =
  | { readonly account: string }
  | { readonly methods: readonly string[] }
  | { readonly parameter: string };

/** An authority that records name, with the limits of one record. */
interface CaaIssuer {
  readonly name: string;
  readonly limits: readonly CaaLimit[];
}

/** Who may issue; null if any authority may. */
export type CaaIssuers = readonly CaaIssuer[] | null;

export type CaaKind = "tls" | "wildcard" | "email";

/** Why records do not decide whether an authority may issue. */
export type CaaUndecided =
  | "alias_loop"
  | "name_too_long"
  | "delegated"
  | "no_origin"
  | "not_in_text"
  | "no_records"
  | "configuration"
  | "not_shown"
  | "addresses_copied"
  | "several_names";

/** The question whether an authority may issue for a name. */
export interface CaaQuestion {
  readonly authority: string;
  /** Null if neither the question nor the records have a name. */
  readonly name: string | null;
  readonly kind: CaaKind;
  /** The name whose records decide; null if they have none. */
  readonly owner: string | null;
  /** The wildcard that answers for the name; null if none does. */
  readonly wildcard: string | null;
}

/** The tag that decides; null if none restricts this kind of certificate. */
type CaaTag = "issue" | "issuewild" | "issuemail" | "issuevmc" | null;

/** CAA records, their meaning and the look-up of them. */
const CAA_CODES = {
  /** An unregistered tag is critical. */
  caa_blocked: warning<Record<never, never>>(),
  caa_tls: good<{ issuers: CaaIssuers; name: string | null }>(),
  caa_wildcard: note<{ issuers: CaaIssuers; isSame: boolean }>(),
  caa_email: note<{ issuers: CaaIssuers }>(),
  caa_mark: note<{ issuers: CaaIssuers }>(),
  caa_critical_tags: note<{ tags: readonly string[] }>(),
  caa_reports: note<{ to: readonly string[] }>(),
  caa_below: note<{ name: string }>(),
  /** The records of several names, all valid. */
  caa_records_valid: good<{ records: number; names: number }>(),
  caa_records_invalid: bad<{ records: number; invalid: number }>(),
  caa_record_valid: good<{ isNamed: boolean }>(),
  caa_record_invalid: bad<{ reason: string }>(),
  caa_cname_beside: bad<{ name: string }>(),
  caa_no_record_in_text: note<Record<never, never>>(),
  caa_permitted: good<CaaQuestion & { by: CaaTag }>(),
  caa_permitted_if: note<
    CaaQuestion & { by: CaaTag; tags: readonly string[]; limits: readonly (readonly CaaLimit[])[] }
  >(),
  caa_forbidden: bad<CaaQuestion & { by: CaaTag | "critical"; others: boolean }>(),
  caa_undecided: unknown<{ name: string | null; why: CaaUndecided; at: string | null }>(),
  /** `reason`: a response code, or the words of the look-up. */
  caa_lookup_failed: code<{ name: string | null; reason: string }>("warning", "unknown"),
  caa_published: good<{ at: string }>(),
  caa_alias: note<{ name: string; target: string }>(),
  /** `top`: its top-level domain if that is not public. */
  caa_none_published: note<{ name: string; top: string | null }>(),
  caa_no_such_name: note<{ name: string }>(),
  // About single records.
  caa_flag_one: warning<Record<never, never>>(),
  caa_flags_reserved: note<Record<never, never>>(),
  caa_tag_critical: warning<{ tag: string }>(),
  caa_tag_ignored: note<{ tag: string }>(),
  caa_comment_ends_value: warning<Record<never, never>>(),
  caa_parameter_own: note<{ parameter: string }>(),
  caa_issuer_is_word: warning<{ issuer: string }>(),
  caa_issuer_mistaken: warning<{ issuer: string; authority: string; meant: string }>(),
  caa_issuer_unlisted: note<{ issuer: string }>(),
  caa_method_unregistered: warning<{ method: string; meant: string | null }>(),
  caa_account_of_other: warning<{ owner: string; authority: string }>(),
  caa_account_for_tests: warning<{ host: string }>(),
  /** The records that an invalid one was probably meant to be. */
  caa_record_meant: note<{ records: readonly string[] }>(),
} as const satisfies Record<string, Entry>;

/** Passwords or passphrases that were made. */
interface PasswordFacts {
  readonly count: number;
  readonly isPhrase: boolean;
  /** The entropy of each, in bits. */
  readonly entropy: number;
  readonly strength: "Weak" | "Fair" | "Good" | "Strong" | "Very Strong";
}

/** CRLs, written keys and passwords. */
const MADE_CODES = {
  crl_ready: good<{ number: string; entries: number; until: string }>(),
  key_file_ready: good<{ isPublic: boolean; isEncrypted: boolean }>(),
  /** The parts of the key could not be compared. */
  key_not_checked: unknown<Record<never, never>>(),
  passwords_ready: good<PasswordFacts>(),
  passwords_fair: warning<PasswordFacts>(),
  passwords_weak: bad<PasswordFacts>(),
} as const satisfies Record<string, Entry>;

export const CODES = {
  ...CHAIN_CODES,
  ...HOST_CODES,
  ...CSR_CODES,
  ...CSR_FAULT_CODES,
  ...PREFILL_CODES,
  ...MATCH_CODES,
  ...PFX_CODES,
  ...CAA_CODES,
  ...CERTIFICATE_CODES,
  ...MADE_CODES,
  ...LIVE_CODES,
  ...INSPECT_CODES,
  ...BUNDLE_CODES,
};

export type CsrCode = keyof typeof CSR_CODES;
export type CsrFaultCode = keyof typeof CSR_FAULT_CODES;
export type PrefillCode = keyof typeof PREFILL_CODES;
export type MatchCode = keyof typeof MATCH_CODES;
export type PfxCode = keyof typeof PFX_CODES;
export type CaaCode = keyof typeof CAA_CODES;
export type CertificateCode = keyof typeof CERTIFICATE_CODES;
export type MadeCode = keyof typeof MADE_CODES;
export type LiveCode = keyof typeof LIVE_CODES;
export type InspectCode = keyof typeof INSPECT_CODES;
export type BundleCode = keyof typeof BUNDLE_CODES;
export type ChainCode = keyof typeof CHAIN_CODES;
export type HostCode = keyof typeof HOST_CODES;
export type Code = keyof typeof CODES;
export type FactsOf<C extends Code> = NonNullable<(typeof CODES)[C]["facts"]>;

interface ChainSteps {
  /** The advice of a rule, in the words of the catalogue. */
  follow_advice: { rule: string; advice: string };
  renew_and_install: Record<never, never>;
  renew_now: Record<never, never>;
  replace_issuer: { issuer: string };
  wait_or_set_clock: Record<never, never>;
  replace_with_new_key: { host: string | null };
  get_from_ca_or_install: Record<never, never>;
  check_with_openssl: Record<never, never>;
  install_full_chain: Record<never, never>;
  /** The server should send an issuer that we do not have. */
  add_issuer_to_server: { issuer: string | null };
  install_private_root: { issuer: string | null };
  complete_or_add: { issuer: string | null };
  add_issuer: { issuer: string | null };
  /** Install a private root, or enter it. */
  install_or_enter_root: { issuer: string | null; isRoot: boolean };
  install_matching_issuer: { issuer: string };
  get_copy_again: Record<never, never>;
  put_certificate_first: { number: number };
  set_up_certificate: { product: string; asked: string | null };
  use_public_certificate: { product: string };
  get_certificate_for_name: { asked: string | null };
  install_root: { root: string };
  get_public_certificate: Record<never, never>;
  same_certificate_everywhere: Record<never, never>;
  replace_kind: { kind: "RSA" | "ECDSA" };
  install_with_key: Record<never, never>;
  renew_staple: Record<never, never>;
  renew_crl: Record<never, never>;
  turn_on_stapling: Record<never, never>;
  check_silent_addresses: Record<never, never>;
  compare_addresses: Record<never, never>;
  allow_authority: Record<never, never>;
}

interface CaaSteps {
  add_caa_records: { count: number; name: string };
  allow_in_caa: { authority: string };
  meet_caa_limits: Record<never, never>;
  correct_caa_records: Record<never, never>;
  look_up_caa: Record<never, never>;
  give_caa_records: Record<never, never>;
  use_dig: Record<never, never>;
  create_caa_records: Record<never, never>;
  check_name_servers: Record<never, never>;
  move_caa_records: Record<never, never>;
}

type Plain<C extends string> = Readonly<Record<C, Record<never, never>>>;

export type ChainStep = keyof ChainSteps;
export type CaaStep = keyof CaaSteps;
export type CsrStep =
  | "send_csr"
  | "send_it"
  | "send_inner_csr"
  | "mend_csr"
  | "do_not_use_csr"
  | "verify_with_openssl";
export type CsrFaultStep = "copy_csr_again";
export type PrefillStep = "check_form";
export type MatchStep =
  | "send_csr_keep_key"
  | "renew_certificate"
  | "install_pair"
  | "find_key"
  | "compare_digests";
export type PfxStep =
  | "download_pfx"
  | "renew_before_install"
  | "save_parts"
  | "ask_for_another"
  | "write_file_again";

export type MadeStep = keyof MadeSteps;
export type LiveStep = keyof LiveSteps;
export type InspectStep = keyof InspectSteps;
export type BundleStep = keyof BundleSteps;

interface MadeSteps {
  publish_crl: { until: string };
  keep_key_secret: Record<never, never>;
  make_longer_password: { isPhrase: boolean };
}

type Steps =
  & ChainSteps
  & CaaSteps
  & CertificateSteps
  & MadeSteps
  & LiveSteps
  & InspectSteps
  & BundleSteps
  & Plain<CsrStep | CsrFaultStep | PrefillStep | MatchStep | PfxStep>;

export type StepCode = keyof Steps;
export type StepFacts<C extends StepCode> = Steps[C];
