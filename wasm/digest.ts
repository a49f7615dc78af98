/**
 * Message digests in WebAssembly (hash-wasm): loaded once, then synchronous, and the same on the
 * device and on the server.
 *
 * A hasher is stateful and shared, so it is never held across an await: one call initialises,
 * updates and finishes it.
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

/** Hashes bytes; the answer is a new array of the algorithm's length. */
export type Digest = (data: Uint8Array) => Uint8Array<ArrayBuffer>;

const loaded = new Map<DigestAlgorithm, Promise<Digest>>();

/**
 * Compiles the algorithm's module on first use; later calls give the same function. After a failure,
 * such as too little memory for the moment, the next call tries again.
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
    // hash-wasm hands out a fresh copy, typed wider than it is.
    return hasher.digest("binary") as Uint8Array<ArrayBuffer>;
  };
}
