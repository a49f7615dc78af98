/**
 * Comparing distinguished names (RFC 5280, 7.1): by type and by value with case and white space
 * folded, whatever string type each side chose, RDNs in order and the attributes of one in any.
 */
import type { DistinguishedName } from "../shapes.ts";

/** One text for each RDN, first RDN first. Two names are the same when these lists are equal. */
export type CanonicalName = readonly string[];

/** The form of a name in which it is compared. */
export function canonicalName({ attributes }: DistinguishedName): CanonicalName {
  const rdns: string[][] = [];
  for (const { rdn, oid, value } of attributes) {
    (rdns[rdn] ??= []).push(`${oid}=${fold(value)}`);
  }
  // Neither separator survives folding, so no value can imitate another name's form.
  return rdns.map((attributes) => attributes.sort().join("\n"));
}

/** A key for maps: equal for equal names. */
export function nameKey(name: CanonicalName): string {
  return name.join("\n\n");
}

/** RFC 4518 string preparation as far as it matters here: NFKC, lower case, single inner spaces. */
function fold(value: string): string {
  return value.normalize("NFKC").toLowerCase().split(/\s/).filter((word) => word !== "").join(" ");
}
