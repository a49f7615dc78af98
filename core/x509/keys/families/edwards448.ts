/**
 * Ed448 and X448 (RFC 8032, 5.2; RFC 7748, 5), which no browser's WebCrypto has, by @noble/curves. This
 * module is loaded when such a key is met.
 */
import { ed448, x448 } from "@noble/curves/ed448.js";

/** The public part of a private key: 57 octets make 57, 56 of X448 make 56. */
export function publicPartOf(name: "Ed448" | "X448", privateKey: Uint8Array): Uint8Array {
  return (name === "Ed448" ? ed448 : x448).getPublicKey(privateKey);
}

/**
 * Whether the signature holds (RFC 8032, 5.2.7): its S is below the order, its point and the key are
 * encoded the one right way. Else what is wrong with the key.
 */
export function verifyEd448(
  data: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean | "not a point" | "small order" {
  if (!ed448.utils.isValidPublicKey(publicKey, false)) return "not a point";
  if (ed448.Point.fromBytes(publicKey).isSmallOrder()) return "small order";
  return ed448.verify(signature, data, publicKey, { zip215: false });
}
