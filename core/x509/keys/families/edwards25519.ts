/**
 * Ed25519 and X25519 (RFC 8032, 5.1; RFC 7748, 5) by @noble/curves, because Firefox 140 does not compute
 * the public part of such a key. Loaded only in such a browser.
 */
import { ed25519, x25519 } from "@noble/curves/ed25519.js";

/** The 32 octets of the public part of a private key. */
export function publicPartOf(name: "Ed25519" | "X25519", privateKey: Uint8Array): Uint8Array {
  return (name === "Ed25519" ? ed25519 : x25519).getPublicKey(privateKey);
}
