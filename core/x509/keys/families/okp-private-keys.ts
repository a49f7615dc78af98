/** Keys that are a string of octets: X25519, Ed25519, X448 and Ed448 (RFC 8410, 7). */
import type { Budget } from "../../../kernel/context.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { readStatedPublicKey } from "../containers/pkcs8.ts";
import { inconsistent } from "../private-key-errors.ts";
import { exportPublicPart } from "./engine.ts";
import { EDWARDS448_TIME } from "./octet-key-times.ts";
import { cannotCheck, type PrivateNumbers } from "./private-numbers.ts";

/** Octets of a private key. */
const LENGTHS = { Ed25519: 32, X25519: 32, Ed448: 57, X448: 56 };
const BITS = { Ed25519: 256, X25519: 256, Ed448: 456, X448: 448 };

type OctetKeyName = keyof typeof LENGTHS;

/**
 * CurvePrivateKey ::= OCTET STRING of a length that the curve tells (RFC 8410, 7). Throws DerError,
 * and `key_inconsistent` where the file has the public key of another.
 */
export async function readOctetPrivateKey(
  der: Der,
  parts: KeyParts,
  name: OctetKeyName,
): Promise<PrivateNumbers> {
  const key: PublicKey = { algorithm: name, bits: BITS[name], curve: null };
  der.expect(parts.start, parts.end, TAG.OCTET_STRING, `${name} KEY`);
  der.finish(der.end, parts.end, `${name} KEY`);
  if (der.end - der.body !== LENGTHS[name]) {
    throw new DerError(`${name} KEY IS NOT ${LENGTHS[name]} BYTES LONG`, der.start);
  }
  const number = der.content();
  const inner = der.element().slice();
  const stated = readStatedPublicKey(der, parts)?.slice() ?? null;
  const octets = await publicOctets(name, number, inner, parts, der.budget);
  if (stated && octets && !equalOctets(stated, octets)) throw inconsistent(X509_TEXT.keyNoPair);
  const known = octets ?? stated;
  return {
    publicKey: { key, numbers: known && { kind: "octets", octets: known } },
    unchecked: octets ? null : cannotCheck(key),
  };
}

/**
 * The public part of a private key; null where nothing here knows the curve: every string of octets of
 * the right length is a key. Zeroes `inner`.
 */
async function publicOctets(
  name: OctetKeyName,
  number: Uint8Array,
  inner: Uint8Array<ArrayBuffer>,
  { algorithm }: KeyParts,
  budget: Budget,
): Promise<Uint8Array | null> {
  if (name === "Ed448" || name === "X448") {
    inner.fill(0);
    budget.spend("work", EDWARDS448_TIME);
    return (await import("./edwards448.ts")).publicPartOf(name, number);
  }
  budget.spend("work", 100);
  const usages = name === "Ed25519" ? ["sign"] as const : ["deriveBits"] as const;
  return (await exportPublicPart(algorithm, inner, { name }, usages))?.x ?? null;
}
