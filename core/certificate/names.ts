/** The names that this tool certifies, including those of servers in private networks. */
import { type AlternativeName, readAlternativeName } from "../names/alternative-name.ts";
import { isDnsName, reservedDomain } from "../names/domain-name.ts";

/**
 * Reads a domain name, an IP address, an e-mail address, or a single-label host name of a private network such as
 * "localhost" or "nas". Null for other text.
 */
export function readName(text: string): AlternativeName | null {
  const name = readAlternativeName(text);
  if (name !== null) return name;
  const label = text.trim().toLowerCase();
  const isHost = !label.includes(".") && !label.includes("_") && !/^\d+$/.test(label) &&
    isDnsName(label, { wildcard: false });
  return isHost ? { type: "DNS", value: label } : null;
}

/** The distinct names in the given order, without empty ones. All must be readable. */
export function distinctNames(texts: readonly string[]): AlternativeName[] {
  return distinct(texts.map(readName).filter((name) => name !== null));
}

/** The distinct names in the given order. */
export function distinct(names: readonly AlternativeName[]): AlternativeName[] {
  const found = new Map<string, AlternativeName>();
  for (const name of names) {
    const key = `${name.type}:${name.value}`;
    if (!found.has(key)) found.set(key, name);
  }
  return [...found.values()];
}

/** Domains that private networks use although they are not reserved (RFC 6762, appendix G). */
const PRIVATE_DOMAINS = ["corp", "home", "intranet", "lan", "private"];

/** Whether a domain name could be in the public DNS, by its last labels. */
export function looksPublic({ type, value }: AlternativeName): boolean {
  if (type !== "DNS" || !value.includes(".") || reservedDomain(value) !== null) return false;
  return !PRIVATE_DOMAINS.some((domain) => value.endsWith(`.${domain}`));
}
