/**
 * The name constraints of a CA that is made here (RFC 5280, 4.2.1.10): the names that were entered,
 * and nothing else of the kinds of names that a TLS server or an e-mail address has. Whoever gets
 * hold of the CA's key can then issue for no other name.
 */
import type { AlternativeName } from "../names/alternative-name.ts";
import type { SubtreeBase } from "../x509/issuing/extensions.ts";

/** The subtrees that hold every address. */
const ALL_IPV4: SubtreeBase = { type: "IP", value: "0.0.0.0/0" };
const ALL_IPV6: SubtreeBase = { type: "IP", value: "::/0" };

/**
 * No host has a name in this domain (RFC 6761, 6.4), so a CA that may issue for names in it alone may
 * issue for none. Excluding the empty name would say the same, but OpenSSL takes it, of e-mail
 * addresses, for a host without a name, and its commands cannot write it.
 */
const NOTHING = "invalid";

export interface Subtrees {
  permitted: SubtreeBase[];
  excluded: SubtreeBase[];
}

/**
 * The subtrees for these names; for a wildcard, what is below its base. A kind of name that is not
 * among them is shut out.
 */
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
  if (!has(({ type, value }) => type === "IP" && !value.includes(":"))) excluded.push(ALL_IPV4);
  if (!has(({ type, value }) => type === "IP" && value.includes(":"))) excluded.push(ALL_IPV6);
  for (const type of ["DNS", "email"] as const) {
    if (!has((base) => base.type === type)) bases.push({ type, value: NOTHING });
  }
  return { permitted: bases, excluded };
}
