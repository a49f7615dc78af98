/** The public part of a private key, as the engine works it out. */
import { decodeBase64 } from "../../pem/base64.ts";
import { privateKeyInfo } from "../containers/pkcs8.ts";

/** Coordinates, or the octets of the key as `x` alone. */
interface PublicPart {
  readonly x: Uint8Array<ArrayBuffer>;
  readonly y: Uint8Array<ArrayBuffer> | null;
}

/**
 * Imports a private key that lacks its public part, and gives the part that the engine works out;
 * null when it refuses. Zeroes `inner`.
 */
export async function exportPublicPart(
  algorithm: Uint8Array,
  inner: Uint8Array<ArrayBuffer>,
  parameters: { name: string; namedCurve?: string },
  usages: readonly ("sign" | "deriveBits")[],
): Promise<PublicPart | null> {
  const pkcs8 = privateKeyInfo(algorithm, inner);
  inner.fill(0);
  try {
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, parameters, true, [...usages]);
    const { x, y } = await crypto.subtle.exportKey("jwk", key);
    return x === undefined
      ? null
      : { x: fromBase64Url(x), y: y === undefined ? null : fromBase64Url(y) };
  } catch {
    return null;
  } finally {
    pkcs8.fill(0);
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const octets = decodeBase64(text);
  if (typeof octets === "string") throw new Error("the engine's own base64url is broken");
  return octets;
}
