/**
 * ECDSA on curves and over digests that WebCrypto lacks, by @noble/curves. This module is loaded when
 * such a signature is met.
 */
import { ecdsa } from "@noble/curves/abstract/weierstrass.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Curve } from "../keys/families/curves.ts";
import { pointsOf } from "../keys/families/points.ts";
import { digest } from "./digests.ts";

/** `signature` is r||s; `point` is one of the curve, with both coordinates. */
export function verifyEcdsa(
  data: Uint8Array,
  signature: Uint8Array,
  point: Uint8Array,
  hash: string,
  curve: Curve,
): boolean {
  // The hash that it is made with is for signing; what is verified here is a digest already.
  const scheme = ecdsa(pointsOf(curve), sha256);
  // X.509 has no rule against a high s.
  const options = { prehash: false, lowS: false, format: "compact" } as const;
  return scheme.verify(signature, digest(hash, data), point, options);
}
