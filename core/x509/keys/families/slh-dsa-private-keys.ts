/**
 * Private keys of SLH-DSA (RFC 9909, 6; FIPS 205, 9.1): SK.seed, SK.prf, PK.seed and PK.root without a
 * header of their own. The root is worked out anew from the seeds and compared.
 */
import { equalOctets } from "../../../kernel/octets.ts";
import { type Der, DerError } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { readStatedPublicKey } from "../containers/pkcs8.ts";
import { inconsistent } from "../private-key-errors.ts";
import { slhDsaRootTime } from "./octet-key-times.ts";
import type { PrivateNumbers } from "./private-numbers.ts";

/**
 * `publicOctets`: the length of the public key, half of the private one. Throws DerError where the
 * key has another length, `key_inconsistent`, and `too_complex` where the root costs more than
 * the budget has.
 */
export async function readSlhDsaPrivateKey(
  der: Der,
  parts: KeyParts,
  name: string,
  publicOctets: number,
): Promise<PrivateNumbers> {
  const secret = der.bytes.subarray(parts.start, parts.end);
  if (secret.length !== 2 * publicOctets) {
    throw new DerError(`${name} KEY IS NOT ${2 * publicOctets} BYTES LONG`, parts.start);
  }
  const publicKey = secret.slice(publicOctets);
  const stated = readStatedPublicKey(der, parts);
  der.budget.spend("work", slhDsaRootTime(name));
  const { slhDsa } = await import("./slh-dsa.ts");
  // The seeds alone: three quarters of the key.
  const made = slhDsa(name).keygen(secret.subarray(0, 3 * publicOctets / 2));
  made.secretKey.fill(0);
  if (!equalOctets(made.publicKey, publicKey) || stated && !equalOctets(stated, publicKey)) {
    throw inconsistent(X509_TEXT.keyNoPair);
  }
  const key: PublicKey = { algorithm: name, bits: null, curve: null };
  return { publicKey: { key, numbers: { kind: "octets", octets: publicKey } }, unchecked: null };
}
