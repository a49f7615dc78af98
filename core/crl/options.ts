/** Choices and limits of crl/generate. */
import { REASON_NAMES } from "../x509/reason-names.ts";

/** The reasons of a complete CRL (RFC 5280, 5.3.1). removeFromCRL is only for delta CRLs. */
export const REASONS = ["unspecified", ...REASON_NAMES] as const;
export type Reason = (typeof REASONS)[number];

/** The days from thisUpdate to nextUpdate if the caller gives no nextUpdate. */
export const CRL_DAYS = 30;
