/**
 * ECDSA by @noble/curves, for curves and digests that WebCrypto lacks. Loaded when such a signature is
 * verified.
 */
import { ecdsa } from "@noble/curves/abstract/weierstrass.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Curve } from "../keys/families/curves.ts";
import { pointsOf } from "../keys/families/points.ts";
import { digest } from "./digests.ts";

/** `signature` is r||s; `point` is on the curve, with both coordinates. */
export function verifyEcdsa(
  data: Uint8Array,
  signature: Uint8Array,
  point: Uint8Array,
  hash: string,
  curve: Curve,
): boolean {
  // This hash is used only for signing. The data is passed as a digest.
  const scheme = ecdsa(pointsOf(curve), sha256);
  // X.509 does not forbid a high s.
  const options = { prehash: false, lowS: false, format: "compact" } as const;
  return scheme.verify(signature, digest(hash, data), point, options);
}
