/**
 * Distribution points: their names in the form in which they are compared (RFC 5280, 6.3.3 (b)(2)(i);
 * directory names by 7.1, the others by their text), and a CRL's IssuingDistributionPoint (5.2.5).
 */
import { constructed, type Der, DerError, primitive, readNamedBits, TAG } from "../asn1/der.ts";
import { type CanonicalName, canonicalName, nameKey } from "../constraints/canonical-names.ts";
import {
  type DistributionPointName,
  type PointForm,
  readPointName,
  REASONS,
} from "../objects/extensions/distribution-points.ts";
import { readGeneralName } from "../objects/general-names.ts";
import { readFragment, readName } from "../objects/names.ts";
import type { GeneralName } from "../shapes.ts";

/** GeneralName by identifier octet: directoryName. */
export const DIRECTORY = 0xa4;
const DIRECTORY_KEY = "DirName:";

interface KeyedName extends GeneralName {
  /** Equal for equal names. */
  readonly key: string;
}

export const KEYED: PointForm<KeyedName, CanonicalName> = {
  name(der) {
    if (der.tag === DIRECTORY) {
      const { name, key } = readDirectoryName(der);
      return { type: "DirName", value: name.raw, key: directoryKey(key) };
    }
    const { type, value } = readGeneralName(der);
    return { type, value, key: `${type}:${value}` };
  },
  fragment: (der) => canonicalName(readFragment(der)),
};

/** The directoryName whose header `der` has just read, and its `nameKey`. Throws DerError. */
export function readDirectoryName(der: Der) {
  der.expect(der.body, der.end, TAG.SEQUENCE, "DIRECTORY NAME");
  const name = readName(der);
  return { name, key: nameKey(canonicalName(name)) };
}

/** The `KeyedName.key` of a directory name, given its `nameKey`. */
export const directoryKey = (key: string): string => DIRECTORY_KEY + key;

/** The `nameKey` of each directory name in the list; names of other forms are left out. */
export const directoryNames = (names: readonly KeyedName[]): string[] =>
  names.filter(({ type }) => type === "DirName").map(({ key }) => key.slice(DIRECTORY_KEY.length));

/**
 * The keys of a DistributionPointName. A fragment is added to the name of the CRL's issuer (4.2.1.13),
 * which is given as its `nameKey`.
 */
export function keysOf(
  { names, relativeName }: DistributionPointName<KeyedName, CanonicalName>,
  issuerKey: string,
): string[] {
  const keys = names.map(({ key }) => key);
  if (relativeName !== null) {
    const base = issuerKey === "" ? [] : [issuerKey];
    keys.push(directoryKey(nameKey([...base, ...relativeName])));
  }
  return keys;
}

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
