/** What is known about a certificate's revocation, and from what. */
import type { Budget } from "../../kernel/context.ts";
import { formatTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { Crl } from "./crl.ts";
import type { CrlEntry } from "./crl-entries.ts";

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
}

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

/** The verdict that counts of several: one that revokes, else a good one, else the first unknown. */
export function strongest(verdicts: readonly RevocationVerdict[]): RevocationVerdict | null {
  return verdicts.find(({ status }) => status === "revoked") ??
    verdicts.find(({ status }) => status === "good") ?? verdicts[0] ?? null;
}
