/**
 * The name constraints of a CA that is made here (RFC 5280, 4.2.1.10): the names that were entered,
 * and nothing else of the kinds of names that a TLS server or an e-mail address has. Whoever gets
 * hold of the CA's key can then issue for no other name.
 */
import type { AlternativeName } from "../names/alternative-name.ts";
import type { SubtreeBase } from "../x509/issuing/extensions.ts";

/** What holds every name of a kind. */
const ALL: Readonly<Record<"DNS" | "IPv4" | "IPv6", SubtreeBase>> = {
  DNS: { type: "DNS", value: "" },
  IPv4: { type: "IP", value: "0.0.0.0/0" },
  IPv6: { type: "IP", value: "::/0" },
};

/**
 * No e-mail address ends in it (RFC 6761, 6.4). Excluding the empty name would say the same, but
 * OpenSSL takes that for a host without a name.
 */
const NO_MAIL: SubtreeBase = { type: "email", value: "invalid" };

export interface Subtrees {
  permitted: SubtreeBase[];
  excluded: SubtreeBase[];
}

export function constraintsTo(names: readonly AlternativeName[]): Subtrees {
  const permitted = new Map<string, SubtreeBase>();
  for (const { type, value } of names) {
    const base = type === "IP"
      ? `${value}/${value.includes(":") ? 128 : 32}`
      // A subtree holds what is below its base, which is what the wildcard stands for.
      : value.replace(/^\*\./, "");
    permitted.set(`${type}:${base}`, { type, value: base });
  }
  const bases = [...permitted.values()];
  const has = (matches: (base: SubtreeBase) => boolean) => bases.some(matches);
  const excluded: SubtreeBase[] = [];
  if (!has(({ type }) => type === "DNS")) excluded.push(ALL.DNS);
  if (!has(({ type, value }) => type === "IP" && !value.includes(":"))) excluded.push(ALL.IPv4);
  if (!has(({ type, value }) => type === "IP" && value.includes(":"))) excluded.push(ALL.IPv6);
  if (!has(({ type }) => type === "email")) bases.push(NO_MAIL);
  return { permitted: bases, excluded };
}
