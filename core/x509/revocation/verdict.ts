/** The revocation status of a certificate, and the CRL or OCSP response that decides it. */
import type { Budget } from "../../kernel/context.ts";
import { dateTime } from "../../kernel/dates.ts";
import { formatTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { Crl } from "./crl.ts";
import type { CrlEntry } from "./crl-entries.ts";
import { HOLD } from "./reasons.ts";

/** A certificate to check, its issuer, and the time of the check. */
export interface RevocationInputs {
  readonly certificate: Certificate;
  /** The certificate whose key signed it. The caller has verified the signature. */
  readonly issuer: Certificate;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly budget: Budget;
  /**
   * Returns the certificate's entry in a CRL if many certificates were looked up together: null if it is not
   * listed, undefined if it was not looked up.
   */
  readonly entryIn?: (crl: Crl) => CrlEntry | null | undefined;
  /** Finds the signer of a CRL that the issuer's key did not sign; without it only that key is accepted. */
  readonly findSigner?: (crl: Crl) => Promise<CrlSigner | null>;
}

/** Whether a CRL is signed by a certificate with a valid path to the same trust anchor. */
export type CrlSigner =
  /** Why no certificate is accepted as signer, in a sentence. */
  | { readonly problem: string }
  | {
    readonly problem: null;
    /** The check of the signer's certificate that was left out, as a message; null if none was. */
    readonly note: string | null;
    /**
     * Whether that certificate, or one above it in its path, is the one being checked. Its CRL may then
     * revoke the certificate but cannot prove that it is good.
     */
    readonly isInQuestion: boolean;
  };

export interface RevocationVerdict {
  readonly status: "good" | "revoked" | "unknown";
  /** The time of revocation, "2026-11-21T12:00:00Z"; null if unknown or not revoked. */
  readonly revokedAt: string | null;
  /** "keyCompromise", …; null if none is given or the certificate is not revoked. */
  readonly reason: string | null;
  /** When its key may have become known to others (RFC 5280, 5.3.2); absent if the CRL does not say it. */
  readonly invalidityDate?: string;
  /** Why the status is unknown; null if it is known. */
  readonly problem: string | null;
  /** The end of a CRL of the issuer, if the status is unknown because it has expired; absent if not. */
  readonly crlExpired?: string;
  readonly by: "crl" | "ocsp" | null;
  /** An omitted check that could change the verdict; null if there is none. */
  readonly note: string | null;
  /** The validity of the CRL or response that decides; null if it has none or the status is unknown. */
  readonly thisUpdate: string | null;
  readonly nextUpdate: string | null;
}

/**
 * How far the checks of a CRL or an OCSP response got before one failed. If several have a problem, the
 * problem of the closest match is reported.
 */
export const CLOSENESS = {
  /** From another issuer, or about other certificates. */
  other: 0,
  /** From another issuer, but may cover certificates of this one. */
  indirect: 1,
  /** From the issuer, but covers other certificates. */
  scope: 2,
  /** Covers the certificate, but cannot be used. */
  content: 3,
  signature: 4,
  time: 5,
} as const;

/** A verdict, and how far its source got in the checks. */
export interface RankedVerdict extends RevocationVerdict {
  readonly closeness: number;
}

/** Adds how far the source got; a verdict that decides got through all checks. */
export const ranked = (
  verdict: RevocationVerdict,
  closeness: number = CLOSENESS.time,
): RankedVerdict => ({ ...verdict, closeness });

/** The validity of a CRL or response, in milliseconds since 1970. */
interface Freshness {
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
}

/** How far thisUpdate may be in the future, in milliseconds, because clocks differ. */
const CLOCK_SKEW = 5 * 60_000;
/** How long an OCSP response without nextUpdate is accepted, in milliseconds. */
const UNDATED = 86_400_000;

/** An unknown status; `problem` is the reason. */
export const unknownStatus = (problem: string): RevocationVerdict => ({
  status: "unknown",
  revokedAt: null,
  reason: null,
  problem,
  by: null,
  note: null,
  thisUpdate: null,
  nextUpdate: null,
});

/** A verdict that a CRL or an OCSP response proves: "good" if `revoked` is null. */
export function knownStatus(
  by: "crl" | "ocsp",
  { thisUpdate, nextUpdate }: Freshness,
  revoked: Pick<CrlEntry, "revokedAt" | "reason"> & Partial<CrlEntry> | null,
  note: string | null = null,
): RevocationVerdict {
  return {
    status: revoked === null ? "good" : "revoked",
    revokedAt: revoked?.revokedAt ?? null,
    reason: revoked?.reason ?? null,
    ...revoked?.invalidityDate && { invalidityDate: revoked.invalidityDate },
    problem: null,
    by,
    note,
    thisUpdate: formatTime(thisUpdate),
    nextUpdate: nextUpdate === null ? null : formatTime(nextUpdate),
  };
}

/** Why a CRL or response does not apply at `now`; null if it does. `what` names it in the text. */
export function staleness(what: string, freshness: Freshness, now: number): string | null {
  const { thisUpdate, nextUpdate } = freshness;
  if (thisUpdate > now + CLOCK_SKEW) return `${what} is not yet valid`;
  const end = nextUpdate ?? thisUpdate + UNDATED;
  if (now <= end) return null;
  if (nextUpdate === null) return `${what} has no next update and is older than a day`;
  return `${what} expired on ${dateTime(nextUpdate)}`;
}

/**
 * The verdict that decides: a revocation, else a good status, else the closest match of the unknown ones.
 * Null if there are none. Only a newer good status from the same kind of source releases a hold (RFC
 * 5280, 5.3.1).
 */
export function strongest(verdicts: readonly RankedVerdict[]): RankedVerdict | null {
  const good = verdicts.filter(({ status }) => status === "good");
  const held = verdicts.filter(({ reason }) => reason === HOLD);
  const isNewer = (one: RevocationVerdict, other: RevocationVerdict) =>
    one.by === other.by && one.thisUpdate! > other.thisUpdate!;
  const revoked = verdicts.find((verdict) =>
    verdict.status === "revoked" &&
    !(verdict.reason === HOLD && good.some((later) => isNewer(later, verdict)))
  );
  return revoked ??
    good.find((verdict) => !held.some((hold) => isNewer(hold, verdict))) ?? good[0] ??
    closest(verdicts);
}

/** The first of the items with the highest closeness; null if there are none. */
export const closest = <Ranked extends { readonly closeness: number }>(
  all: readonly Ranked[],
): Ranked | null =>
  all.reduce<Ranked | null>(
    (best, next) => best !== null && best.closeness >= next.closeness ? best : next,
    null,
  );
