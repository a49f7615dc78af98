/**
 * Verifies the signatures of Project Wycheproof's test vectors (tests/fixtures/wycheproof) with our
 * own code.
 */
import { Budget } from "../../core/kernel/context.ts";
import { Der, TAG } from "../../core/x509/asn1/der.ts";
import { element } from "../../core/x509/asn1/der-write.ts";
import { decodeBase64 } from "../../core/x509/pem/base64.ts";
import { readPublicKey } from "../../core/x509/keys/public-keys.ts";
import { readSignature } from "../../core/x509/signatures/signatures.ts";
import { verifySignature } from "../../core/x509/signatures/verify.ts";

/** Signatures of one algorithm under one key. Bytes are in base64. */
export interface VectorGroup {
  /** The name of the file in Project Wycheproof. */
  source: string;
  /** AlgorithmIdentifier of the signatures, DER. */
  algorithm: string;
  /** SubjectPublicKeyInfo, DER. */
  key: string;
  /** Number in the file, data, signature, whether the signature is valid, and the purpose. */
  tests: [number, string, string, boolean, string][];
}

function octets(base64: string): Uint8Array<ArrayBuffer> {
  if (base64 === "") return new Uint8Array();
  const bytes = decodeBase64(base64);
  if (typeof bytes === "string") throw new Error(bytes);
  return bytes;
}

/** Verifies all vectors; returns those with another result than expected. */
export async function differing(
  groups: readonly VectorGroup[],
): Promise<{ vector: string; valid: boolean | null; problem: string | null }[]> {
  const found = [];
  for (const { source, algorithm, key, tests } of groups) {
    for (const [number, data, signature, expected, why] of tests) {
      const budget = new Budget();
      const spki = new Der(octets(key), budget);
      spki.expect(0, spki.bytes.length, TAG.SEQUENCE, "key");
      const publicKey = readPublicKey(spki);
      const bits = element(TAG.BIT_STRING, Uint8Array.of(0), octets(signature));
      const signed = element(TAG.SEQUENCE, octets(algorithm), bits);
      const der = new Der(signed, budget);
      der.expect(0, signed.length, TAG.SEQUENCE, "signed");
      const { valid, problem } = await verifySignature(
        { tbs: octets(data), signature: readSignature(der, der.body, der.end) },
        publicKey,
        budget,
      );
      if ((valid === true) !== expected) {
        found.push({ vector: `${source} ${number} ${why}`, valid, problem });
      }
    }
  }
  return found;
}
