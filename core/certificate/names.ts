/** The names of certificates that are made here, those of servers in private networks included. */
import { type AlternativeName, readAlternativeName } from "../names/alternative-name.ts";
import { isDnsName, reservedDomain } from "../names/domain-name.ts";

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
  return distinct(texts.map(readName).filter((name) => name !== null));
}

/** Each name once, in the order given. */
export function distinct(names: readonly AlternativeName[]): AlternativeName[] {
  const found = new Map<string, AlternativeName>();
  for (const name of names) {
    const key = `${name.type}:${name.value}`;
    if (!found.has(key)) found.set(key, name);
  }
  return [...found.values()];
}

/** Domains that private networks use without a reservation (RFC 6762, appendix G). */
const PRIVATE_DOMAINS = ["corp", "home", "intranet", "lan", "private"];

/** Whether a domain name could be one of the public DNS, as far as its end tells. */
export function looksPublic({ type, value }: AlternativeName): boolean {
  if (type !== "DNS" || !value.includes(".") || reservedDomain(value) !== null) return false;
  return !PRIVATE_DOMAINS.some((domain) => value.endsWith(`.${domain}`));
}
