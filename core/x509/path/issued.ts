/**
 * Verifies the signatures of certificates, and remembers which keys signed which certificates of
 * authorities: the same few are in nearly every chain. Other certificates are not remembered, so that the
 * time of an answer does not show whether a certificate was analyzed before.
 */
import type { Budget } from "../../kernel/context.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { toHex } from "../asn1/hex.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { Verdict } from "../signatures/plan.ts";
import { verifySignature } from "../signatures/verify.ts";

/** The most pairs that are remembered. Then the one that was used the longest ago is forgotten. */
const MOST = 2_000;

/** Digests of certificates and of the keys that signed them. */
const pairs = new Set<string>();

/**
 * Whether the key made the certificate's signature. It spends from the budget as if it were verified each
 * time, so that the outcome does not depend on earlier calls. Throws OperationError `too_complex`.
 */
export async function verifyIssued(
  certificate: Certificate,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Verdict> {
  if (certificate.extension(EXTENSION.basicConstraints)?.value?.ca !== true) {
    return await verifySignature(certificate, key, budget);
  }
  const sha256 = await loadDigest("SHA-256");
  const spki = key.bytes.subarray(key.start, key.end);
  const pair = `${toHex(sha256(certificate.bytes))} ${toHex(sha256(spki))}`;
  const verdict = await verifySignature(certificate, key, budget, pairs.has(pair));
  if (verdict.valid === true) remember(pair);
  return verdict;
}

function remember(pair: string): void {
  // A Set keeps the order of insertion.
  pairs.delete(pair);
  pairs.add(pair);
  if (pairs.size > MOST) pairs.delete(pairs.values().next().value!);
}
