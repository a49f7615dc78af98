/** Judges the certificate of a signer at one time: its dates, its use, its chain and its revocation. */
import { validityAt } from "../../x509/validity.ts";
import { authorityName } from "../../names/certificate-name.ts";
import type { Candidate } from "../../x509/constraints/candidate.ts";
import type { Budget } from "../../kernel/context.ts";
import { buildPath, type Path } from "../../x509/path/build.ts";
import type { Pool } from "../../x509/path/pool.ts";
import { formatTime } from "../../x509/asn1/time.ts";
import { breaksProof } from "../../x509/rules/catalogue.ts";
import type { Revocation } from "../../x509/shapes.ts";
import type { SignedReason } from "../../verdict/signed-reasons.ts";
import { type Reasoned, reasoned } from "./outcome.ts";

/** The limits for the chain of one signer. */
const PATH_LIMITS = { paths: 512, nodes: 200_000 };
/** RFC 5280, 4.2.1.3: a key for signatures over data other than certificates and CRLs. */
const SIGNING_USES: readonly string[] = ["digitalSignature", "nonRepudiation"];

interface ChainInputs {
  readonly pool: Pool;
  /** The time of judgement, in milliseconds. */
  readonly at: number;
  /** Whether a timestamp proves that time. */
  readonly isProven: boolean;
  /** The extended key usage that the certificate must have; null for any. */
  readonly purpose: string | null;
  /** Whether it signs a file that is neither a mail nor a timestamp, so that its purposes must allow it. */
  readonly isOfFile?: boolean;
  readonly revocationOf: (candidate: Candidate) => Revocation | undefined;
  readonly budget: Budget;
}

export interface JudgedChain extends Reasoned {
  /** Why it is not valid at that time, if a timestamp could have helped. */
  readonly ended: "expired" | "revoked" | null;
  /** The last certificate; null if the chain does not end at a root. */
  readonly root: Candidate | null;
  readonly isPublic: boolean;
}

/** The verdict on the signer's certificate. Throws `too_complex` if the whole budget is used up. */
export async function judgeChain(leaf: Candidate, inputs: ChainInputs): Promise<JudgedChain> {
  const { pool, at, isProven, purpose } = inputs;
  const budget = inputs.budget.part(PATH_LIMITS);
  const path = await buildPath(leaf, pool, { now: at, reference: null, purpose, budget });
  const last = path.certificates[path.certificates.length - 1];
  const root = path.complete ? last : null;
  const verdict = (
    outcome: Reasoned["outcome"],
    reason: SignedReason,
    ended: JudgedChain["ended"] = null,
  ): JudgedChain => ({ ...reasoned(outcome, reason), ended, root, isPublic: path.trusted });
  const notBefore = formatTime(leaf.certificate.notBefore);
  const notAfter = formatTime(leaf.certificate.notAfter);
  const when = validityAt(leaf.certificate, at);
  if (when === "after") {
    return verdict("fails", { code: "signer_expired", notAfter, isProven }, "expired");
  }
  if (when === "before") return verdict("fails", { code: "signer_not_begun", notBefore });
  const { keyUsage } = leaf;
  if (keyUsage !== null && !keyUsage.some((use) => SIGNING_USES.includes(use))) {
    return verdict("fails", { code: "signer_key_usage" });
  }
  const revoked = revokedOn(path, inputs);
  if (revoked !== null) return verdict("fails", revoked, "revoked");
  const misuse = inputs.isOfFile ? misused(leaf) : null;
  if (misuse !== null) {
    return verdict(misuse.code === "signer_purposes" ? "fails" : "unknown", misuse);
  }
  const broken = brokenIn(path);
  if (broken !== null) return verdict("fails", broken);
  if (path.links.includes(null)) return verdict("unknown", { code: "signer_chain_unverified" });
  if (!path.complete) {
    const issuer = authorityName(last.certificate.issuer);
    return verdict("unknown", { code: "signer_issuer_missing", issuer });
  }
  if (!path.trusted && last === leaf) return verdict("unknown", { code: "signer_self_signed" });
  const isPublic = path.trusted;
  const facts = { root: authorityName(last.certificate.subject), isPublic, isProven };
  return verdict(isPublic ? "holds" : "unknown", { code: "signer_chain_valid", ...facts });
}

/** Purposes that allow signatures over files: S/MIME, code, and documents (RFC 9336, Microsoft and Adobe). */
const FOR_FILES: ReadonlySet<string> = new Set([
  ...["anyExtendedKeyUsage", "emailProtection", "codeSigning", "documentSigning"],
  ...["msDocumentSigning", "msCodeIndividual", "msCodeCommercial", "1.2.840.113583.1.1.5"],
]);
/** Purposes that do not allow them. */
const NOT_FOR_FILES: ReadonlyMap<string, "servers" | "clients" | "timestamps" | "ocsp"> = new Map([
  ["serverAuth", "servers"],
  ["clientAuth", "clients"],
  ["timeStamping", "timestamps"],
  ["OCSPSigning", "ocsp"],
]);

/** Why the certificate must not sign files (RFC 5280, 4.2.1.12), or why we cannot know it; null if it may. */
function misused(
  { extendedKeyUsage: listed }: Candidate,
): Extract<SignedReason, { code: "signer_purposes" | "signer_purposes_unknown" }> | null {
  if (listed === null || listed.some((purpose) => FOR_FILES.has(purpose))) return null;
  const purposes = listed.flatMap((purpose) => NOT_FOR_FILES.get(purpose) ?? []);
  return listed.length === 0 || purposes.length < listed.length
    ? { code: "signer_purposes_unknown" }
    : { code: "signer_purposes", purposes };
}

/** The first certificate of the chain that was revoked by then; null if none was. */
function revokedOn(
  { certificates }: Path,
  { at, isProven, revocationOf }: ChainInputs,
): SignedReason | null {
  for (const [index, candidate] of certificates.entries()) {
    const revocation = revocationOf(candidate);
    if (revocation?.status !== "revoked") continue;
    const { revokedAt, reason, invalidityDate = null } = revocation;
    // A timestamp proves an earlier signature. An unknown time of revocation may be earlier still, and the key may
    // have been in other hands before the revocation (RFC 5280, 5.3.2).
    const since = invalidityDate !== null && (revokedAt === null || invalidityDate < revokedAt)
      ? invalidityDate
      : revokedAt;
    if (isProven && since !== null && at < Date.parse(since)) continue;
    return {
      code: "signer_revoked",
      authority: index === 0 ? null : authorityName(candidate.certificate.subject),
      ...{ revokedAt, reason },
      since: since === revokedAt ? null : since,
    };
  }
  return null;
}

/** The first error that breaks the proof; null without one. */
function brokenIn({ findings, certificates }: Path): SignedReason | null {
  for (const { code: rule, message, index } of findings.filter(breaksProof)) {
    if (rule === "issuer_not_found" || rule === "self_signed") continue;
    const authority = index === null || index === 0
      ? null
      : authorityName(certificates[index].certificate.subject);
    return { code: "signer_chain_broken", rule, message, authority };
  }
  return null;
}
