/** Fingerprints: digests over DER, on WebAssembly, synchronous once loaded. */
import { type Digest, loadDigest } from "../../../wasm/digest.ts";

export interface FingerprintDigests {
  readonly sha256: Digest;
  readonly sha1: Digest;
}

/** Loads what fingerprints need; the second call costs nothing. */
export async function loadFingerprintDigests(): Promise<FingerprintDigests> {
  const [sha256, sha1] = await Promise.all([loadDigest("SHA-256"), loadDigest("SHA-1")]);
  return { sha256, sha1 };
}
