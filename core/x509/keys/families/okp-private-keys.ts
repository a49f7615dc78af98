/** Keys that are a string of octets: X25519 and Ed25519 (RFC 8410, 7). */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { readStatedPublicKey } from "../containers/pkcs8.ts";
import { inconsistent } from "../private-key-errors.ts";
import { exportPublicPart } from "./engine.ts";
import { cannotCheck, type PrivateNumbers } from "./private-numbers.ts";

/** CurvePrivateKey ::= OCTET STRING of 32 octets (RFC 8410, 7). */
export async function readOctetPrivateKey(
  der: Der,
  parts: KeyParts,
  name: "Ed25519" | "X25519",
): Promise<PrivateNumbers> {
  const key: PublicKey = { algorithm: name, bits: 256, curve: null };
  der.expect(parts.start, parts.end, TAG.OCTET_STRING, `${name} KEY`);
  der.finish(der.end, parts.end, `${name} KEY`);
  if (der.end - der.body !== 32) throw new DerError(`${name} KEY IS NOT 32 BYTES LONG`, der.start);
  const inner = der.element().slice();
  const usages = name === "Ed25519" ? ["sign"] as const : ["deriveBits"] as const;
  const stated = readStatedPublicKey(der, parts)?.slice() ?? null;
  der.budget.spend("work", 100);
  const exported = await exportPublicPart(parts.algorithm, inner, { name }, usages);
  // Every 32 octets are a key of these curves: an engine that refuses does not know them.
  const octets = exported && exported.x;
  if (stated && octets && !equalOctets(stated, octets)) throw inconsistent(X509_TEXT.keyNoPair);
  const known = octets ?? stated;
  return {
    publicKey: { key, numbers: known && { kind: "octets", octets: known } },
    unchecked: octets ? null : cannotCheck(key),
  };
}
