/**
 * Ed448 and X448 (RFC 8032, 5.2; RFC 7748, 5) by @noble/curves, because no browser's WebCrypto has them.
 * Loaded when such a key is found.
 */
import { ed448, x448 } from "@noble/curves/ed448.js";

/** The public part of a private key: 57 octets for Ed448, 56 for X448. */
export function publicPartOf(name: "Ed448" | "X448", privateKey: Uint8Array): Uint8Array {
  return (name === "Ed448" ? ed448 : x448).getPublicKey(privateKey);
}

/**
 * Whether the signature is valid (RFC 8032, 5.2.7): S is below the order, and the encodings of its point and
 * of the key are canonical. For an invalid key, returns its fault.
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
