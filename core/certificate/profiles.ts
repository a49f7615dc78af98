/** What a key may be used for, by the kind of its certificate (RFC 5280, 4.2.1.3 and 4.2.1.12). */
import type { KeyUsageName, Purpose, SubtreeBase } from "../x509/issuing/extensions.ts";
import { isCaKind, type Kind } from "./options.ts";
import type { AlternativeName } from "../names/alternative-name.ts";

const PURPOSES: Readonly<Partial<Record<Kind, Purpose>>> = {
  "tls-server": "serverAuth",
  "tls-client": "clientAuth",
  smime: "emailProtection",
};

/** Null for a CA, which is bound to no purpose. */
export const purposeOf = (kind: Kind): Purpose | null => PURPOSES[kind] ?? null;

/** `algorithm` is that of the public key, as answers name it. */
export function keyUsagesOf(kind: Kind, algorithm: string): KeyUsageName[] {
  if (isCaKind(kind)) return ["keyCertSign", "cRLSign"];
  // A TLS client signs, with any key; a server's EC key only signs too, since the keys that are
  // agreed on are made for each connection.
  if (kind === "tls-client") return ["digitalSignature"];
  if (algorithm === "RSA") return ["digitalSignature", "keyEncipherment"];
  return kind === "smime" && algorithm === "EC"
    ? ["digitalSignature", "keyAgreement"]
    : ["digitalSignature"];
}

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
