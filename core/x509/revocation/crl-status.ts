/**
 * The status of a certificate by CRLs (RFC 5280, 6.3.3). Before an entry of a CRL counts, or the absence of
 * one, the CRL's issuer, scope, signature and freshness are checked.
 *
 * An expired CRL still proves a revocation, because only a certificate on hold can become good again.
 */
import type { Budget } from "../../kernel/context.ts";
import { equalOctets } from "../../kernel/octets.ts";
import type { Crl } from "./crl.ts";
import type { CrlEntry } from "./crl-entries.ts";
import { HOLD, REMOVED } from "./reasons.ts";
import { Der, DerError } from "../asn1/der.ts";
import { formatTime } from "../asn1/time.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type { Certificate } from "../objects/certificates.ts";
import { readPointsAs, REASONS } from "../objects/extensions/distribution-points.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { directoryKey, directoryNames, KEYED, keysOf } from "./distribution-points.ts";
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

/** A certificate to look up. */
interface WantedCertificate {
  /** Content octets of the serial number. */
  readonly serial: Uint8Array;
  /** The issuer's name as a `nameKey` value. */
  readonly issuerKey: string;
}

/**
 * Looks up certificates in one walk over the entries. Returns the entry of each certificate in the order
 * of `wanted`; null if it is not listed. If two entries name the same certificate, the one that revokes
 * it wins over removeFromCRL. Throws DerError if an entry cannot be read.
 */
export function findEntries(
  crl: Crl,
  wanted: readonly WantedCertificate[],
  budget: Budget,
): (CrlEntry | null)[] {
  const found: (CrlEntry | null)[] = wanted.map(() => null);
  const hashes = wanted.map(({ serial }) => hashOf(serial, 0, serial.length));
  const byHash = Map.groupBy(hashes.keys(), (place) => hashes[place]);
  const cursor = crl.entries(budget);
  const { bytes } = crl;
  // RFC 5280, 5.3.3: a certificate issuer also applies to the entries after it, until the next one.
  let issuers: ReadonlySet<string> = new Set([crl.issuerKey]);
  while (cursor.next()) {
    if (crl.namesIssuers && cursor.isUnusual) {
      const named = cursor.details().issuers;
      if (named !== null) issuers = new Set(named);
    }
    const { serialStart, serialEnd } = cursor;
    const places = byHash.get(hashOf(bytes, serialStart, serialEnd));
    if (places === undefined) continue;
    // An attacker can make many serial numbers with the same hash.
    budget.spend("work", places.length);
    const serial = significant(bytes.subarray(serialStart, serialEnd));
    for (const place of places) {
      const certificate = wanted[place];
      if (
        issuers.has(certificate.issuerKey) &&
        equalOctets(significant(certificate.serial), serial) &&
        (found[place] === null || found[place].reason === REMOVED)
      ) found[place] = cursor.describe();
    }
  }
  return found;
}

/** The offset after redundant leading zeros, which CRLs and certificates that are not DER may have. */
function firstOctet(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at + 1 < end && bytes[at] === 0 && bytes[at + 1] < 0x80) at++;
  return at;
}

/** The content octets of a serial number without redundant leading zeros. */
export const significant = (serial: Uint8Array): Uint8Array =>
  serial.subarray(firstOctet(serial, 0, serial.length));

/** The FNV-1a hash of a serial number. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = firstOctet(bytes, start, end); i < end; i++) {
    hash = Math.imul(hash ^ bytes[i], 0x01000193);
  }
  return hash;
}

/** Whether a CRL covers a certificate. This must hold before an entry, or its absence, means anything. */
type Coverage =
  | { readonly problem: string; readonly closeness: number }
  /** The revocation reasons that the CRL covers; null if it covers all. */
  | { readonly problem: null; readonly reasons: readonly string[] | null };

/** A distribution point of a certificate, with comparable names (see distribution-points.ts). */
interface Point {
  /** Its names; if it has none, those of its CRL issuer. */
  readonly keys: readonly string[];
  /** Null if it covers all reasons. */
  readonly reasons: readonly string[] | null;
  /** The names of its CRL issuer; null if that is the certificate's issuer. */
  readonly issuers: ReadonlySet<string> | null;
}

/** Time to look up one name, in microseconds of a slow core. */
const LOOK_UP = 0.1;

/**
 * The issuer's name as a key to compare with `Crl.issuerKey`. Names that are equal by RFC 5280, 7.1 have
 * equal keys.
 */
export const issuerKeyOf = (certificate: Certificate): string =>
  nameKey(canonicalName(certificate.issuer));

const known = new WeakMap<Certificate, readonly Point[]>();

/**
 * The distribution points of a certificate. RFC 5280, 6.3.3 adds one with the issuer's name, for CRLs
 * that no distribution point names. Malformed points are left out.
 */
function pointsOf(certificate: Certificate, budget: Budget): readonly Point[] {
  const points = known.get(certificate);
  if (points) return points;
  const issuerKey = issuerKeyOf(certificate);
  const read: Point[] = [{ keys: [directoryKey(issuerKey)], reasons: null, issuers: null }];
  known.set(certificate, read);
  const oid = EXTENSION.cRLDistributionPoints;
  if (!certificate.extension(oid)?.value) return read;
  const { body, end } = certificate.extensions.find((extension) => extension.oid === oid)!;
  for (const point of readPointsAs(KEYED, new Der(certificate.bytes, budget), body, end)) {
    const issuers = point.crlIssuer.length === 0 ? null : directoryNames(point.crlIssuer);
    const isNamed = point.names.length > 0 || point.relativeName !== null;
    read.push({
      // A relative name belongs to a single CRL issuer (4.2.1.13).
      keys: isNamed
        ? keysOf(point, issuers?.[0] ?? issuerKey)
        : point.crlIssuer.map(({ key }) => key),
      reasons: point.reasons.length > 0 ? point.reasons : null,
      issuers: issuers && new Set(issuers),
    });
  }
  return read;
}

/**
 * The issuers whose CRLs may cover the certificate, as `Crl.issuerKey` values: its own issuer, and the CRL
 * issuers that its distribution points name.
 */
export function crlIssuersOf(certificate: Certificate, budget: Budget): ReadonlySet<string> {
  const issuers = pointsOf(certificate, budget).flatMap(({ issuers }) => [...issuers ?? []]);
  return new Set([issuerKeyOf(certificate), ...issuers]);
}

/** Whether the CRL covers the certificate, and for which reasons. */
function coverageOf(crl: Crl, certificate: Certificate, budget: Budget): Coverage {
  const problem = (text: string, closeness: number = CLOSENESS.scope): Coverage => ({
    problem: text,
    closeness,
  });
  const points = pointsOf(certificate, budget);
  budget.spend("work", 1 + points.reduce((sum, { keys }) => sum + keys.length, 0) * LOOK_UP);
  const isOwn = crl.issuerKey === issuerKeyOf(certificate);
  const { issuingPoint: scope } = crl;
  const named = points.filter(({ issuers }) =>
    issuers === null ? isOwn : issuers.has(crl.issuerKey)
  );
  if (named.length === 0) {
    return scope?.indirect
      ? problem(
        "The CRL is an indirect CRL from another issuer, which the certificate does not name",
        CLOSENESS.indirect,
      )
      : problem("The CRL is from another issuer", CLOSENESS.other);
  }
  // Otherwise an entry without a certificate issuer would apply to certificates of the CRL's issuer.
  if (!isOwn && !scope?.indirect) {
    return problem("The CRL is not indirect, and the certificate has another issuer");
  }
  if (scope === null) return { problem: null, reasons: null };
  const isCa = certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true;
  if (scope.onlyAttributeCertificates) return problem("The CRL covers only attribute certificates");
  if (scope.onlyUserCertificates && isCa) return problem("The CRL does not cover CA certificates");
  if (scope.onlyCaCertificates && !isCa) return problem("The CRL covers only CA certificates");
  const { pointKeys } = crl;
  const matching = pointKeys === null
    ? named
    : named.filter(({ keys }) => keys.some((key) => pointKeys.has(key)));
  if (matching.length === 0) {
    return problem("The CRL covers only some certificates, and this is not one of them");
  }
  return { problem: null, reasons: reasonsOf(scope.onlySomeReasons, matching) };
}

/** The reasons that both the CRL (`own`) and one of the points cover; null for all reasons. */
function reasonsOf(own: readonly string[], points: readonly Point[]): readonly string[] | null {
  const ofPoints = points.some(({ reasons }) => reasons === null)
    ? null
    : new Set(points.flatMap(({ reasons }) => reasons!));
  if (own.length === 0) return ofPoints && [...ofPoints];
  return ofPoints === null ? own : own.filter((reason) => ofPoints.has(reason));
}

/** A CRL that covers the certificate and has a valid signature. */
interface Applicable {
  readonly crl: Crl;
  readonly entry: CrlEntry | null;
  /** The reasons that it covers; null for all. */
  readonly reasons: readonly string[] | null;
  /** Why the CRL does not apply at the time of evaluation; null if it does. */
  readonly stale: string | null;
  /** The check of the signer's certificate that was left out, as a message; null if none was. */
  readonly note: string | null;
  /** Whether the signer's certificate is the one being checked, or has it in its own path. */
  readonly isInQuestion: boolean;
}

/** Why a CRL cannot decide the status of the certificate. */
interface Inapplicable {
  readonly problem: string;
  readonly closeness: number;
}

/** `Crl.unusable` as the text of a problem. */
export const crlProblem = (unusable: string): string => `The CRL cannot be used: ${unusable}`;

const DELTA_NOT_READ = "Newer revocations are in a delta CRL, which was not checked";

/** The certificate's status according to all CRLs together. */
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
    { problem: "No CRL was given", closeness: CLOSENESS.other };
  return ranked(unknownStatus(problem), closeness);
}

/** The status according to the CRLs that apply to the certificate; null if no CRL does. */
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
  for (const found of applicable) {
    const { crl, entry, stale, note } = found;
    if (entry === null || entry.reason === REMOVED) continue;
    if (entry.reason === HOLD && (stale !== null || isReleased(found))) continue;
    return knownStatus("crl", crl, entry, note);
  }
  const trusted = complete.filter(({ isInQuestion }) => !isInQuestion);
  // A newer CRL of the same scope that lists the certificate as on hold replaces an older one.
  const fresh = trusted.filter((one) => {
    const latest = newest.get(one.crl.scope);
    const isReplaced = latest !== undefined && latest !== one &&
      (latest.entry !== null || one.entry !== null) && isNewer(latest.crl, one.crl);
    return one.stale === null && !isReplaced;
  });
  const covering = coveringCrls(fresh);
  if (covering !== null) {
    // The verdict is as old as the oldest of these CRLs, and expires with the first one that does.
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
  if (fresh.length > 0) return unknownStatus("The CRL does not cover all revocation reasons");
  const notCurrent = trusted.find(({ stale }) => stale !== null);
  if (notCurrent) {
    const { stale, crl: { nextUpdate } } = notCurrent;
    return {
      ...unknownStatus(stale!),
      ...nextUpdate !== null && nextUpdate < now && { crlExpired: formatTime(nextUpdate) },
    };
  }
  if (deltas.size > 0) {
    return unknownStatus("The CRL is a delta CRL, and the complete CRL is missing");
  }
  return applicable.length > 0 ? unknownStatus(IN_QUESTION) : null;
}

const IN_QUESTION = "The CRL is signed with the key of a certificate that may itself be revoked";

/** The newest CRL of each scope. */
function newestOf(complete: readonly Applicable[]): ReadonlyMap<string, Applicable> {
  const newest = new Map<string, Applicable>();
  for (const one of complete) {
    const known = newest.get(one.crl.scope);
    if (known === undefined || isNewer(one.crl, known.crl)) newest.set(one.crl.scope, one);
  }
  return newest;
}

/**
 * The CRLs that together cover all reasons (RFC 5280, 6.3.3): a single one if possible, otherwise the
 * one that expires last for each reason. Null if a reason is not covered.
 */
function coveringCrls(fresh: readonly Applicable[]): readonly Applicable[] | null {
  const byEnd = fresh.toSorted((a, b) => b.crl.nextUpdate! - a.crl.nextUpdate!);
  const whole = byEnd.find(({ reasons }) => reasons === null);
  if (whole) return [whole];
  const chosen = new Set<Applicable>();
  for (const reason of REASONS) {
    if (reason === "unused") continue;
    const found = byEnd.find(({ reasons }) => reasons!.includes(reason));
    if (!found) return null;
    chosen.add(found);
  }
  return [...chosen];
}

/**
 * Whether a current delta CRL completes a CRL of the same scope (RFC 5280, 6.3.3 (c) and 5.2.4): the same
 * key signed both, and the CRL is at least as new as the delta's base.
 */
function completes({ crl: delta, stale }: Applicable, crl: Crl): boolean {
  return stale === null && delta.keyIdentifier === crl.keyIdentifier &&
    compareNumbers(delta.number, crl.number) > 0 &&
    compareNumbers(delta.baseNumber, crl.number) <= 0;
}

/** Whether a CRL replaces another one of its scope: by number, otherwise by date (RFC 5280, 5.2.3). */
function isNewer(one: Crl, other: Crl): boolean {
  const order = one.number === null || other.number === null
    ? 0
    : compareNumbers(one.number, other.number);
  return (order || one.thisUpdate - other.thisUpdate) > 0;
}

/** Compares hexadecimal numbers without leading zeros. A missing number sorts first. */
function compareNumbers(a: string | null, b: string | null): number {
  const [one, other] = [a ?? "", b ?? ""];
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** Checks a CRL and looks the certificate up in it. */
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
  const stale = staleness("The CRL", crl, now);
  const known = { crl, reasons: coverage.reasons, stale, note, isInQuestion };
  try {
    const lookedUp = inputs.entryIn?.(crl);
    if (lookedUp !== undefined) return { ...known, entry: lookedUp };
    const wanted = { serial: certificate.serial, issuerKey: issuerKeyOf(certificate) };
    const [entry] = findEntries(crl, [wanted], budget);
    return { ...known, entry };
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return cannotBeUsed(thrown.message);
  }
}

/** The certificate's issuer if its key signed the CRL; otherwise the signer that `findSigner` returns. */
async function signerOf(crl: Crl, inputs: RevocationInputs): Promise<CrlSigner> {
  const isOwn = crl.issuerKey === issuerKeyOf(inputs.certificate);
  const problem = isOwn
    ? await issuerProblem(crl, inputs)
    : "The certificate of the CRL's issuer is missing";
  if (problem === null) return { problem, note: null, isInQuestion: false };
  return await inputs.findSigner?.(crl) ?? { problem };
}

/** Why the CRL is not signed by the key of the certificate's issuer; null if it is. */
async function issuerProblem(
  crl: Crl,
  { issuer, budget }: RevocationInputs,
): Promise<string | null> {
  const usage = issuer.extension(EXTENSION.keyUsage)?.value ?? null;
  if (usage !== null && !usage.includes("cRLSign")) return "The issuer is not allowed to sign CRLs";
  const keyIdentifier = issuer.extension(EXTENSION.subjectKeyIdentifier)?.value ?? null;
  if (
    crl.keyIdentifier !== null && keyIdentifier !== null && crl.keyIdentifier !== keyIdentifier
  ) return "The CRL is signed with another key of the issuer";
  const { valid, problem } = await crl.verify(issuer.publicKey, budget);
  if (valid === true) return null;
  return `The CRL's signature ${valid === null ? "cannot be verified" : "is wrong"}: ${problem!}`;
}
