/** Domains that are reserved, so that the public DNS does not have them, and the document that says so. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ["alt", "RFC 9476"],
  ["example", "RFC 2606 and 6761"],
  ["home.arpa", "RFC 8375"],
  ["internal", "ICANN, 29 July 2024"],
  ["invalid", "RFC 2606 and 6761"],
  ["local", "RFC 6762"],
  ["localhost", "RFC 2606 and 6761"],
  ["onion", "RFC 7686"],
  ["test", "RFC 2606 and 6761"],
]);

/** The reserved domain that a name in lower case is, or is in; null for every other name. */
export function reservedDomain(name: string): { domain: string; source: string } | null {
  for (const [domain, source] of RESERVED) {
    if (name === domain || name.endsWith(`.${domain}`)) return { domain, source };
  }
  return null;
}
