/** PBES1 (RFC 8018, 6.1): DES and RC2 under a key that PBKDF1 derives. */
import type { Budget } from "../../../kernel/context.ts";
import { loadDigest } from "../../../../wasm/digest.ts";
import type { AlgorithmIdentifier } from "../algorithm-identifiers.ts";
import type { Der } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import type { Cipher } from "./ciphers.ts";
import { KDF_COST, spendDerivation } from "./kdf-cost.ts";
import { type Derivation, readPbeParameters } from "./parameters.ts";

interface Scheme {
  readonly name: string;
  readonly cipher: Cipher;
  readonly digest: "MD5" | "SHA-1";
}

/** By object identifier. Key and vector are the halves of PBKDF1's sixteen octets. */
export const PBES1_SCHEMES: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ["1.2.840.113549.1.5.3", { cipher: "DES-CBC", digest: "MD5", name: "pbeWithMD5AndDES-CBC" }],
  ["1.2.840.113549.1.5.6", { cipher: "RC2-64-CBC", digest: "MD5", name: "pbeWithMD5AndRC2-CBC" }],
  ["1.2.840.113549.1.5.10", { cipher: "DES-CBC", digest: "SHA-1", name: "pbeWithSHA1AndDES-CBC" }],
  ["1.2.840.113549.1.5.11", {
    cipher: "RC2-64-CBC",
    digest: "SHA-1",
    name: "pbeWithSHA1AndRC2-CBC",
  }],
]);

intern(PBES1_SCHEMES.keys());

/** Reads the parameters of a scheme of PBES1, whose identifier `der` holds. */
export function readPbes1(der: Der, algorithm: AlgorithmIdentifier, scheme: Scheme): Derivation {
  const { name, cipher, digest } = scheme;
  const { salt, iterations } = readPbeParameters(der, algorithm);
  return {
    name,
    cipher,
    iterations,
    async derive(passphrase) {
      const derived = await pbkdf1(digest, passphrase ?? "", salt, iterations, der.budget);
      return { key: derived.subarray(0, 8), iv: derived.subarray(8, 16) };
    },
  };
}

/** PBKDF1 (RFC 8018, 5.1), sixteen octets. */
async function pbkdf1(
  algorithm: "MD5" | "SHA-1",
  passphrase: string,
  salt: Uint8Array,
  iterations: number,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  spendDerivation(
    budget,
    `ITERATIONS OF PBKDF1 OVER ${algorithm}`,
    iterations,
    KDF_COST.digest[algorithm],
  );
  const digest = await loadDigest(algorithm);
  const password = new TextEncoder().encode(passphrase);
  const input = new Uint8Array(password.length + salt.length);
  input.set(password);
  input.set(salt, password.length);
  let hash = digest(input);
  for (let i = 1; i < iterations; i++) hash = digest(hash);
  input.fill(0);
  password.fill(0);
  return hash.subarray(0, 16);
}
