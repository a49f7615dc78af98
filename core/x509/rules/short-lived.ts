/** Short-lived certificates, which need no addresses of CRLs and OCSP responders. */
import { validityLength } from "../validity.ts";

const DAY = 86_400_000;
const CHANGE = Date.parse("2026-03-15");

/**
 * Whether a certificate is short-lived (Baseline Requirements, 1.6.1). Dates are in milliseconds since 1970, and
 * `notAfter` is part of the validity.
 */
export function isShortLived(notBefore: number, notAfter: number): boolean {
  const most = notBefore < CHANGE ? 10 : 7;
  return validityLength({ notBefore, notAfter }) <= most * DAY;
}
