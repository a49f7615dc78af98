/** ECDSA signatures (RFC 3279, 2.2.3; RFC 5758, 3.2). */
import type { Budget } from "../../kernel/context.ts";
import { TAG } from "../asn1/der.ts";
import {
  CURVE_TIME,
  curveOfKey,
  ecAlgorithm,
  isOnCurve,
  libraryTime,
  NOT_A_POINT,
} from "../keys/families/curves.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { hashOctets } from "./hashes.ts";
import {
  invalidKey,
  MALFORMED,
  no,
  obsolete,
  type Plan,
  spkiOf,
  unknown,
  type Verdict,
  verdictOf,
} from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** The hashes that every engine supports, by curve. */
const ENGINE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["P-256", new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"])],
  ["P-384", new Set(["SHA-256", "SHA-384", "SHA-512"])],
  ["P-521", new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"])],
]);

/** Curves that are too weak today, and curves over binary fields. */
const OBSOLETE = /^(?:P-192|sec[pt]1|secp192|sect|brainpoolP1)/;

/** Plans WebCrypto if all engines agree, else the library; returns a verdict if neither is needed. */
export async function planEcdsa(
  signature: Signature,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Plan | Verdict> {
  const hash = signature.scheme.hash!;
  const curve = curveOfKey(key, budget);
  if (!curve) {
    const { curve: name } = key.key;
    return unknown(
      name !== null && OBSOLETE.test(name)
        ? obsolete(`ECDSA on ${name}`)
        : "This tool cannot verify ECDSA on this curve",
    );
  }
  if (hashOctets(hash) === undefined) {
    return unknown(`This tool cannot verify ECDSA on ${curve.name} with ${hash}`);
  }
  const raw = ecdsaToRaw(signature.bytes, curve.octets);
  if (raw === null) return no(MALFORMED);
  let point: Uint8Array | null = key.bytes.subarray(key.keyStart, key.keyEnd);
  if (point[0] === 4) {
    if (!isOnCurve(point, curve)) return invalidKey(NOT_A_POINT);
  } else {
    // WebKit does not import compressed points.
    budget.spend("work", CURVE_TIME.get(curve.name)!);
    point = (await import("../keys/families/points.ts")).decompress(point, curve);
    if (point === null) return invalidKey(NOT_A_POINT);
  }
  const { name } = curve;
  if (ENGINE.get(name)?.has(hash)) {
    return {
      spki: () => spkiOf(ecAlgorithm(curve), point),
      key: { name: "ECDSA", namedCurve: name },
      verify: { name: "ECDSA", hash },
      signature: raw,
      time: CURVE_TIME.get(name)!,
    };
  }
  return {
    time: libraryTime(curve),
    run: async (data) => {
      const { verifyEcdsa } = await import("./ecdsa-library.ts");
      return verdictOf(verifyEcdsa(data, raw, point, hash, curve));
    },
  };
}

/**
 * Converts Ecdsa-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER } (RFC 3279, 2.2.3) to r||s, each of
 * `octets`. Returns null if it is not exactly this in DER, or if r or s is too long, zero or negative.
 */
export function ecdsaToRaw(
  signature: Uint8Array<ArrayBuffer>,
  octets: number,
): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(2 * octets);
  const { length } = signature;
  // r and s of 66 octets need 139 octets, so a length always has one or two octets.
  const isLong = signature[1] === 0x81;
  let at = isLong ? 3 : 2;
  const content = signature[at - 1];
  if (signature[0] !== TAG.SEQUENCE || (content >= 0x80) !== isLong) return null;
  if (at + content !== length) return null;
  for (let target = octets; target <= raw.length; target += octets) {
    const size = signature[at + 1];
    let start = at + 2;
    const end = start + size;
    // No number on these curves needs a long-form length, and the check of the size below rejects one.
    if (signature[at] !== TAG.INTEGER || !(size > 0)) return null;
    const first = signature[start];
    if (first >= 0x80 || (first === 0 && (size === 1 || signature[start + 1] < 0x80))) return null;
    if (first === 0) start++;
    if (end - start > octets) return null;
    raw.set(signature.subarray(start, end), target - (end - start));
    at = end;
  }
  return at === length ? raw : null;
}
