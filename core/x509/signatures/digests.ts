/**
 * Digests by @noble/hashes, including those that WebCrypto lacks. Loaded when a signature needs such a
 * digest, or has a key that WebCrypto does not support.
 */
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from "@noble/hashes/sha2.js";
import {
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128,
  shake128_32,
  shake256,
  shake256_64,
} from "@noble/hashes/sha3.js";

import { concatenate } from "../../kernel/octets.ts";
import { MD5_SHA1 } from "./hashes.ts";

type Digest = (data: Uint8Array) => Uint8Array;

const DIGESTS: ReadonlyMap<string, Digest> = new Map<string, Digest>([
  ["MD5", md5],
  [MD5_SHA1, (data) => concatenate([md5(data), sha1(data)])],
  ["RIPEMD-160", ripemd160],
  ["SHA-1", sha1],
  ["SHA-224", sha224],
  ["SHA-256", sha256],
  ["SHA-384", sha384],
  ["SHA-512", sha512],
  ["SHA-512/224", sha512_224],
  ["SHA-512/256", sha512_256],
  ["SHA3-224", sha3_224],
  ["SHA3-256", sha3_256],
  ["SHA3-384", sha3_384],
  ["SHA3-512", sha3_512],
  // RFC 8702, 3: 256 and 512 bits of output.
  ["SHAKE128", shake128_32],
  ["SHAKE256", shake256_64],
]);

/** The digest by one of the hashes in hashes.ts. */
export function digest(hash: string, data: Uint8Array): Uint8Array {
  return DIGESTS.get(hash)!(data);
}

/** MGF1 (RFC 8017, B.2.1) with this hash; SHAKE is a mask function itself (RFC 8702, 3.1). */
export function mask(hash: string, seed: Uint8Array, length: number): Uint8Array {
  if (hash === "SHAKE128") return shake128(seed, { dkLen: length });
  if (hash === "SHAKE256") return shake256(seed, { dkLen: length });
  const blocks: Uint8Array[] = [];
  const counted = new Uint8Array(seed.length + 4);
  counted.set(seed);
  for (let counter = 0, done = 0; done < length; counter++) {
    new DataView(counted.buffer).setUint32(seed.length, counter);
    const block = digest(hash, counted);
    blocks.push(block);
    done += block.length;
  }
  return concatenate(blocks).subarray(0, length);
}
