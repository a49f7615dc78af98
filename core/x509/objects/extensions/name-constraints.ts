/** Reads name constraints (RFC 5280, 4.2.1.10). */
import { constructed, type Der, eachIn, primitive, TAG } from "../../asn1/der.ts";
import { ipv4Text, ipv6Text } from "../../../names/ip-address.ts";
import { readGeneralName } from "../general-names.ts";
import { toHex } from "../../asn1/hex.ts";
import type { ReadingRuleName } from "../../reading-rules.ts";
import type { GeneralName } from "../../shapes.ts";

const IP_ADDRESS = 0x87;

/** Constraints as GeneralNames. An IP constraint is "address/mask". */
interface NameConstraints {
  permitted: GeneralName[];
  excluded: GeneralName[];
}

/**
 * Reads NameConstraints for display. Broken rules are findings. Path validation must be strict and uses
 * core/x509/constraints/name-constraints.ts instead.
 */
export function readNameConstraints(der: Der, start: number, limit: number): NameConstraints {
  const read: NameConstraints = { permitted: [], excluded: [] };
  const visit = (isPermitted: boolean) => {
    const list = isPermitted ? read.permitted : read.excluded;
    list.push(der.tag === IP_ADDRESS ? readSubnet(der) : readGeneralName(der));
  };
  eachSubtree(der, start, limit, visit, (rule, offset) => {
    der.findings.add(rule, offset);
  });
  return read;
}

/**
 * Walks NameConstraints ::= SEQUENCE { [0] permittedSubtrees, [1] excludedSubtrees }, both OPTIONAL.
 * Calls `visit` after reading the header of each base, and `breach` for each rule that is broken: an
 * empty list, a minimum or a maximum. Throws DerError, or the error that `breach` throws.
 */
export function eachSubtree(
  der: Der,
  start: number,
  limit: number,
  visit: (isPermitted: boolean) => void,
  breach: (rule: ReadingRuleName, offset: number) => void,
): void {
  der.expect(start, limit, TAG.SEQUENCE, "Name constraints");
  const end = der.end;
  der.finish(end, limit, "Name constraints");
  let at = der.body;
  if (at === end) breach("name_constraints_empty", start);
  for (const n of [0, 1]) {
    if (!der.optional(at, end, constructed(n))) continue;
    at = der.end;
    if (der.body === at) breach("subtrees_empty", der.start);
    eachIn(der, der.body, at, () => {
      const subtreeEnd = der.end;
      der.require(TAG.SEQUENCE, "Subtree");
      der.next(der.body, subtreeEnd);
      const { start: baseStart, end: baseEnd } = der;
      if (baseEnd < subtreeEnd) {
        breach("subtree_distance", baseEnd);
        checkDistances(der, baseEnd, subtreeEnd);
        der.next(baseStart, subtreeEnd);
      }
      visit(n === 0);
    });
  }
  der.finish(at, end, "Name constraints");
}

/** Reads minimum [0] DEFAULT 0 and maximum [1], which RFC 5280 does not allow. */
function checkDistances(der: Der, start: number, end: number): void {
  let at = start;
  for (const n of [0, 1]) if (der.optional(at, end, primitive(n))) at = der.end;
  der.finish(at, end, "Subtree");
}

/** Reads an address and its mask, 8 or 32 octets. */
function readSubnet(der: Der): GeneralName {
  const { bytes, body, end } = der;
  if (end - body === 8) {
    return { type: "IP", value: `${ipv4Text(bytes, body)}/${ipv4Text(bytes, body + 4)}` };
  }
  if (end - body === 32) {
    return { type: "IP", value: `${ipv6Text(bytes, body)}/${ipv6Text(bytes, body + 16)}` };
  }
  der.findings.add("ip_constraint_malformed", der.start);
  return { type: "IP", value: toHex(bytes, body, end) };
}
