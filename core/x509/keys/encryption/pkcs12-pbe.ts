/** PKCS#12's own schemes (RFC 7292, C): key and vector come from its derivation over SHA-1. */
import type { Budget } from "../../../kernel/context.ts";
import type { AlgorithmIdentifier } from "../algorithm-identifiers.ts";
import type { Der } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import { type Cipher, cipherSizes } from "./ciphers.ts";
import { type Derivation, readPbeParameters } from "./parameters.ts";
import { deriveKey, pkcs12Password, PURPOSE } from "./pkcs12-kdf.ts";

interface Scheme {
  readonly name: string;
  readonly cipher: Cipher;
}

export const TRIPLE_DES_SHA1 = "1.2.840.113549.1.12.1.3";

/** By object identifier. */
export const PKCS12_SCHEMES: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  [TRIPLE_DES_SHA1, { cipher: "DES-EDE3-CBC", name: "pbeWithSHAAnd3-KeyTripleDES-CBC" }],
  ["1.2.840.113549.1.12.1.4", { cipher: "DES-EDE-CBC", name: "pbeWithSHAAnd2-KeyTripleDES-CBC" }],
  ["1.2.840.113549.1.12.1.5", { cipher: "RC2-128-CBC", name: "pbeWithSHAAnd128BitRC2-CBC" }],
  ["1.2.840.113549.1.12.1.6", { cipher: "RC2-40-CBC", name: "pbeWithSHAAnd40BitRC2-CBC" }],
]);

intern(PKCS12_SCHEMES.keys());

/** Reads the parameters of one of these schemes, whose identifier `der` holds. */
export function readPkcs12Pbe(
  der: Der,
  algorithm: AlgorithmIdentifier,
  { name, cipher }: Scheme,
): Derivation {
  const { salt, iterations } = readPbeParameters(der, algorithm);
  return {
    name,
    cipher,
    iterations,
    derive: (passphrase) => deriveKeyAndVector(cipher, passphrase, salt, iterations, der.budget),
  };
}

/** Key and initialisation vector of the cipher. `passphrase` null is no passphrase at all. */
export async function deriveKeyAndVector(
  cipher: Cipher,
  passphrase: string | null,
  salt: Uint8Array,
  iterations: number,
  budget: Budget,
): Promise<{ key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }> {
  const password = pkcs12Password(passphrase);
  const { keyOctets, blockOctets } = cipherSizes(cipher);
  const run = (purpose: 1 | 2, length: number) =>
    deriveKey("SHA-1", purpose, password, salt, iterations, length, budget);
  const key = await run(PURPOSE.key, keyOctets);
  const iv = await run(PURPOSE.iv, blockOctets);
  password.fill(0);
  return { key, iv };
}
