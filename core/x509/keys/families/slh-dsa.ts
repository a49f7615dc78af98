/**
 * SLH-DSA (FIPS 205) by @noble/post-quantum, because no browser's WebCrypto has it. Loaded when such a key
 * is found.
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

/** The digest that is signed instead of the data, by the suffix of the name (RFC 9909, 3). */
const PREHASHES = {
  SHA256: sha256,
  SHA512: sha512,
  SHAKE128: shake128_32,
  SHAKE256: shake256_64,
};

/** The algorithm with this name. */
export function slhDsa(name: string): ReturnType<Signer["prehash"]> {
  const [set, hash] = name.split("-with-");
  return hash === undefined
    ? SETS[set]
    : SETS[set].prehash(PREHASHES[hash as keyof typeof PREHASHES]);
}
