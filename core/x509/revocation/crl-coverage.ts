/** Which certificates a CRL covers, and for which reasons (RFC 5280, 6.3.3 (b) and (d)). */
import type { Budget } from "../../kernel/context.ts";
import { Der } from "../asn1/der.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type { Certificate } from "../objects/certificates.ts";
import { readPointsAs } from "../objects/extensions/distribution-points.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { Crl } from "./crl.ts";
import { directoryKey, directoryNames, KEYED, keysOf } from "./point-names.ts";
import { CLOSENESS } from "./verdict.ts";

/** Whether a CRL covers a certificate: decided before an entry counts, or the lack of one. */
type Coverage =
  | { readonly problem: string; readonly closeness: number }
  /** The reasons for revocation that the CRL covers; null for all. */
  | { readonly problem: null; readonly reasons: readonly string[] | null };

/** A distribution point of a certificate, with names as `point-names.ts` compares them. */
interface Point {
  /** Its own names, else those of its CRL issuer. */
  readonly keys: readonly string[];
  /** null for all. */
  readonly reasons: readonly string[] | null;
  /** The names of its CRL issuer; null where that is the certificate's issuer. */
  readonly issuers: ReadonlySet<string> | null;
}

/** Microseconds of a slow core to look up one name. */
const LOOK_UP = 0.1;

/**
 * The issuer's name as a key, to be compared with `Crl.issuerKey`: names that are equal by RFC 5280,
 * 7.1, have equal keys.
 */
export const issuerKeyOf = (certificate: Certificate): string =>
  nameKey(canonicalName(certificate.issuer));

const known = new WeakMap<Certificate, readonly Point[]>();

/**
 * The distribution points of a certificate and, as 6.3.3 adds to them, one with the name of its issuer
 * for the CRLs that none of them names. Points that cannot be read are left out.
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
      // A fragment belongs to a single CRL issuer (4.2.1.13).
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
 * The issuers whose CRLs may cover the certificate, as `Crl.issuerKey` has them: its own issuer, and the
 * CRL issuers that its distribution points name.
 */
export function crlIssuersOf(certificate: Certificate, budget: Budget): ReadonlySet<string> {
  const issuers = pointsOf(certificate, budget).flatMap(({ issuers }) => [...issuers ?? []]);
  return new Set([issuerKeyOf(certificate), ...issuers]);
}

/** Whether and for which reasons the CRL covers the certificate. */
export function coverageOf(crl: Crl, certificate: Certificate, budget: Budget): Coverage {
  const problem = (text: string, closeness: number = CLOSENESS.scope): Coverage => ({
    ...{ problem: text, closeness },
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
        "THE CRL IS AN INDIRECT CRL OF ANOTHER ISSUER, WHICH THE CERTIFICATE DOES NOT NAME",
        CLOSENESS.indirect,
      )
      : problem("THE CRL IS OF ANOTHER ISSUER", CLOSENESS.other);
  }
  // Without this, an entry that names no issuer would be about the certificates of the CRL's issuer.
  if (!isOwn && !scope?.indirect) {
    return problem("THE CRL IS NOT INDIRECT, AND THE CERTIFICATE IS OF ANOTHER ISSUER");
  }
  if (scope === null) return { problem: null, reasons: null };
  const isCa = certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true;
  if (scope.onlyAttributeCertificates) return problem("THE CRL COVERS ATTRIBUTE CERTIFICATES ONLY");
  if (scope.onlyUserCertificates && isCa) return problem("THE CRL DOES NOT COVER CA CERTIFICATES");
  if (scope.onlyCaCertificates && !isCa) return problem("THE CRL COVERS CA CERTIFICATES ONLY");
  const { pointKeys } = crl;
  const matching = pointKeys === null
    ? named
    : named.filter(({ keys }) => keys.some((key) => pointKeys.has(key)));
  if (matching.length === 0) {
    return problem("THE CRL COVERS A PART OF THE CERTIFICATES, AND NOT THIS ONE");
  }
  return { problem: null, reasons: reasonsOf(scope.onlySomeReasons, matching) };
}

/** The reasons of all points together, as far as the CRL covers them; null for all. */
function reasonsOf(own: readonly string[], points: readonly Point[]): readonly string[] | null {
  const asked = points.some(({ reasons }) => reasons === null)
    ? null
    : new Set(points.flatMap(({ reasons }) => reasons!));
  if (own.length === 0) return asked && [...asked];
  return asked === null ? own : own.filter((reason) => asked.has(reason));
}
