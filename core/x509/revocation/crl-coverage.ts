/** Which certificates a CRL covers (RFC 5280, 6.3.3, b). */
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type { Certificate } from "../objects/certificates.ts";
import type { DistributionPoint } from "../objects/extensions/distribution-points.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { DistinguishedName, GeneralName } from "../shapes.ts";
import type { Crl } from "./crl.ts";

/** What a CRL covers. It is asked before an entry counts, or the lack of one. */
interface Coverage {
  /** Why the list does not cover the certificate; null where it does. */
  readonly problem: string | null;
  /** The reasons for revocation that it covers; null for all. */
  readonly reasons: readonly string[] | null;
}

/**
 * The issuer's name as a key, to be compared with `Crl.issuerKey`: names that are equal by RFC 5280,
 * 7.1, have equal keys.
 */
export const issuerKeyOf = (certificate: Certificate): string =>
  nameKey(canonicalName(certificate.issuer));

/** Whether and for which reasons the list covers the certificate. */
export function coverageOf(crl: Crl, certificate: Certificate): Coverage {
  const problem = (text: string): Coverage => ({ problem: text, reasons: null });
  const point = crl.issuingPoint;
  if (crl.issuerKey !== issuerKeyOf(certificate)) {
    return problem(
      point?.indirect
        ? "THE CRL IS AN INDIRECT CRL OF ANOTHER ISSUER, WHICH IS NOT SUPPORTED HERE"
        : "THE CRL IS OF ANOTHER ISSUER",
    );
  }
  if (point === null) return { problem: null, reasons: null };
  const isCa = certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true;
  if (point.onlyAttributeCertificates) return problem("THE CRL COVERS ATTRIBUTE CERTIFICATES ONLY");
  if (point.onlyUserCertificates && isCa) return problem("THE CRL DOES NOT COVER CA CERTIFICATES");
  if (point.onlyCaCertificates && !isCa) return problem("THE CRL COVERS CA CERTIFICATES ONLY");
  const own = point.onlySomeReasons.length > 0 ? point.onlySomeReasons : null;
  if (point.names.length === 0 && point.relativeName === null) {
    return { problem: null, reasons: own };
  }
  const names = namesOf(point.names, point.relativeName, crl.issuer);
  const extension = certificate.extension(EXTENSION.cRLDistributionPoints);
  const ofIssuer = `DirName:${crl.issuer.raw}`;
  const matching = (extension?.value ?? []).find((candidate) =>
    // A point that names a CRL issuer is about the lists of that issuer alone.
    (candidate.crlIssuer.length === 0 ||
      candidate.crlIssuer.some(({ type, value }) => `${type}:${value}` === ofIssuer)) &&
    pointNames(candidate, certificate).some((name) => names.has(name))
  );
  if (!matching) return problem("THE CRL COVERS A PART OF THE CERTIFICATES, AND NOT THIS ONE");
  const asked = matching.reasons.length > 0 ? matching.reasons : null;
  const reasons = own === null
    ? asked
    : asked === null
    ? own
    : own.filter((reason) => asked.includes(reason));
  return { problem: null, reasons };
}

/** The names of a certificate's distribution point: its own, else those of the CRL's issuer. */
function pointNames(point: DistributionPoint, certificate: Certificate): string[] {
  const { names, relativeName, crlIssuer } = point;
  const isNamed = names.length > 0 || relativeName !== null;
  return [...namesOf(isNamed ? names : crlIssuer, relativeName, certificate.issuer)];
}

function namesOf(
  names: readonly GeneralName[],
  relativeName: string | null,
  { raw }: DistinguishedName,
): Set<string> {
  const keys = new Set(names.map(({ type, value }) => `${type}:${value}`));
  // RFC 5280, 4.2.1.13: a fragment that is added to the issuer's name.
  if (relativeName !== null) keys.add(`DirName:${relativeName},${raw}`);
  return keys;
}
