/**
 * A digest of a digest, many times. @noble/hashes does it in half the time of WebAssembly (wasm/digest.ts) for SHA-1
 * and SHA-256, because no call leaves JavaScript. Its other digests are slower.
 */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Hash } from "@noble/hashes/utils.js";
import { type DigestAlgorithm, loadDigest } from "../../../../wasm/digest.ts";

/** Replaces `hash` by its digest `times` times, and returns the last one. */
export async function iterateDigest(
  algorithm: DigestAlgorithm,
  hash: Uint8Array<ArrayBuffer>,
  times: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (algorithm === "SHA-1") return iterate(sha1.create(), hash, times);
  if (algorithm === "SHA-256") return iterate(sha256.create(), hash, times);
  const digest = await loadDigest(algorithm);
  for (let done = 0; done < times; done++) hash = digest(hash);
  return hash;
}

/** A copy of the state at the start is cheaper than a new one, as in the library's own PBKDF2. */
function iterate<T extends Hash<T>>(
  start: T,
  hash: Uint8Array<ArrayBuffer>,
  times: number,
): Uint8Array<ArrayBuffer> {
  const state = start.clone();
  const last = hash.slice();
  for (let done = 0; done < times; done++) {
    start._cloneInto(state);
    state.update(last).digestInto(last);
  }
  state.destroy();
  return last;
}
