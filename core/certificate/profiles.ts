/**
 * The key usages and purposes of each kind of certificate (RFC 5280, 4.2.1.3 and 4.2.1.12), and the name
 * constraints of a CA (4.2.1.10). A CA may issue only for the entered names, and for no other name of a type
 * that TLS servers or e-mail addresses have. This limits the damage if its key is stolen.
 */
import type { KeyUsageName, Purpose, SubtreeBase } from "../x509/issuing/extensions.ts";
import { isCaKind, type Kind } from "./options.ts";
import type { AlternativeName } from "../names/alternative-name.ts";

const PURPOSES: Readonly<Partial<Record<Kind, Purpose>>> = {
  "tls-server": "serverAuth",
  "tls-client": "clientAuth",
  smime: "emailProtection",
};

/** The extended key usage; null for a CA, which is not limited to a purpose. */
export const purposeOf = (kind: Kind): Purpose | null => PURPOSES[kind] ?? null;

/** Returns the key usages. `algorithm` is the public key's, by its name in answers. */
export function keyUsagesOf(kind: Kind, algorithm: string): KeyUsageName[] {
  if (isCaKind(kind)) return ["keyCertSign", "cRLSign"];
  // A TLS client only signs, with any key. A server's EC key only signs too, because the keys for key
  // agreement are made for each connection.
  if (kind === "tls-client") return ["digitalSignature"];
  if (algorithm === "RSA") return ["digitalSignature", "keyEncipherment"];
  return kind === "smime" && algorithm === "EC"
    ? ["digitalSignature", "keyAgreement"]
    : ["digitalSignature"];
}

/** The subtrees of all addresses. */
const ALL_IPV4: SubtreeBase = { type: "IP", value: "0.0.0.0/0" };
const ALL_IPV6: SubtreeBase = { type: "IP", value: "::/0" };

/**
 * No host has a name in this domain (RFC 6761, 6.4), so a CA that is limited to it can issue for none. Excluding
 * the empty name would have the same effect, but OpenSSL treats it, for e-mail addresses, as a host without a
 * name, and its commands cannot write it.
 */
const NOTHING = "invalid";

export interface Subtrees {
  permitted: SubtreeBase[];
  excluded: SubtreeBase[];
}

/**
 * The subtrees for these names; for a wildcard, the names below its base. Types of names that are not among them
 * are excluded.
 */
export function constraintsTo(names: readonly AlternativeName[]): Subtrees {
  const permitted = new Map<string, SubtreeBase>();
  for (const { type, value } of names) {
    const base = type === "IP"
      ? `${value}/${value.includes(":") ? 128 : 32}`
      // A subtree has all names below its base, like the wildcard.
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
