/**
 * SLH-DSA (FIPS 205), which no browser's WebCrypto has, by @noble/post-quantum. This module is loaded
 * when such a key is met.
 */
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { shake128_32, shake256_64 } from "@noble/hashes/sha3.js";
import * as sets from "@noble/post-quantum/slh-dsa.js";

type Signer = typeof sets.slh_dsa_sha2_128s;

const SETS: Readonly<Record<string, Signer>> = {
  "SLH-DSA-SHA2-128s": sets.slh_dsa_sha2_128s,
  "SLH-DSA-SHA2-128f": sets.slh_dsa_sha2_128f,
  "SLH-DSA-SHA2-192s": sets.slh_dsa_sha2_192s,
  "SLH-DSA-SHA2-192f": sets.slh_dsa_sha2_192f,
  "SLH-DSA-SHA2-256s": sets.slh_dsa_sha2_256s,
  "SLH-DSA-SHA2-256f": sets.slh_dsa_sha2_256f,
  "SLH-DSA-SHAKE-128s": sets.slh_dsa_shake_128s,
  "SLH-DSA-SHAKE-128f": sets.slh_dsa_shake_128f,
  "SLH-DSA-SHAKE-192s": sets.slh_dsa_shake_192s,
  "SLH-DSA-SHAKE-192f": sets.slh_dsa_shake_192f,
  "SLH-DSA-SHAKE-256s": sets.slh_dsa_shake_256s,
  "SLH-DSA-SHAKE-256f": sets.slh_dsa_shake_256f,
};

/** Of a name's end: the digest that is signed in place of the data (RFC 9909, 3). */
const PREHASHES = {
  SHA256: sha256,
  SHA512: sha512,
  SHAKE128: shake128_32,
  SHAKE256: shake256_64,
};

/** The algorithm of that name: verifying, and what a private key's public part is. */
export function slhDsa(name: string): ReturnType<Signer["prehash"]> {
  const [set, hash] = name.split("-with-");
  return hash === undefined
    ? SETS[set]
    : SETS[set].prehash(PREHASHES[hash as keyof typeof PREHASHES]);
}
