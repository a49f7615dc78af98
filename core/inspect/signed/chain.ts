/** Judges the certificate of a signer at one time: its dates, its use, its chain and its revocation. */
import { about, named, quoted, uncapitalize } from "../../kernel/formatting.ts";
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
  readonly revocationOf: (candidate: Candidate) => Revocation | undefined;
  readonly budget: Budget;
}

export interface JudgedChain extends Checked {
  /** Whether the certificate has expired at that time: a timestamp could have helped. */
  readonly isExpired: boolean;
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
    isExpired = false,
  ): JudgedChain => ({ outcome, message, isExpired, root, isPublic: path.trusted });
  const { notBefore, notAfter } = leaf.certificate;
  const second = at - at % 1000;
  if (second > notAfter) {
    return verdict(
      "fails",
      isProven
        ? `The certificate expired on ${day(notAfter)}, before the signature was made.`
        : `The certificate expired on ${day(notAfter)}.`,
      true,
    );
  }
  if (second < notBefore) {
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
  if (revoked !== null) return verdict("fails", revoked);
  const broken = brokenIn(path);
  if (broken !== null) return verdict("fails", broken);
  if (path.links.includes(null)) {
    return verdict("unknown", "A signature in its chain could not be verified.");
  }
  if (!path.complete) {
    const { issuer } = last.certificate;
    const missing = issuer.commonName ?? issuer.raw;
    return verdict(
      "unknown",
      `Its chain was not checked: the issuer ${quoted(missing)} is not in these files.`,
    );
  }
  const name = last.certificate.subject.commonName ?? last.certificate.subject.raw;
  if (path.trusted) return verdict("holds", `Its chain is valid up to the root ${quoted(name)}.`);
  return verdict(
    "unknown",
    last === leaf
      ? "The certificate is self-signed: anyone can make one with this name."
      : `Its chain is valid where ${quoted(name)} is installed, which is not a public root.`,
  );
}

/** The first certificate of the chain that was revoked by then, as a sentence; null if none was. */
function revokedOn(
  { certificates }: Path,
  { at, isProven, revocationOf }: ChainInputs,
): string | null {
  for (const [index, candidate] of certificates.entries()) {
    const revocation = revocationOf(candidate);
    if (revocation?.status !== "revoked") continue;
    const { revokedAt } = revocation;
    // A timestamp proves an earlier signature. An unknown time of revocation may be earlier still.
    if (isProven && revokedAt !== null && at < Date.parse(revokedAt)) continue;
    const name = candidate.certificate.subject.commonName ?? candidate.certificate.subject.raw;
    const what = index === 0 ? "The certificate" : `The CA ${named(name)}`;
    return about(what, revokedMessage(revocation));
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
      : `The chain is not valid at ${named(subject.commonName ?? subject.raw)}`;
    return `${whose}: ${uncapitalize(message)}`;
  }
  return null;
}
