/** Decides, for every tool, whether a certificate is public and which profile it is judged by. */
import type { Candidate } from "../constraints/candidate.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { appliesIn } from "./checklist.ts";
import type { Profile, Rule, Severity } from "./rule.ts";

/** The CA/Browser Forum's policies for TLS: extended, domain, organization and individual validated. */
export const TLS_POLICIES = {
  ev: "2.23.140.1.1",
  dv: "2.23.140.1.2.1",
  ov: "2.23.140.1.2.2",
  iv: "2.23.140.1.2.3",
} as const;

/** The prefix of the Forum's policies for S/MIME. */
export const MAIL_POLICY = "2.23.140.1.5.";
/** The Forum's policies for code signing, and for timestamps. */
export const CODE_POLICIES = {
  extended: "2.23.140.1.3",
  usual: "2.23.140.1.4.1",
  timestamps: "2.23.140.1.4.2",
} as const;
const CODE_POLICY_SET: ReadonlySet<string> = new Set(Object.values(CODE_POLICIES));

const TLS_POLICY_SET: ReadonlySet<string> = new Set(Object.values(TLS_POLICIES));

/** Returns the Forum's policies for TLS among a certificate's policies. */
export const reservedPolicies = (
  { policies }: { readonly policies: readonly string[] },
): string[] => [...new Set(policies)].filter((oid) => TLS_POLICY_SET.has(oid));

/** How much is known about the path of a certificate. */
interface Standing {
  /** Whether a valid path to a root of the trust store was found. */
  readonly trusted: boolean;
  /** Whether a path to any root was found. */
  readonly complete: boolean;
}

/**
 * Returns whether a certificate is public: its path ends at a trusted root or, if the path is unknown, it
 * claims to be public.
 */
export function isPublic(certificate: Certificate, { trusted, complete }: Standing): boolean {
  return trusted || (!complete && claimsToBePublic(certificate));
}

/** Returns whether it has the policies or timestamps that only public authorities include. */
export function claimsToBePublic(certificate: Certificate): boolean {
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value ?? [];
  return policies.some(({ oid }) => TLS_POLICY_SET.has(oid)) ||
    certificate.extensions.some(({ oid }) => oid === EXTENSION.signedCertificateTimestamps);
}

/** The purpose that each profile requires; null if it requires none. */
export const PURPOSE_OF: Readonly<Record<Profile, string | null>> = {
  "public-tls": "serverAuth",
  private: null,
  smime: "emailProtection",
  client: "clientAuth",
  "code-signing": "codeSigning",
};

/**
 * How a certificate is judged. With "auto" its root, policies and purposes choose the profile; no purpose
 * is required then, and the rules of every profile are reported.
 */
export class Judging {
  readonly as: Profile;
  /** Whether the rules for public authorities bind its issuer. */
  readonly isPublic: boolean;
  readonly #isAuto: boolean;

  constructor(candidate: Candidate, judgeAs: Profile | "auto", standing: Standing) {
    this.#isAuto = judgeAs === "auto";
    this.as = judgeAs === "auto" ? profileOf(candidate, standing) : judgeAs;
    this.isPublic = judgeAs === "auto"
      ? isPublic(candidate.certificate, standing)
      : judgeAs === "public-tls" || (judgeAs !== "private" && standing.trusted);
  }

  /** Returns whether a broken rule is reported. */
  reports(rule: Rule): boolean {
    return this.#isAuto || rule.privately !== undefined || appliesIn(rule, this.as);
  }
}

/**
 * The severity of a broken rule. Policy rules are errors under public roots and warnings under private ones. For a
 * public root itself they are warnings too, because its root program accepted it, and some roots are older than
 * today's rules.
 */
export function severityOf(
  { kind, severity, privately }: Rule,
  { isPublic, isListedRoot }: { readonly isPublic: boolean; readonly isListedRoot: boolean },
): Severity {
  const lenient = kind === "policy" && severity === "error" && privately !== "error" &&
    (!isPublic || isListedRoot);
  return lenient ? "warning" : severity;
}

/** Returns the purpose that a path must be valid for; null with "auto" and for a CA. */
export function purposeFor(leaf: Candidate, judgeAs: Profile | "auto"): string | null {
  return judgeAs === "auto" || leaf.isCa ? null : PURPOSE_OF[judgeAs];
}

/** Returns the profile that "auto" chooses, by root, policies and purposes. */
export function profileOf(
  { certificate, extendedKeyUsage: purposes }: Candidate,
  standing: Standing,
): Profile {
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value ?? [];
  const has = (test: (oid: string) => boolean) => policies.some(({ oid }) => test(oid));
  if (has((oid) => oid.startsWith(MAIL_POLICY))) return "smime";
  if (has((oid) => CODE_POLICY_SET.has(oid))) return "code-signing";
  if (!isPublic(certificate, standing)) return "private";
  if (purposes === null || purposes.includes("serverAuth")) return "public-tls";
  if (purposes.includes("emailProtection")) return "smime";
  if (purposes.includes("codeSigning") || purposes.includes("timeStamping")) return "code-signing";
  return purposes.includes("clientAuth") ? "client" : "public-tls";
}
