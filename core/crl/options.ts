/** Choices and limits of crl/generate. */

/** The reasons of a complete CRL (RFC 5280, 5.3.1). removeFromCRL is only for delta CRLs. */
export const REASONS = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "privilegeWithdrawn",
  "aACompromise",
] as const;
export type Reason = (typeof REASONS)[number];

/** The days from thisUpdate to nextUpdate if the caller gives no nextUpdate. */
export const CRL_DAYS = 30;
