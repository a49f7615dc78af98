/** The key that a request is signed with: made for it. */
import type { InputOf } from "../kernel/contract.ts";
import { generateKeys } from "../x509/issuing/signing.ts";
import { writePem } from "../x509/pem/pem-write.ts";
import type { csrGenerate } from "./contract.ts";
import type { ECC_CURVES } from "./options.ts";
import type { Note } from "./schema.ts";

export type RequestKeyKind =
  | { type: "RSA"; bits: number }
  | { type: "ECC"; curve: (typeof ECC_CURVES)[number] };

export interface RequestKey {
  readonly kind: RequestKeyKind;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: ArrayBuffer;
  readonly signingKey: CryptoKey;
  /** PKCS#8 in PEM; null of a key that was given. */
  readonly pem: string | null;
  /** What public authorities object to in it. */
  readonly notes: readonly Note[];
}

export async function newKey(input: InputOf<typeof csrGenerate>): Promise<RequestKey> {
  const { keyType, keySize, eccCurve, digestAlgorithm } = input;
  const isRsa = keyType === "RSA";
  const kind: RequestKeyKind = isRsa
    ? { type: keyType, bits: keySize }
    : { type: keyType, curve: eccCurve };
  const keys = await generateKeys(kind, digestAlgorithm, isRsa ? "keySize" : "eccCurve");
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey("spki", keys.publicKey),
    crypto.subtle.exportKey("pkcs8", keys.privateKey),
  ]);
  return {
    kind,
    publicKey,
    signingKey: keys.privateKey,
    pem: writePem("PRIVATE KEY", new Uint8Array(privateKey)),
    notes: [],
  };
}
