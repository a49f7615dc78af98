/** A signature of any shape under any key, and what is said of it. */
import { Budget } from "../../../core/kernel/context.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../../../core/x509/keys/public-keys.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";
import { type Bytes, bytes } from "./rules/der.ts";
import { leaf } from "./rules/maker.ts";

/** The key of a SubjectPublicKeyInfo. */
export function keyOf(info: Bytes): SubjectPublicKeyInfo {
  const der = new Der(info, new Budget());
  der.expect(0, info.length, TAG.SEQUENCE, "key");
  return readPublicKey(der);
}

/** Makes the signature over a certificate with this algorithm. */
export type Signer = (tbs: Uint8Array) => Uint8Array;

export function signed(algorithm: Bytes, sign: Signer) {
  return leaf({ algorithm, signature: bytes(...sign(leaf({ algorithm }).tbs)) });
}

/** Whether the signature over a certificate with this algorithm holds, or why that is not known. */
export async function verdict(
  info: Bytes,
  algorithm: Bytes,
  sign: Signer,
  budget = new Budget(),
): Promise<string> {
  const { valid, problem } = await verifySignature(signed(algorithm, sign), keyOf(info), budget);
  return valid === true ? "holds" : `${valid === null ? "unknown" : "no"}: ${problem}`;
}
