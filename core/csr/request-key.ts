/** The key that a request is signed with: one that is made for it. */
import type { InputOf } from "../kernel/contract.ts";
import { makeKeyPair } from "../x509/issuing/signing.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { csrGenerate } from "./contract.ts";
import type { ECC_CURVES, OTHER_KEY_TYPES } from "./options.ts";
import type { Note } from "./schema.ts";

export type RequestKeyKind =
  | { type: "RSA"; bits: number }
  | { type: "ECC"; curve: (typeof ECC_CURVES)[number] }
  | { type: (typeof OTHER_KEY_TYPES)[number] };

export interface RequestKey {
  readonly kind: RequestKeyKind;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly signingKey: CryptoKey;
  /** PKCS#8 in PEM; null of a key that was given. */
  readonly pem: string | null;
  /** What public authorities object to in it. */
  readonly notes: readonly Note[];
}

/** A new key of the kind that the input asks for. Throws `unsupported` where the engine makes none. */
export async function newKey(input: InputOf<typeof csrGenerate>): Promise<RequestKey> {
  const { keyType, keySize, eccCurve, digestAlgorithm } = input;
  const kind: RequestKeyKind = keyType === "RSA"
    ? { type: keyType, bits: keySize }
    : keyType === "ECC"
    ? { type: keyType, curve: eccCurve }
    : { type: keyType };
  const { spki, pkcs8, privateKey } = await makeKeyPair(kind, digestAlgorithm);
  return {
    kind,
    publicKey: spki,
    signingKey: privateKey,
    pem: writePem("PRIVATE KEY", pkcs8),
    notes: [],
  };
}
