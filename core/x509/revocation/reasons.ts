/** Why a certificate is revoked (RFC 5280, 5.3.1). */

/** CRLReason by its number; 7 has no meaning. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [0, "unspecified"],
  [1, "keyCompromise"],
  [2, "cACompromise"],
  [3, "affiliationChanged"],
  [4, "superseded"],
  [5, "cessationOfOperation"],
  [6, "certificateHold"],
  [8, "removeFromCRL"],
  [9, "privilegeWithdrawn"],
  [10, "aACompromise"],
]);

/** The only revocation that can be taken back. */
export const HOLD = "certificateHold";
/** Of a delta CRL: the certificate is no longer on hold, or has expired. */
export const REMOVED = "removeFromCRL";

/** The reason's name; a number without meaning is told as it is. */
export function reasonName(code: number): string {
  return REASONS.get(code) ?? `reason ${code}`;
}
