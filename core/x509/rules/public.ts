/** What "public" means: the one answer that every tool gives. */
import type { Candidate } from "../constraints/candidate.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { appliesIn } from "./ask.ts";
import type { Profile, Rule } from "./rule.ts";

/** The CA/Browser Forum's policies for TLS: extended, domain, organization and individual validated. */
export const TLS_POLICIES = {
  ev: "2.23.140.1.1",
  dv: "2.23.140.1.2.1",
  ov: "2.23.140.1.2.2",
  iv: "2.23.140.1.2.3",
} as const;

/** What the Forum's policies for S/MIME begin with, and those for code signing. */
export const MAIL_POLICY = "2.23.140.1.5.";
const CODE_POLICIES: readonly string[] = ["2.23.140.1.3", "2.23.140.1.4.1"];

const TLS_POLICY_SET: ReadonlySet<string> = new Set(Object.values(TLS_POLICIES));

/** How far the path of a certificate is known. */
interface Standing {
  /** A path to a root of the trust store was proven. */
  readonly trusted: boolean;
  /** A path to a root of any kind was found. */
  readonly complete: boolean;
}

/**
 * A certificate is public when its path ends at a trusted root. Where no path is known it is what it
 * claims to be.
 */
export function isPublic(certificate: Certificate, { trusted, complete }: Standing): boolean {
  return trusted || (!complete && claimsToBePublic(certificate));
}

/** By its policies and timestamps, which nobody but a public authority puts into a certificate. */
export function claimsToBePublic(certificate: Certificate): boolean {
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value ?? [];
  return policies.some(({ oid }) => TLS_POLICY_SET.has(oid)) ||
    certificate.extensions.some(({ oid }) => oid === EXTENSION.signedCertificateTimestamps);
}

/** What a certificate that is judged as this has to be for; null: whatever it is for. */
export const PURPOSE_OF: Readonly<Record<Profile, string | null>> = {
  "public-tls": "serverAuth",
  private: null,
  smime: "emailProtection",
  client: "clientAuth",
  "code-signing": "codeSigning",
};

/**
 * How a certificate is judged. With "auto" its root, policies and purposes decide: it is then asked
 * for no purpose, and the rules of every profile are reported.
 */
export class Judging {
  readonly as: Profile;
  /** Whether what binds public authorities binds whoever issued it. */
  readonly isPublic: boolean;
  readonly #isAuto: boolean;

  constructor(candidate: Candidate, judgeAs: Profile | "auto", standing: Standing) {
    this.#isAuto = judgeAs === "auto";
    this.as = judgeAs === "auto" ? profileOf(candidate, standing) : judgeAs;
    this.isPublic = judgeAs === "auto"
      ? isPublic(candidate.certificate, standing)
      : judgeAs === "public-tls" || (judgeAs !== "private" && standing.trusted);
  }

  /** Whether a broken rule is reported at all. */
  reports(rule: Rule): boolean {
    return this.#isAuto || rule.privately !== undefined || appliesIn(rule, this.as);
  }
}

/** The purpose that a path must be good for; null with "auto" and for a CA, which need none. */
export function purposeFor(leaf: Candidate, judgeAs: Profile | "auto"): string | null {
  return judgeAs === "auto" || leaf.isCa ? null : PURPOSE_OF[judgeAs];
}

/** The profile that "auto" chooses for a certificate, by its root, policies and purposes. */
export function profileOf(
  { certificate, extendedKeyUsage: purposes }: Candidate,
  standing: Standing,
): Profile {
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value ?? [];
  const has = (test: (oid: string) => boolean) => policies.some(({ oid }) => test(oid));
  if (has((oid) => oid.startsWith(MAIL_POLICY))) return "smime";
  if (has((oid) => CODE_POLICIES.includes(oid))) return "code-signing";
  if (!isPublic(certificate, standing)) return "private";
  if (purposes === null || purposes.includes("serverAuth")) return "public-tls";
  if (purposes.includes("emailProtection")) return "smime";
  if (purposes.includes("codeSigning")) return "code-signing";
  return purposes.includes("clientAuth") ? "client" : "public-tls";
}
