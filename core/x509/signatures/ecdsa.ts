/** ECDSA signatures (RFC 3279, 2.2.3; RFC 5758, 3.2). */
import type { Budget } from "../../kernel/context.ts";
import { TAG } from "../asn1/der.ts";
import { CURVE_TIME, curveOf, ecAlgorithm, isOnCurve } from "../keys/families/curves.ts";
import { NOT_A_POINT } from "../keys/families/ec-public-keys.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { invalidKey, MALFORMED, no, type Plan, spkiOf, unknown, type Verdict } from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** Hashes of ECDSA, and the octets of r and s, by curve. */
const ECDSA: ReadonlyMap<string, { hashes: ReadonlySet<string>; octets: number }> = new Map([
  ["P-256", { hashes: new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]), octets: 32 }],
  ["P-384", { hashes: new Set(["SHA-256", "SHA-384", "SHA-512"]), octets: 48 }],
  ["P-521", { hashes: new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]), octets: 66 }],
]);

export async function planEcdsa(
  signature: Signature,
  { key: { curve: name }, bytes, keyStart, keyEnd }: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Plan | Verdict> {
  const hash = signature.scheme.hash!;
  const line = name === null ? undefined : ECDSA.get(name);
  const curve = curveOf(name);
  if (!line || !curve) return unknown("ECDSA ON THIS CURVE CANNOT BE VERIFIED HERE");
  if (!line.hashes.has(hash)) {
    return unknown(`ECDSA ON ${name} WITH ${hash} CANNOT BE VERIFIED HERE`);
  }
  const raw = ecdsaToRaw(signature.bytes, line.octets);
  if (raw === null) return no(MALFORMED);
  let point: Uint8Array | null = bytes.subarray(keyStart, keyEnd);
  if (point[0] === 4) {
    if (!isOnCurve(point, curve)) return invalidKey(NOT_A_POINT);
  } else {
    // WebKit imports no compressed point.
    budget.spend("work", CURVE_TIME.get(curve.name)!);
    point = (await import("../keys/families/points.ts")).decompress(point, curve);
    if (point === null) return invalidKey(NOT_A_POINT);
  }
  return {
    spki: spkiOf(ecAlgorithm(curve), point),
    key: { name: "ECDSA", namedCurve: name },
    verify: { name: "ECDSA", hash },
    signature: raw,
  };
}

/**
 * Ecdsa-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER } (RFC 3279, 2.2.3) as r||s, each of
 * `octets`; null when it is not exactly that in DER, or when r or s is too long, zero or negative.
 */
export function ecdsaToRaw(
  signature: Uint8Array<ArrayBuffer>,
  octets: number,
): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(2 * octets);
  const { length } = signature;
  // r and s of 66 octets need 139: any signature of these curves has a length of one or two octets.
  let at = signature[1] === 0x81 ? 3 : 2;
  const content = signature[at - 1];
  if (signature[0] !== TAG.SEQUENCE || content >= (at === 3 ? 0x100 : 0x80)) return null;
  if ((at === 3 && content < 0x80) || at + content !== length) return null;
  for (let target = octets; target <= raw.length; target += octets) {
    const size = signature[at + 1];
    let start = at + 2;
    const end = start + size;
    if (signature[at] !== TAG.INTEGER || !(size > 0) || size >= 0x80 || end > length) return null;
    const first = signature[start];
    if (first >= 0x80 || (first === 0 && (size === 1 || signature[start + 1] < 0x80))) return null;
    if (first === 0) start++;
    if (end - start > octets) return null;
    raw.set(signature.subarray(start, end), target - (end - start));
    at = end;
  }
  return at === length ? raw : null;
}
