/**
 * What CRLs say about a certificate (RFC 5280, 6.3.3): issuer, signature, freshness and coverage are
 * checked before an entry counts, or the lack of one.
 *
 * A list that has expired still proves a revocation, for only a certificate on hold comes back.
 */
import { DerError } from "../asn1/der.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { REASONS } from "../objects/extensions/distribution-points.ts";
import type { Crl } from "./crl.ts";
import { coverageOf, issuerKeyOf } from "./crl-coverage.ts";
import type { CrlEntry } from "./crl-entries.ts";
import { findEntries } from "./crl-lookup.ts";
import { HOLD, REMOVED } from "./reasons.ts";
import {
  knownStatus,
  type RevocationInputs,
  type RevocationVerdict,
  staleness,
  unknownStatus,
} from "./verdict.ts";

/** One list that is the issuer's and covers the certificate. */
interface Applicable {
  readonly crl: Crl;
  readonly entry: CrlEntry | null;
  /** The reasons that it covers; null for all. */
  readonly reasons: readonly string[] | null;
  /** Why it says nothing about this moment; null where it does. */
  readonly stale: string | null;
}

const DELTA_NOT_READ = "NEWER REVOCATIONS ARE IN A DELTA CRL, WHICH WAS NOT CHECKED";

/** What the lists together say of the certificate. */
export async function statusByCrls(
  crls: readonly Crl[],
  inputs: RevocationInputs,
): Promise<RevocationVerdict> {
  const applicable: Applicable[] = [];
  const problems: string[] = [];
  for (const crl of crls) {
    const assessed = await assess(crl, inputs);
    if (typeof assessed === "string") problems.push(assessed);
    else applicable.push(assessed);
  }
  const complete = applicable.filter(({ crl }) => !crl.isDelta);
  const deltas = applicable.filter(({ crl }) => crl.isDelta);
  // RFC 5280, 5.2.6 and 4.2.1.15: a delta that is newer than the list may revoke the certificate.
  const noteOn = (crl: Crl): string | null => {
    const named = crl.namesDelta || inputs.certificate.extension(EXTENSION.freshestCRL) !== null;
    return named && !deltas.some(({ stale }) => stale === null) ? DELTA_NOT_READ : null;
  };
  for (const list of applicable) {
    const { crl, entry, stale } = list;
    if (entry === null || entry.reason === REMOVED) continue;
    const mayEnd = entry.reason === HOLD;
    if (mayEnd && (stale !== null || deltas.some((delta) => releases(delta, list)))) continue;
    return knownStatus("crl", crl, entry);
  }
  const fresh = complete.filter(({ stale }) => stale === null);
  const covering = coveringLists(fresh);
  if (covering !== null) {
    // The verdict holds until the first of them ends, and is as old as the oldest.
    const period = {
      thisUpdate: Math.min(...covering.map(({ thisUpdate }) => thisUpdate)),
      nextUpdate: Math.min(...covering.map(({ nextUpdate }) => nextUpdate!)),
    };
    const note = covering.map(noteOn).find((text) => text !== null) ?? null;
    return knownStatus("crl", period, null, note);
  }
  if (fresh.length > 0) return unknownStatus("THE CRL DOES NOT COVER ALL REASONS OF REVOCATION");
  const [stale] = complete;
  if (stale) return unknownStatus(stale.stale!);
  if (deltas.length > 0) {
    return unknownStatus("THE CRL IS A DELTA CRL: THE COMPLETE ONE THAT IT BELONGS TO IS MISSING");
  }
  return unknownStatus(problems[0] ?? "THERE IS NO CRL");
}

/**
 * The lists that cover all reasons: one that does so itself, or for each reason the one that holds
 * the longest (RFC 5280, 6.3.3: several lists may cover them together). null where a reason is left.
 */
function coveringLists(lists: readonly Applicable[]): readonly Crl[] | null {
  const byEnd = lists.toSorted((a, b) => b.crl.nextUpdate! - a.crl.nextUpdate!);
  const whole = byEnd.find(({ reasons }) => reasons === null);
  if (whole) return [whole.crl];
  const chosen = new Set<Crl>();
  for (const reason of REASONS) {
    if (reason === "unused") continue;
    const list = byEnd.find(({ reasons }) => reasons!.includes(reason));
    if (!list) return null;
    chosen.add(list.crl);
  }
  return [...chosen];
}

/** Whether a delta CRL takes back what a complete list, or an older delta, says. */
function releases(delta: Applicable, held: Applicable): boolean {
  return delta.stale === null && delta.entry?.reason === REMOVED &&
    delta.crl !== held.crl && isSameScope(delta.crl, held.crl) &&
    compareNumbers(delta.crl.number, held.crl.number) > 0 &&
    compareNumbers(delta.crl.baseNumber, held.crl.number) <= 0;
}

/** RFC 5280, 6.3.3, c: both have the same issuing distribution point, or neither has one. */
function isSameScope(a: Crl, b: Crl): boolean {
  return JSON.stringify(a.issuingPoint) === JSON.stringify(b.issuingPoint);
}

/** Numbers as hex without leading zeros; one that is missing is less than all. */
function compareNumbers(a: string | null, b: string | null): number {
  const [one, other] = [a ?? "", b ?? ""];
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** The list with what it says, or why it says nothing. */
async function assess(crl: Crl, inputs: RevocationInputs): Promise<Applicable | string> {
  const { certificate, issuer, now, budget } = inputs;
  const coverage = coverageOf(crl, certificate);
  if (coverage.problem !== null) return coverage.problem;
  if (crl.unusable !== null) return `THE CRL CANNOT BE USED: ${crl.unusable}`;
  const usage = issuer.extension(EXTENSION.keyUsage)?.value ?? null;
  if (usage !== null && !usage.includes("cRLSign")) return "THE ISSUER MUST NOT SIGN CRLs";
  const keyIdentifier = issuer.extension(EXTENSION.subjectKeyIdentifier)?.value ?? null;
  if (
    crl.keyIdentifier !== null && keyIdentifier !== null && crl.keyIdentifier !== keyIdentifier
  ) return "THE CRL IS SIGNED WITH ANOTHER KEY OF THE ISSUER'S NAME";
  const { valid, problem } = await crl.verify(issuer.publicKey, budget);
  if (valid !== true) {
    return `THE CRL'S SIGNATURE ${valid === null ? "CANNOT BE VERIFIED" : "IS WRONG"}: ${problem}`;
  }
  if (crl.nextUpdate === null) return "THE CRL HAS NO NEXT UPDATE";
  const stale = staleness("THE CRL", crl, now);
  try {
    const known = inputs.entryIn?.(crl);
    if (known !== undefined) return { crl, entry: known, reasons: coverage.reasons, stale };
    const wanted = { serial: certificate.serial, issuerKey: issuerKeyOf(certificate) };
    const [entry] = findEntries(crl, [wanted], budget);
    return { crl, entry, reasons: coverage.reasons, stale };
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return `THE CRL CANNOT BE USED: ${thrown.message}`;
  }
}
