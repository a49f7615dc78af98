/** The findings on a signed file, and the skipped parts that are its content. */
import type { InspectedFinding, SignedFile, SkippedPart } from "../contract.ts";
import { ruleFinding } from "../rule-finding.ts";

/** The finding that the signature, or else the signer's certificate, does not hold; none if the file does. */
export function signedFindings({ outcome, message, signers }: SignedFile): InspectedFinding[] {
  if (outcome !== "fails") return [];
  const isSignature = signers.some(({ signature }) => signature.outcome === "fails") ||
    signers.every(({ chain }) => chain?.outcome !== "fails");
  return [ruleFinding(isSignature ? "signature_wrong" : "signer_not_valid", message)];
}

/** The skipped parts without files that are the content of a detached signature. */
export function withoutContents(
  skipped: readonly SkippedPart[],
  messages: ReadonlyMap<number, { readonly signed?: SignedFile }>,
): SkippedPart[] {
  const contents = new Set([...messages.values()].map(({ signed }) => signed?.content.file));
  return skipped.filter(({ file, id }) => id !== null || !contents.has(file));
}
