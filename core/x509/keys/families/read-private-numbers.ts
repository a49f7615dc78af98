/** The reader of the numbers of a private key, by its family. */
import type { Der } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { keyAlgorithmName, OCTET_KEYS } from "../key-algorithms.ts";
import { readDsaPrivateKey } from "./dsa-private-keys.ts";
import { readEcPrivateKey } from "./ec-private-keys.ts";
import { readOctetPrivateKey } from "./okp-private-keys.ts";
import { cannotCheck, type PrivateNumbers } from "./private-numbers.ts";
import { readRsaPrivateKey } from "./rsa-private-keys.ts";
import { isSeeded, readSeededPrivateKey } from "./seeded-keys.ts";
import { readSlhDsaPrivateKey } from "./slh-dsa-private-keys.ts";

/**
 * Throws DerError, and `key_inconsistent` where the numbers do not belong together. Of an algorithm
 * that is only named nothing is read.
 */
export async function readPrivateNumbers(der: Der, parts: KeyParts): Promise<PrivateNumbers> {
  const name = keyAlgorithmName(parts.oid);
  switch (name) {
    case "RSA":
    case "RSA-PSS":
      return readRsaPrivateKey(der, parts, name);
    case "EC":
      return await readEcPrivateKey(der, parts);
    case "DSA":
      return readDsaPrivateKey(der, parts);
    case "Ed25519":
    case "X25519":
    case "Ed448":
    case "X448":
      return await readOctetPrivateKey(der, parts, name);
  }
  if (isSeeded(name)) return await readSeededPrivateKey(der, parts, name);
  const octets = OCTET_KEYS.get(parts.oid)?.octets;
  if (octets && name.startsWith("SLH-DSA-")) {
    return await readSlhDsaPrivateKey(der, parts, name, octets);
  }
  const key: PublicKey = { algorithm: name, bits: null, curve: null };
  return { publicKey: { key, numbers: null }, unchecked: cannotCheck(key) };
}
