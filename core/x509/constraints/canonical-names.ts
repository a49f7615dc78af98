/**
 * Compares distinguished names (RFC 5280, 7.1). Values are compared without regard to case, white space and
 * string type. The order of RDNs matters; the order of the attributes in one RDN does not.
 */
import type { DistinguishedName } from "../shapes.ts";

/** Returns a text for each RDN, in order. Two names are equal if these lists are equal. */
export type CanonicalName = readonly string[];

/** The canonical form of a name, for comparing. */
export function canonicalName({ attributes }: DistinguishedName): CanonicalName {
  const rdns: string[][] = [];
  for (const { rdn, oid, value } of attributes) {
    (rdns[rdn] ??= []).push(`${oid}=${fold(value)}`);
  }
  // Folding removes both separators, so a value cannot imitate the form of another name.
  return rdns.map((attributes) => attributes.sort().join("\n"));
}

/** A key that is equal for equal names. */
export function nameKey(name: CanonicalName): string {
  return name.join("\n\n");
}

/** The relevant part of string preparation (RFC 4518): NFKC, lower case, single inner spaces. */
function fold(value: string): string {
  return value.normalize("NFKC").toLowerCase().split(/\s/).filter((word) => word !== "").join(" ");
}
