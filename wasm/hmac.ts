/** HMAC (RFC 2104) in WebAssembly with the digests of digest.ts. */
import {
  createHMAC,
  createMD5,
  createSHA1,
  createSHA224,
  createSHA256,
  createSHA384,
  createSHA512,
} from "hash-wasm";
import type { DigestAlgorithm } from "./digest.ts";

const FACTORIES = {
  "MD5": createMD5,
  "SHA-1": createSHA1,
  "SHA-224": createSHA224,
  "SHA-256": createSHA256,
  "SHA-384": createSHA384,
  "SHA-512": createSHA512,
} as const;

/** Returns the authentication code of `data` under `key`, which must not be empty. */
export async function hmac(
  algorithm: DigestAlgorithm,
  key: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const hasher = await createHMAC(FACTORIES[algorithm](), key);
  hasher.init();
  hasher.update(data);
  return hasher.digest("binary") as Uint8Array<ArrayBuffer>;
}
