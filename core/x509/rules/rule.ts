/**
 * The type of rules about certificates. A rule is one entry of a catalogue: its key is its code, and the
 * entry holds its clause, its texts, the certificates to which it applies, and its check.
 */
import type { Budget } from "../../kernel/context.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { ReferenceName } from "../../names/service-identity.ts";
import type { Clause } from "../documents.ts";

export type Severity = "error" | "warning" | "info";

/** The role of a certificate on a path. */
export type Role = "leaf" | "intermediate" | "root";

/** The verifier's settings about certificate policies (RFC 5280, 6.1.1 (c), (e), (f) and (g)). */
export interface PolicySettings {
  /** The accepted policies as OIDs; null for any policy. */
  readonly initial: readonly string[] | null;
  readonly requireExplicit: boolean;
  readonly inhibitMapping: boolean;
  readonly inhibitAny: boolean;
}

/** The inputs of path validation (RFC 5280, 6.1.1). */
export interface PathInputs {
  /** Milliseconds since 1970. Fractions of a second are dropped. */
  now: number;
  /** The name that the leaf must have, or null. */
  reference: ReferenceName | null;
  /** The extended key usage that the leaf must have; null for any. */
  purpose: string | null;
  /** If absent, any policy is accepted and none is required. */
  policies?: PolicySettings;
  /** The profile by which the leaf is judged; "auto" if absent. */
  judgeAs?: Profile | "auto";
  budget: Budget;
}

/** One certificate in its role on a path. */
export interface Examined {
  readonly candidate: Candidate;
  readonly certificate: Certificate;
  readonly role: Role;
  readonly inputs: PathInputs;
}

/** Rules about extensions apply to version 3 only; version_1 reports older versions. */
export const isVersion3 = ({ certificate }: Examined) => certificate.version === 3;

/**
 * The profiles by which a certificate can be judged. `private` is RFC 5280 only; the others add the
 * requirements of public authorities and clients.
 */
export const PROFILES = ["public-tls", "private", "smime", "client", "code-signing"] as const;
export type Profile = (typeof PROFILES)[number];

/** A place where a certificate breaks a rule: its title is the message, and `at` the place, unless given. */
export interface Broken {
  readonly message?: string;
  readonly at?: string;
}
/** The result of a check: nothing, `true`, a message, or several places. */
type Found = string | Broken | readonly (string | Broken)[] | boolean | null;

export interface Rule<Seen extends Examined = Examined> {
  /**
   * `proof` rules decide whether a path is valid. `policy` rules are further requirements of browsers and
   * public authorities.
   */
  readonly kind: "proof" | "policy";
  /** The severity; for a policy rule, the severity under a public root. */
  readonly severity: Severity;
  /** Whether it binds every certificate or only those of public authorities (public.ts). */
  readonly binds: "everyone" | "public";
  /**
   * The profiles in which the rule applies. Unless given, a rule that binds everyone applies in every
   * profile, and one that binds public authorities in "public-tls".
   */
  readonly profiles?: readonly Profile[];
  /**
   * The severity of a policy rule under a private CA, whose operator can correct the certificate. Unless
   * given, a rule that binds everyone is "info", and one that binds public authorities is not reported.
   */
  readonly privately?: Severity;
  /** The document and its clause. */
  readonly clause: Clause;
  /** The roles in which a certificate must follow the rule; all unless given. */
  readonly roles?: readonly Role[];
  /** Whether it also applies to a Merkle Tree Certificate, which no issuer signed and which a log lists. */
  readonly merkleTree?: true;
  /** Whether it applies only to certificates of TLS servers, version 3. */
  readonly servers?: boolean;
  /**
   * False for a rule that the linter does not check: one about the time of the check or the path, or one
   * that the linter divides into finer rules.
   */
  readonly linted?: false;
  /** ISO 8601 date. The rule applies to certificates whose notBefore is on this day or later. */
  readonly since?: string;
  /** ISO 8601 date. The rule applies to certificates whose notBefore is before this day. */
  readonly until?: string;
  /**
   * A further condition on the certificate, after role, profile and dates.
   */
  readonly applies?: (examined: Seen) => boolean;
  /** A short name of the fault. */
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** The remedy, in a sentence or two. */
  readonly advice: string;
  /**
   * The OID of the extension that the rule is about. A certificate without it follows the rule, so the
   * check does not run, and a finding points to the extension.
   */
  readonly on?: string;
  /**
   * The field of TBSCertificate, or the OID of an extension that may be missing, that a finding points to;
   * TBSCertificate itself if neither `on` nor `at` is given.
   */
  readonly at?: string;
  /** Absent if path building or a comparison of several objects finds the fault. */
  readonly check?: (examined: Seen) => Found;
}

/** A catalogue of rules by their codes. */
export type Rules<Seen extends Examined = Examined> = Readonly<Record<string, Rule<Seen>>>;

type Entry = Omit<Rule, "kind" | "severity" | "binds"> & Partial<Rule>;

/** Defines a rule of path validation. A path that breaks it with severity "error" is not valid. */
export function proof(entry: Entry): Rule {
  return { kind: "proof", severity: "error", binds: "everyone", ...entry };
}

/** Defines a rule about the form of a certificate that binds everyone. */
export function policy(entry: Entry): Rule {
  return { kind: "policy", severity: "error", binds: "everyone", ...entry };
}

/** Defines a rule that binds public authorities. */
export function publicPolicy(entry: Entry): Rule {
  return { kind: "policy", severity: "error", binds: "public", ...entry };
}

export const ADVICE = {
  reissue: "Only the CA can change it, by reissuing the certificate.",
  authority: "Only the CA can replace its certificate. Ask it, or use another CA.",
  newKey: "Make a new key, and get a certificate for it.",
} as const;

const REISSUES: readonly string[] = [ADVICE.reissue, ADVICE.authority, ADVICE.newKey];

/** The advice of a rule for a finding of this severity: a note is no reason to replace a certificate. */
export const adviceOf = ({ advice }: Pick<Rule, "advice">, severity: Severity): string =>
  severity === "info" && REISSUES.includes(advice)
    ? "Nothing has to be done now. Tell the CA before the next renewal."
    : advice;

export const WHY = {
  refused: "Clients refuse the certificate.",
  strict: "Most clients accept it. Strict clients and auditors do not.",
  allowed: "Clients accept it, and it is not forbidden.",
} as const;
