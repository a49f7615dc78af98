/** The names of certificates that are made here, those of servers in private networks included. */
import { type AlternativeName, readAlternativeName } from "../names/alternative-name.ts";
import { isDnsName } from "../names/domain-name.ts";

/**
 * Reads a domain name, an IP address, an e-mail address, or the name of one label that hosts of a
 * private network have: "localhost", "nas". Null for none of them.
 */
export function readName(text: string): AlternativeName | null {
  const name = readAlternativeName(text);
  if (name !== null) return name;
  const label = text.trim().toLowerCase();
  const isHost = !label.includes(".") && !label.includes("_") && !/^\d+$/.test(label) &&
    isDnsName(label, { wildcard: false });
  return isHost ? { type: "DNS", value: label } : null;
}

/** Each name once, in the order given; blank ones are left out. All of them are readable. */
export function distinctNames(texts: readonly string[]): AlternativeName[] {
  const names = new Map<string, AlternativeName>();
  for (const text of texts) {
    const name = readName(text);
    if (name && !names.has(`${name.type}:${name.value}`)) {
      names.set(`${name.type}:${name.value}`, name);
    }
  }
  return [...names.values()];
}

/**
 * Domains that the public DNS does not have: reserved ones (RFC 6761, 6762, 8375, 9476), and those that
 * private networks use (RFC 6762, appendix G).
 */
const PRIVATE_DOMAINS = [
  "alt",
  "corp",
  "example",
  "home",
  "home.arpa",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localhost",
  "private",
  "test",
];

/** Whether a domain name could be one of the public DNS, as far as its end tells. */
export function looksPublic({ type, value }: AlternativeName): boolean {
  if (type !== "DNS" || !value.includes(".")) return false;
  return !PRIVATE_DOMAINS.some((domain) => value.endsWith(`.${domain}`));
}
