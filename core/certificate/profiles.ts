/** What a key may be used for, by the kind of its certificate (RFC 5280, 4.2.1.3 and 4.2.1.12). */
import type { KeyUsageName, Purpose } from "../x509/issuing/extensions.ts";
import { isCaKind, type Kind } from "./options.ts";

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
