/** The findings on a signed file: a signature that does not hold, and weak digests. */
import type { InspectedFinding, SignedFile, SkippedPart } from "../contract.ts";
import { ruleFinding } from "../rule-finding.ts";

export function signedFindings(
  { outcome, message, signers, notes }: SignedFile,
): InspectedFinding[] {
  const findings: InspectedFinding[] = [];
  if (outcome === "fails") {
    const isSignature = signers.some(({ signature }) => signature.outcome === "fails") ||
      signers.every(({ chain }) => chain?.outcome !== "fails");
    findings.push(ruleFinding(isSignature ? "signature_wrong" : "signer_not_valid", message));
  }
  for (const note of notes) {
    if (note.startsWith("The signature uses ")) findings.push(ruleFinding("digest_weak", note));
    else if (note.startsWith("The certificate of the signer does not name")) {
      findings.push(ruleFinding("sender_not_named", note));
    }
  }
  return findings;
}

/** The skipped parts without files that are the content of a detached signature. */
export function withoutContents(
  skipped: readonly SkippedPart[],
  messages: ReadonlyMap<number, { readonly signed?: SignedFile }>,
): SkippedPart[] {
  const contents = new Set([...messages.values()].map(({ signed }) => signed?.content.file));
  return skipped.filter(({ file, id }) => id !== null || !contents.has(file));
}
