/** What is known about a certificate's revocation, and from what. */
import type { Budget } from "../../kernel/context.ts";
import { formatTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { Crl } from "./crl.ts";
import type { CrlEntry } from "./crl-entries.ts";
import { HOLD } from "./reasons.ts";

/** The certificate in question, its issuer's, and the moment. */
export interface RevocationInputs {
  readonly certificate: Certificate;
  /** The certificate whose key signed it: the caller has verified that. */
  readonly issuer: Certificate;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly budget: Budget;
  /** The entry in a list, where it was looked up already, for many at once; undefined where not. */
  readonly entryIn?: (crl: Crl) => CrlEntry | null | undefined;
  /** Finds who signed a CRL that the issuer's key did not sign; without it only that key counts. */
  readonly findSigner?: (crl: Crl) => Promise<CrlSigner | null>;
}

/** Whether a CRL is signed by a certificate with a valid path to the same trust anchor. */
export type CrlSigner =
  /** No certificate counts, in a sentence. */
  | { readonly problem: string }
  | {
    readonly problem: null;
    /** Names the unchecked part of the signer's certificate; null where all was checked. */
    readonly note: string | null;
    /**
     * Whether that certificate or one above it is itself the one in question. Its CRL may then revoke
     * it, and cannot prove that it is not revoked.
     */
    readonly isInQuestion: boolean;
  };

export interface RevocationVerdict {
  readonly status: "good" | "revoked" | "unknown";
  /** When it was revoked: "2026-11-21T12:00:00Z"; null where that is not known, and for other statuses. */
  readonly revokedAt: string | null;
  /** "keyCompromise", …; null where none is given, and for other statuses. */
  readonly reason: string | null;
  /** Why nothing is known; null where something is. */
  readonly problem: string | null;
  readonly by: "crl" | "ocsp" | null;
  /** What was not checked and could change the verdict; null where there is nothing of the kind. */
  readonly note: string | null;
  /** The period of the list or answer that decides; null where it names none, or nothing is known. */
  readonly thisUpdate: string | null;
  readonly nextUpdate: string | null;
}

/**
 * How far a CRL or an OCSP response got before it turned out to say nothing. Of several problems the
 * closest match's is reported.
 */
export const CLOSENESS = {
  /** It is of another issuer, or about other certificates. */
  other: 0,
  /** It is of another issuer, and may be about certificates of this one. */
  indirect: 1,
  /** It is the issuer's, and covers other certificates. */
  scope: 2,
  /** It covers the certificate, and cannot be used. */
  content: 3,
  signature: 4,
  time: 5,
} as const;

/** A verdict with the closeness of the problem in it. */
export interface RankedVerdict extends RevocationVerdict {
  readonly closeness: number;
}

export const ranked = (
  verdict: RevocationVerdict,
  closeness: number = CLOSENESS.time,
): RankedVerdict => ({ ...verdict, closeness });

/** The period for which a list or an answer says that it holds, in milliseconds since 1970. */
interface Freshness {
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
}

/** Clocks differ: thisUpdate may be so many milliseconds in the future. */
const CLOCK_SKEW = 5 * 60_000;
/** OCSP answers need not say when they end; one that does not holds for a day. */
const UNDATED = 86_400_000;

/** Nothing is known. `problem` says why. */
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

/** A verdict that rests on a list or on an answer. */
export function knownStatus(
  by: "crl" | "ocsp",
  { thisUpdate, nextUpdate }: Freshness,
  revoked: { revokedAt: string | null; reason: string | null } | null,
  note: string | null = null,
): RevocationVerdict {
  return {
    status: revoked === null ? "good" : "revoked",
    revokedAt: revoked?.revokedAt ?? null,
    reason: revoked?.reason ?? null,
    problem: null,
    by,
    note,
    thisUpdate: formatTime(thisUpdate),
    nextUpdate: nextUpdate === null ? null : formatTime(nextUpdate),
  };
}

/** Why a list or an answer says nothing about `now`; null where it does. `what` names it. */
export function staleness(what: string, freshness: Freshness, now: number): string | null {
  const { thisUpdate, nextUpdate } = freshness;
  if (thisUpdate > now + CLOCK_SKEW) return `${what} IS NOT YET VALID`;
  const end = nextUpdate ?? thisUpdate + UNDATED;
  if (now <= end) return null;
  if (nextUpdate === null) return `${what} HAS NO NEXT UPDATE AND IS OLDER THAN A DAY`;
  return `${what} EXPIRED ON ${formatTime(nextUpdate)}`;
}

/**
 * The verdict that counts of several: one that revokes, else a good one, else the closest match of
 * those that say nothing; null where there are none. A newer good answer of the same kind releases a
 * hold, and nothing else (RFC 5280, 5.3.1).
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

/** The first of those that came closest; null where there are none. */
export const closest = <Ranked extends { readonly closeness: number }>(
  all: readonly Ranked[],
): Ranked | null =>
  all.reduce<Ranked | null>(
    (best, next) => best !== null && best.closeness >= next.closeness ? best : next,
    null,
  );
