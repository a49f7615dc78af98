/** Names that people forget in a request: www for a domain, the addresses for localhost. */
import { readDomainName, reservedDomain } from "../../../core/names/domain-name.ts";

const LOOPBACK = ["127.0.0.1", "::1"];

/** Top levels that networks use for themselves without a reservation. They have no "www". */
const PRIVATE_TOPS = new Set(["corp", "home", "intranet", "lan", "localdomain", "private"]);

/** Second levels under which countries register names, as in example.co.uk. */
const SECOND_LEVELS = new Set(
  "ac co com edu go gob gouv gov gv ltd ne net nom or org plc sch".split(" "),
);

/**
 * Returns the names to offer next to `names`, as groups: one press adds a group. A group has only names
 * that are missing and that no wildcard of the list covers. Without the list of public suffixes, a
 * domain counts as bare if it has two labels, or three below a second level such as "co.uk".
 */
export function suggestedNames(names: readonly string[]): readonly (readonly string[])[] {
  const given = new Set(names.map((name) => name.trim().replace(/\.$/, "").toLowerCase()));
  const groups: string[][] = [];
  for (const name of given) {
    if (!isBareDomain(name)) continue;
    const missing = [`www.${name}`].filter((www) => !given.has(www) && !given.has(`*.${name}`));
    if (missing.length > 0) groups.push(missing);
  }
  if (given.has("localhost")) {
    const missing = LOOPBACK.filter((address) => !given.has(address));
    if (missing.length > 0) groups.push(missing);
  }
  return groups;
}

function isBareDomain(name: string): boolean {
  const domain = readDomainName(name, { wildcard: false });
  if (domain === null) return false;
  const labels = domain.split(".");
  const top = labels.at(-1)!;
  const reserved = reservedDomain(domain);
  // Documentation uses "example" as if it were public (RFC 2606).
  if (PRIVATE_TOPS.has(top) || reserved !== null && reserved.domain !== "example") return false;
  const isBelowCountry = top.length === 2 && SECOND_LEVELS.has(labels.at(-2)!);
  return labels.length === (isBelowCountry ? 3 : 2);
}
