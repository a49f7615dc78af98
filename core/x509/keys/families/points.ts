/**
 * Curve arithmetic by @noble/curves that engines lack: on curves that they do not support, on compressed
 * points (which WebKit does not import), and on private keys without their public part (which Firefox does
 * not import). Loaded when such a key is found.
 */
import { weierstrass, type WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js";
import type { Curve } from "./curves.ts";
import { numberOf } from "../../asn1/hex.ts";

const known = new Map<string, WeierstrassPointCons<bigint>>();

/** The arithmetic on the points of a curve. */
export function pointsOf({ name, prime, a, b, x, y, order }: Curve): WeierstrassPointCons<bigint> {
  const number = (hex: string) => BigInt(`0x${hex}`);
  let points = known.get(name);
  if (!points) {
    points = weierstrass({
      p: number(prime),
      a: number(a),
      b: number(b),
      Gx: number(x),
      Gy: number(y),
      n: number(order),
      h: 1n,
    });
    known.set(name, points);
  }
  return points;
}

/** The point with both coordinates (SEC 1, 2.3.4); null if no point has this x. */
export function decompress(point: Uint8Array, curve: Curve): Uint8Array | null {
  try {
    return pointsOf(curve).fromBytes(point).toBytes(false);
  } catch {
    return null;
  }
}

/**
 * The uncompressed public point of a private number from 1 to the order less 1. Uses no table of the base
 * point, which would cost more than a single key saves.
 */
export function publicPoint(number: Uint8Array, curve: Curve): Uint8Array<ArrayBuffer> {
  const points = pointsOf(curve);
  const base = points.fromAffine(points.BASE.toAffine());
  return base.multiply(numberOf(number)).toBytes(false).slice();
}
