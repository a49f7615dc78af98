/**
 * The status of a certificate by CRLs (RFC 5280, 6.3.3): issuer, scope, signature and freshness are
 * checked before an entry counts, or the lack of one.
 *
 * A CRL that has expired still proves a revocation, because only a certificate on hold comes back.
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
  CLOSENESS,
  closest,
  type CrlSigner,
  knownStatus,
  ranked,
  type RankedVerdict,
  type RevocationInputs,
  type RevocationVerdict,
  staleness,
  unknownStatus,
} from "./verdict.ts";

/** A CRL that covers the certificate and whose signature holds. */
interface Applicable {
  readonly crl: Crl;
  readonly entry: CrlEntry | null;
  /** The reasons that it covers; null for all. */
  readonly reasons: readonly string[] | null;
  /** Why it says nothing about this moment; null where it does. */
  readonly stale: string | null;
  /** Names the unchecked part of the signer's certificate; null where all was checked. */
  readonly note: string | null;
  /** Whether the certificate that signed it is itself in question. */
  readonly isInQuestion: boolean;
}

/** Why a CRL says nothing about the certificate. */
interface Inapplicable {
  readonly problem: string;
  readonly closeness: number;
}

/** `Crl.unusable` as a problem. */
export const crlProblem = (unusable: string): string => `THE CRL CANNOT BE USED: ${unusable}`;

const DELTA_NOT_READ = "NEWER REVOCATIONS ARE IN A DELTA CRL, WHICH WAS NOT CHECKED";

/** The certificate's status by all CRLs together. */
export async function statusByCrls(
  crls: readonly Crl[],
  inputs: RevocationInputs,
): Promise<RankedVerdict> {
  const applicable: Applicable[] = [];
  const inapplicable: Inapplicable[] = [];
  for (const crl of crls) {
    const assessed = await assess(crl, inputs);
    if ("problem" in assessed) inapplicable.push(assessed);
    else applicable.push(assessed);
  }
  const verdict = verdictOf(applicable, inputs);
  if (verdict !== null) return ranked(verdict);
  const { problem, closeness } = closest(inapplicable) ??
    { problem: "THERE IS NO CRL", closeness: CLOSENESS.other };
  return ranked(unknownStatus(problem), closeness);
}

/** The status by CRLs that cover the certificate; null without such CRLs. */
function verdictOf(
  applicable: readonly Applicable[],
  { certificate, now }: RevocationInputs,
): RevocationVerdict | null {
  const deltas = Map.groupBy(
    applicable.filter(({ crl }) => crl.isDelta),
    ({ crl }) => crl.scope,
  );
  const complete = applicable.filter(({ crl }) => !crl.isDelta);
  const newest = newestOf(complete.filter(({ crl }) => crl.thisUpdate <= now));
  const isReleased = (held: Applicable): boolean => {
    const latest = newest.get(held.crl.scope);
    return latest !== undefined && latest.stale === null && latest.entry === null &&
        !latest.isInQuestion && isNewer(latest.crl, held.crl) ||
      (deltas.get(held.crl.scope) ?? []).some((delta) =>
        delta.crl !== held.crl && !delta.isInQuestion && delta.entry?.reason === REMOVED &&
        completes(delta, held.crl)
      );
  };
  for (const list of applicable) {
    const { crl, entry, stale, note } = list;
    if (entry === null || entry.reason === REMOVED) continue;
    if (entry.reason === HOLD && (stale !== null || isReleased(list))) continue;
    return knownStatus("crl", crl, entry, note);
  }
  const trusted = complete.filter(({ isInQuestion }) => !isInQuestion);
  // A newer CRL of the scope that holds the certificate replaces an older one without the entry.
  const fresh = trusted.filter((list) => {
    const latest = newest.get(list.crl.scope);
    const isReplaced = latest !== undefined && latest !== list &&
      (latest.entry !== null || list.entry !== null) && isNewer(latest.crl, list.crl);
    return list.stale === null && !isReplaced;
  });
  const covering = coveringLists(fresh);
  if (covering !== null) {
    // The verdict holds until the first of them ends, and is as old as the oldest.
    const period = {
      thisUpdate: Math.min(...covering.map(({ crl }) => crl.thisUpdate)),
      nextUpdate: Math.min(...covering.map(({ crl }) => crl.nextUpdate!)),
    };
    // RFC 5280, 5.2.6 and 4.2.1.15: a delta that is newer than the CRL may revoke the certificate.
    const isNamed = certificate.extension(EXTENSION.freshestCRL) !== null;
    const notes = covering.map(({ crl, note }) => {
      const known = deltas.get(crl.scope) ?? [];
      const isUnread = (crl.namesDelta || isNamed) && !known.some((delta) => completes(delta, crl));
      return isUnread ? DELTA_NOT_READ : note;
    });
    return knownStatus("crl", period, null, notes.find((text) => text !== null) ?? null);
  }
  if (fresh.length > 0) return unknownStatus("THE CRL DOES NOT COVER ALL REASONS OF REVOCATION");
  const stale = trusted.find((list) => list.stale !== null);
  if (stale) return unknownStatus(stale.stale!);
  if (deltas.size > 0) {
    return unknownStatus("THE CRL IS A DELTA CRL: THE COMPLETE ONE THAT IT BELONGS TO IS MISSING");
  }
  return applicable.length > 0 ? unknownStatus(IN_QUESTION) : null;
}

const IN_QUESTION = "THE CRL IS SIGNED WITH THE KEY OF A CERTIFICATE THAT IS ITSELF IN QUESTION";

/** The newest CRL of each scope. */
function newestOf(complete: readonly Applicable[]): ReadonlyMap<string, Applicable> {
  const newest = new Map<string, Applicable>();
  for (const list of complete) {
    const known = newest.get(list.crl.scope);
    if (known === undefined || isNewer(list.crl, known.crl)) newest.set(list.crl.scope, list);
  }
  return newest;
}

/**
 * The CRLs that cover all reasons: one that does so itself, or for each reason the one that holds
 * the longest (RFC 5280, 6.3.3: several CRLs may cover them together). null where a reason is left.
 */
function coveringLists(lists: readonly Applicable[]): readonly Applicable[] | null {
  const byEnd = lists.toSorted((a, b) => b.crl.nextUpdate! - a.crl.nextUpdate!);
  const whole = byEnd.find(({ reasons }) => reasons === null);
  if (whole) return [whole];
  const chosen = new Set<Applicable>();
  for (const reason of REASONS) {
    if (reason === "unused") continue;
    const list = byEnd.find(({ reasons }) => reasons!.includes(reason));
    if (!list) return null;
    chosen.add(list);
  }
  return [...chosen];
}

/**
 * Whether a current delta CRL adds to a CRL of the same scope (RFC 5280, 6.3.3 (c) and 5.2.4): the same
 * key signed both, and the CRL is as new as the one that the delta starts from.
 */
function completes({ crl: delta, stale }: Applicable, crl: Crl): boolean {
  return stale === null && delta.keyIdentifier === crl.keyIdentifier &&
    compareNumbers(delta.number, crl.number) > 0 &&
    compareNumbers(delta.baseNumber, crl.number) <= 0;
}

/** Whether a CRL replaces another one of its scope: by number, else by date (RFC 5280, 5.2.3). */
function isNewer(one: Crl, other: Crl): boolean {
  const order = one.number === null || other.number === null
    ? 0
    : compareNumbers(one.number, other.number);
  return (order || one.thisUpdate - other.thisUpdate) > 0;
}

/** Numbers as hex without leading zeros; one that is missing is less than all. */
function compareNumbers(a: string | null, b: string | null): number {
  const [one, other] = [a ?? "", b ?? ""];
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** The CRL with what it says, or why it says nothing. */
async function assess(crl: Crl, inputs: RevocationInputs): Promise<Applicable | Inapplicable> {
  const { certificate, now, budget } = inputs;
  const coverage = coverageOf(crl, certificate, budget);
  if (coverage.problem !== null) return coverage;
  const cannotBeUsed = (why: string): Inapplicable => ({
    problem: crlProblem(why),
    closeness: CLOSENESS.content,
  });
  if (crl.unusable !== null) return cannotBeUsed(crl.unusable);
  const signer = await signerOf(crl, inputs);
  if (signer.problem !== null) {
    return { problem: signer.problem, closeness: CLOSENESS.signature };
  }
  const { note, isInQuestion } = signer;
  const stale = staleness("THE CRL", crl, now);
  const known = { crl, reasons: coverage.reasons, stale, note, isInQuestion };
  try {
    const looked = inputs.entryIn?.(crl);
    if (looked !== undefined) return { ...known, entry: looked };
    const wanted = { serial: certificate.serial, issuerKey: issuerKeyOf(certificate) };
    const [entry] = findEntries(crl, [wanted], budget);
    return { ...known, entry };
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return cannotBeUsed(thrown.message);
  }
}

/** The certificate's issuer if its key signed the CRL, else the signer that `findSigner` finds. */
async function signerOf(crl: Crl, inputs: RevocationInputs): Promise<CrlSigner> {
  const isOwn = crl.issuerKey === issuerKeyOf(inputs.certificate);
  const problem = isOwn
    ? await issuerProblem(crl, inputs)
    : "THE CERTIFICATE OF THE CRL'S ISSUER IS MISSING";
  if (problem === null) return { problem, note: null, isInQuestion: false };
  return await inputs.findSigner?.(crl) ?? { problem };
}

/** Why the CRL is not signed by the key of the certificate's issuer; null where it is. */
async function issuerProblem(
  crl: Crl,
  { issuer, budget }: RevocationInputs,
): Promise<string | null> {
  const usage = issuer.extension(EXTENSION.keyUsage)?.value ?? null;
  if (usage !== null && !usage.includes("cRLSign")) return "THE ISSUER MUST NOT SIGN CRLs";
  const keyIdentifier = issuer.extension(EXTENSION.subjectKeyIdentifier)?.value ?? null;
  if (
    crl.keyIdentifier !== null && keyIdentifier !== null && crl.keyIdentifier !== keyIdentifier
  ) return "THE CRL IS SIGNED WITH ANOTHER KEY OF THE ISSUER'S NAME";
  const { valid, problem } = await crl.verify(issuer.publicKey, budget);
  if (valid === true) return null;
  return `THE CRL'S SIGNATURE ${valid === null ? "CANNOT BE VERIFIED" : "IS WRONG"}: ${problem}`;
}
