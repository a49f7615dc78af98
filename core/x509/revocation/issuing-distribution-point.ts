/** IssuingDistributionPoint (RFC 5280, 5.2.5): which certificates a CRL covers. */
import { constructed, type Der, DerError, primitive, readNamedBits, TAG } from "../asn1/der.ts";
import type { CanonicalName } from "../constraints/canonical-names.ts";
import {
  type DistributionPointName,
  readPointName,
  REASONS,
} from "../objects/extensions/distribution-points.ts";
import { KEYED, type KeyedName } from "./point-names.ts";

/** With its names to be shown and to be compared. */
type PointName = DistributionPointName<KeyedName, CanonicalName>;

export interface IssuingDistributionPoint extends PointName {
  onlyUserCertificates: boolean;
  onlyCaCertificates: boolean;
  onlyAttributeCertificates: boolean;
  /** Empty for all reasons. */
  onlySomeReasons: string[];
  /** It covers other issuers' certificates as well. */
  indirect: boolean;
}

/** Reads the element at `start`, which must fill the space up to `limit`. Throws DerError. */
export function readIssuingDistributionPoint(
  der: Der,
  start: number,
  limit: number,
): IssuingDistributionPoint {
  const what = "ISSUING DISTRIBUTION POINT";
  der.expect(start, limit, TAG.SEQUENCE, what);
  const { end } = der;
  der.finish(end, limit, what);
  let at = der.body;
  let name: PointName = { names: [], relativeName: null };
  if (der.optional(at, end, constructed(0))) {
    at = der.end;
    name = readPointName(KEYED, der);
  }
  const flag = (tag: number): boolean => {
    if (!der.optional(at, end, primitive(tag))) return false;
    at = der.end;
    return der.boolean();
  };
  const onlyUserCertificates = flag(1);
  const onlyCaCertificates = flag(2);
  let onlySomeReasons: string[] = [];
  if (der.optional(at, end, primitive(3))) {
    at = der.end;
    onlySomeReasons = readNamedBits(der, REASONS, "REASONS");
    // Not the same as a list without this field, which covers all of them (RFC 5280, 5.2.5).
    if (onlySomeReasons.length === 0) throw new DerError("IT COVERS NO REASON", der.start);
  }
  const indirect = flag(4);
  const onlyAttributeCertificates = flag(5);
  der.finish(at, end, what);
  return {
    ...name,
    onlyUserCertificates,
    onlyCaCertificates,
    onlyAttributeCertificates,
    onlySomeReasons,
    indirect,
  };
}
