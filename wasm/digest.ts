/**
 * Message digests in WebAssembly (hash-wasm), on the device and on the server. They are synchronous
 * after loading.
 *
 * A hasher has state and is shared. Each call therefore initializes, updates and finishes it without
 * an await in between.
 */
import {
  createMD5,
  createSHA1,
  createSHA224,
  createSHA256,
  createSHA384,
  createSHA512,
  type IHasher,
} from "hash-wasm";

const FACTORIES = {
  "MD5": createMD5,
  "SHA-1": createSHA1,
  "SHA-224": createSHA224,
  "SHA-256": createSHA256,
  "SHA-384": createSHA384,
  "SHA-512": createSHA512,
} as const;

export type DigestAlgorithm = keyof typeof FACTORIES;

/** Returns the digest of the bytes in a new array. */
export type Digest = (data: Uint8Array) => Uint8Array<ArrayBuffer>;

const loaded = new Map<DigestAlgorithm, Promise<Digest>>();

/**
 * Compiles the algorithm's module on first use and returns the same function later. After a failure,
 * for example a temporary lack of memory, the next call tries again.
 */
export function loadDigest(algorithm: DigestAlgorithm): Promise<Digest> {
  let pending = loaded.get(algorithm);
  if (!pending) {
    pending = FACTORIES[algorithm]().then(toDigest);
    loaded.set(algorithm, pending);
    pending.catch(() => loaded.delete(algorithm));
  }
  return pending;
}

function toDigest(hasher: IHasher): Digest {
  return (data) => {
    hasher.init();
    hasher.update(data);
    // hash-wasm returns a new copy, but its declared type is wider.
    return hasher.digest("binary") as Uint8Array<ArrayBuffer>;
  };
}
