/**
 * What a rule about certificates is. One rule is one entry: its code is its name in the catalogue,
 * and everything that is said about it is in the entry.
 */
import type { Budget } from "../../kernel/context.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { ReferenceName } from "../../names/service-identity.ts";
import type { Clause } from "../documents.ts";

export type Severity = "error" | "warning" | "info";

/** The part that a certificate plays on a path. */
export type Role = "leaf" | "intermediate" | "root";

/** The certificate policies that a verifier asks for (RFC 5280, 6.1.1 (c), (e), (f) and (g)). */
export interface PolicySettings {
  /** The policies that it accepts, as OIDs; null for any. */
  readonly initial: readonly string[] | null;
  readonly requireExplicit: boolean;
  readonly inhibitMapping: boolean;
  readonly inhibitAny: boolean;
}

/** What a path is validated for (RFC 5280, 6.1.1). */
export interface PathInputs {
  /** Milliseconds since the epoch; fractions of a second are dropped, certificates have none. */
  now: number;
  /** The name that the leaf must have, if one is known. */
  reference: ReferenceName | null;
  /** The purpose that the leaf must have, as an extended key usage; null: whatever it is for. */
  purpose: string | null;
  /** Absent: any policy is accepted, and none is required. */
  policies?: PolicySettings;
  /** The rules by which the leaf is judged; absent: "auto". */
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

/** Rules about extensions ask this first: older versions have none, which version_1 reports. */
export const isVersion3 = ({ certificate }: Examined) => certificate.version === 3;

/**
 * What a certificate is judged as. `private` is RFC 5280 alone; the others add what their public
 * authorities and clients ask.
 */
export const PROFILES = ["public-tls", "private", "smime", "client", "code-signing"] as const;
export type Profile = (typeof PROFILES)[number];

/** What a check found: one message, several, or nothing. `true` says what the title says. */
type Found = string | readonly string[] | boolean | null;

export interface Rule<Seen extends Examined = Examined> {
  /**
   * `proof` rules decide whether a path holds. `policy` rules are what browsers and public
   * authorities ask on top.
   */
  readonly kind: "proof" | "policy";
  /** Of a policy rule, the severity under a public root. */
  readonly severity: Severity;
  /** Whom it binds: every certificate, or those of public authorities alone (public.ts). */
  readonly binds: "everyone" | "public";
  /**
   * The profiles in which the rule applies. Unless given, a rule that binds everyone applies in every
   * profile, and one that binds public authorities in "public-tls".
   */
  readonly profiles?: readonly Profile[];
  /**
   * Of a policy rule, the severity for a certificate of a private CA, whose operator can correct it.
   * Unless given, a rule that binds everyone is "info" there, and one that binds public authorities is
   * not reported.
   */
  readonly privately?: Severity;
  /** The document and its clause. */
  readonly clause: Clause;
  /** The roles in which a certificate has to follow it; all unless given. */
  readonly roles?: readonly Role[];
  /** It applies to certificates of TLS servers alone, of version 3. */
  readonly servers?: boolean;
  /**
   * False for a rule that the linter does not check: one about the time of the check or the path, or one
   * that the linter divides into finer rules.
   */
  readonly linted?: false;
  /** ISO 8601 date. It applies to certificates issued from this day on. */
  readonly since?: string;
  /** ISO 8601 date. It applies to certificates issued before this day. */
  readonly until?: string;
  /**
   * Whether it applies to this certificate as a whole, beyond role, profile and dates. A rule about an
   * extension applies to certificates without it too; its check looks whether the extension is there.
   */
  readonly applies?: (examined: Seen) => boolean;
  /** The fault in a few words. */
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** What to do about it. */
  readonly advice: string;
  /**
   * The field of TBSCertificate, or the OID of the extension, that a finding points to; TBSCertificate
   * itself unless given.
   */
  readonly at?: string | ((examined: Seen, message: string) => string | undefined);
  /** Absent where something else finds the fault: path building, or a look at several objects. */
  readonly check?: (examined: Seen) => Found;
}

/** A catalogue of rules by their codes. */
export type Rules<Seen extends Examined = Examined> = Readonly<Record<string, Rule<Seen>>>;

type Entry = Omit<Rule, "kind" | "severity" | "binds"> & Partial<Rule>;

/** A rule of path validation: a path that breaks it as an error is not valid. */
export function proof(entry: Entry): Rule {
  return { kind: "proof", severity: "error", binds: "everyone", ...entry };
}

/** A rule about the form of a certificate that holds for everyone. */
export function policy(entry: Entry): Rule {
  return { kind: "policy", severity: "error", binds: "everyone", ...entry };
}

/** A rule that binds public authorities. */
export function publicPolicy(entry: Entry): Rule {
  return { kind: "policy", severity: "error", binds: "public", ...entry };
}

export const ADVICE = {
  reissue:
    "Ask the CA to correct it and issue the certificate again: what is signed cannot be changed.",
  authority: "Only the CA can replace its certificate. Ask it, or use another CA.",
  newKey: "Make a new key, and have the certificate issued for it.",
} as const;

export const WHY = {
  refused: "Clients refuse the certificate.",
  strict: "Strict clients and auditors object to it. Most others do not.",
} as const;
