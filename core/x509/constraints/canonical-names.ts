/**
 * Compares distinguished names (RFC 5280, 7.1). Values are compared without regard to case, white space and
 * string type. The order of RDNs matters; the order of the attributes in one RDN does not.
 */
import type { DistinguishedName } from "../shapes.ts";

/** A text for each RDN, in order. Two names are equal if these lists are equal. */
export type CanonicalName = readonly string[];

/** Returns the form in which names are compared. */
export function canonicalName({ attributes }: DistinguishedName): CanonicalName {
  const rdns: string[][] = [];
  for (const { rdn, oid, value } of attributes) {
    (rdns[rdn] ??= []).push(`${oid}=${fold(value)}`);
  }
  // Folded values contain no newlines, so a value cannot imitate the separators of this form.
  return rdns.map((attributes) => attributes.sort().join("\n"));
}

/** Returns a key that is equal for equal names; "" for a name without attributes. */
export function nameKey(name: CanonicalName): string {
  return name.join("\n\n");
}

/** The relevant part of string preparation (RFC 4518): NFKC, lower case, single inner spaces. */
function fold(value: string): string {
  return value.normalize("NFKC").toLowerCase().split(/\s/).filter((word) => word !== "").join(" ");
}
