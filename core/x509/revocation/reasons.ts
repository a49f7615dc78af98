/** Revocation reasons (RFC 5280, 5.3.1). */
import { dateTime } from "../../kernel/dates.ts";
import { REASON_NAMES, reasonWords } from "../reason-names.ts";

/** CRLReason by number; 7 is not used. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [0, "unspecified"],
  [8, "removeFromCRL"],
  ...REASON_NAMES.map((name, place): [number, string] => [place < 6 ? place + 1 : place + 3, name]),
]);

/** The only reason that can be withdrawn. */
export const HOLD = "certificateHold";
/** In a delta CRL: the certificate is no longer on hold, or has expired. */
export const REMOVED = "removeFromCRL";

/** "It was revoked on 1 Nov 2026, 12:00:00 UTC (key compromise)." `subject` is the certificate. */
export function revokedMessage(
  { revokedAt, reason }: { revokedAt: string | null; reason: string | null },
  subject = "It",
): string {
  const when = revokedAt === null ? "" : ` on ${dateTime(revokedAt)}`;
  const why = reason === null || reason === "unspecified" ? "" : ` (${reasonWords(reason)})`;
  return `${subject} was revoked${when}${why}.`;
}

/** The name of a reason; "reason 7" for an unknown number. */
export function reasonName(code: number): string {
  return REASONS.get(code) ?? `reason ${code}`;
}

/** The number of a reason in CRLReason; undefined for an unknown name. */
export function reasonCode(name: string): number | undefined {
  for (const [code, known] of REASONS) if (known === name) return code;
}
