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

/** The identifier octet of a directoryName in GeneralName. */
export const DIRECTORY = 0xa4;
const DIRECTORY_KEY = "DirName:";

interface KeyedName extends GeneralName {
  /** Equal for equal names. */
  readonly key: string;
}

/** Reads names with the keys by which they are compared. */
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

/** Reads the directoryName whose header was read last. Returns it with its `nameKey`. Throws DerError. */
export function readDirectoryName(der: Der) {
  der.expect(der.body, der.end, TAG.SEQUENCE, "Directory name");
  const name = readName(der);
  return { name, key: nameKey(canonicalName(name)) };
}

/** The `KeyedName.key` of a directory name with this `nameKey`. */
export const directoryKey = (key: string): string => DIRECTORY_KEY + key;

/** The `nameKey` of each directory name in the list; other forms of names are left out. */
export const directoryNames = (names: readonly KeyedName[]): string[] =>
  names.filter(({ type }) => type === "DirName").map(({ key }) => key.slice(DIRECTORY_KEY.length));

/**
 * The keys of a DistributionPointName. A relative name is appended to the name of the CRL issuer
 * (4.2.1.13), given as its `nameKey`.
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

type PointName = DistributionPointName<KeyedName, CanonicalName>;

/** The scope of a CRL (RFC 5280, 5.2.5). */
export interface IssuingDistributionPoint extends PointName {
  onlyUserCertificates: boolean;
  onlyCaCertificates: boolean;
  onlyAttributeCertificates: boolean;
  /** Empty if the CRL covers all reasons. */
  onlySomeReasons: string[];
  /** Whether the CRL also covers certificates of other issuers. */
  indirect: boolean;
}

/** Reads the element at `start`, which must end at `limit`. Throws DerError. */
export function readIssuingDistributionPoint(
  der: Der,
  start: number,
  limit: number,
): IssuingDistributionPoint {
  const what = "Issuing distribution point";
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
    onlySomeReasons = readNamedBits(der, REASONS, "Reasons");
    // A CRL without this field covers all reasons (RFC 5280, 5.2.5).
    if (onlySomeReasons.length === 0) {
      throw new DerError("It covers no revocation reason", der.start);
    }
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
