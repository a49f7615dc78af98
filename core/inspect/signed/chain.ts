/** Judges the certificate of a signer at one time: its dates, its use, its chain and its revocation. */
import { validityAt } from "../../x509/validity.ts";
import { authorityName } from "../../names/certificate-name.ts";
import { listed, named, quoted } from "../../kernel/formatting.ts";
import { day } from "../../kernel/dates.ts";
import type { Candidate } from "../../x509/constraints/candidate.ts";
import type { Budget } from "../../kernel/context.ts";
import { buildPath, type Path } from "../../x509/path/build.ts";
import type { Pool } from "../../x509/path/pool.ts";
import { revokedMessage } from "../../x509/revocation/reasons.ts";
import { breaksProof } from "../../x509/rules/catalogue.ts";
import type { Revocation } from "../../x509/shapes.ts";
import type { Checked } from "../contract.ts";

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

export interface JudgedChain extends Checked {
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
    outcome: Checked["outcome"],
    message: string,
    ended: JudgedChain["ended"] = null,
  ): JudgedChain => ({ outcome, message, ended, root, isPublic: path.trusted });
  const { notBefore, notAfter } = leaf.certificate;
  const when = validityAt(leaf.certificate, at);
  if (when === "after") {
    return verdict(
      "fails",
      isProven
        ? `The certificate expired on ${day(notAfter)}, before the signature was made.`
        : `The certificate expired on ${day(notAfter)}.`,
      "expired",
    );
  }
  if (when === "before") {
    return verdict("fails", `The certificate is not valid before ${day(notBefore)}.`);
  }
  const { keyUsage } = leaf;
  if (keyUsage !== null && !keyUsage.some((use) => SIGNING_USES.includes(use))) {
    return verdict(
      "fails",
      "The certificate must not be used for signatures: its key usage does not allow them.",
    );
  }
  const revoked = revokedOn(path, inputs);
  if (revoked !== null) return verdict("fails", revoked, "revoked");
  const misuse = inputs.isOfFile ? misused(leaf) : null;
  if (misuse !== null) return verdict(misuse.outcome, misuse.message);
  const broken = brokenIn(path);
  if (broken !== null) return verdict("fails", broken);
  if (path.links.includes(null)) {
    return verdict("unknown", "A signature in its chain could not be verified.");
  }
  if (!path.complete) {
    const { issuer } = last.certificate;
    const missing = authorityName(issuer);
    return verdict(
      "unknown",
      `Its chain was not checked: the issuer ${quoted(missing)} is not in these files.`,
    );
  }
  const name = authorityName(last.certificate.subject);
  const is = isProven ? "was valid then" : "is valid";
  if (path.trusted) return verdict("holds", `Its chain ${is} up to the root ${quoted(name)}.`);
  return verdict(
    "unknown",
    last === leaf
      ? "The certificate is self-signed: anyone can make one with this name."
      : `Its chain ${is} where ${quoted(name)} is installed, which is not a public root.`,
  );
}

/** Purposes that allow signatures over files: S/MIME, code, and documents (RFC 9336, Microsoft and Adobe). */
const FOR_FILES: ReadonlySet<string> = new Set([
  ...["anyExtendedKeyUsage", "emailProtection", "codeSigning", "documentSigning"],
  ...["msDocumentSigning", "msCodeIndividual", "msCodeCommercial", "1.2.840.113583.1.1.5"],
]);
/** Purposes that do not allow them, in words. */
const NOT_FOR_FILES: ReadonlyMap<string, string> = new Map([
  ["serverAuth", "servers"],
  ["clientAuth", "clients"],
  ["timeStamping", "timestamps"],
  ["OCSPSigning", "OCSP responses"],
]);

/** Why the certificate must not sign files (RFC 5280, 4.2.1.12), or why we cannot know it; null if it may. */
function misused({ extendedKeyUsage: purposes }: Candidate): Checked | null {
  if (purposes === null || purposes.some((purpose) => FOR_FILES.has(purpose))) return null;
  const words = purposes.flatMap((purpose) => NOT_FOR_FILES.get(purpose) ?? []);
  if (purposes.length === 0 || words.length < purposes.length) {
    return {
      outcome: "unknown",
      message: "The certificate lists its purposes, and none that we know is for signing files.",
    };
  }
  return {
    outcome: "fails",
    message: `The certificate is for ${listed(words)}, not for signing files.`,
  };
}

/** The first certificate of the chain that was revoked by then, as a sentence; null if none was. */
function revokedOn(
  { certificates }: Path,
  { at, isProven, revocationOf }: ChainInputs,
): string | null {
  for (const [index, candidate] of certificates.entries()) {
    const revocation = revocationOf(candidate);
    if (revocation?.status !== "revoked") continue;
    const { revokedAt, invalidityDate = null } = revocation;
    // A timestamp proves an earlier signature. An unknown time of revocation may be earlier still, and the key may
    // have been in other hands before the revocation (RFC 5280, 5.3.2).
    const since = invalidityDate !== null && (revokedAt === null || invalidityDate < revokedAt)
      ? invalidityDate
      : revokedAt;
    if (isProven && since !== null && at < Date.parse(since)) continue;
    const name = authorityName(candidate.certificate.subject);
    const what = index === 0 ? "The certificate" : `The CA ${named(name)}`;
    const message = revokedMessage(revocation, what);
    return since === revokedAt
      ? message
      : `${message} The CA says that the key may have been in other hands since ${day(since!)}.`;
  }
  return null;
}

/** The first error that breaks the proof, as a sentence; null if there is none. */
function brokenIn({ findings, certificates }: Path): string | null {
  for (const { code, message, index } of findings.filter(breaksProof)) {
    if (code === "issuer_not_found" || code === "self_signed") continue;
    const { subject } = certificates[index ?? 0].certificate;
    const whose = index === null || index === 0
      ? "The chain is not valid"
      : `The chain is not valid at ${named(authorityName(subject))}`;
    return `${whose}: ${message}`;
  }
  return null;
}
