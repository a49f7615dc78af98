/** Names of certificates that look as if they covered a host and do not. Pages load it with their verdicts. */

interface PresentedName {
  readonly type: string;
  readonly value: string;
}

const WORDS = {
  wildcard: "A wildcard stands for exactly one label.",
  part: "Clients ignore a wildcard that is only a part of a label.",
  www: "The names with and without www. are two names, and a certificate needs both.",
  address:
    "It has the address as a DNS name. Clients look for an address only among the IP addresses.",
  common_name: "Its common name is this name, and clients look only at the alternative names.",
} as const;
export type NearMiss = keyof typeof WORDS;

/** Why such a name does not cover the host, in a sentence. */
export const nearMissWords = (near: NearMiss): string => WORDS[near];

/** Why a name that a certificate has does not cover the host, although it looks so; null if none looks so. */
export function nearMiss(
  names: readonly PresentedName[],
  commonName: string | null,
  host: string,
): NearMiss | null {
  const asked = host.toLowerCase();
  const own = names.flatMap(({ type, value }) => type === "DNS" ? [value.toLowerCase()] : []);
  if (own.includes(asked)) return "address";
  for (const name of own) {
    const [label, ...rest] = name.split(".");
    const parent = rest.join(".");
    const isBelow = asked === parent || asked.endsWith(`.${parent}`);
    if (label.includes("*") && rest.length > 1 && isBelow) {
      return label === "*" ? "wildcard" : "part";
    }
    if (asked === `www.${name}` || name === `www.${asked}`) return "www";
  }
  const hasHosts = names.some(({ type }) => type === "DNS" || type === "IP");
  return !hasHosts && commonName?.toLowerCase() === asked ? "common_name" : null;
}
