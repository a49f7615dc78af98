/**
 * The names of distribution points in the form in which they are compared (RFC 5280, 6.3.3 (b)(2)(i)):
 * directory names by 7.1 of that RFC, the others by their text.
 */
import { type Der, TAG } from "../asn1/der.ts";
import { type CanonicalName, canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type {
  DistributionPointName,
  PointForm,
} from "../objects/extensions/distribution-points.ts";
import { readGeneralName } from "../objects/general-names.ts";
import { readFragment, readName } from "../objects/names.ts";
import type { GeneralName } from "../shapes.ts";

/** GeneralName by identifier octet: directoryName. */
export const DIRECTORY = 0xa4;
const DIRECTORY_KEY = "DirName:";

export interface KeyedName extends GeneralName {
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
