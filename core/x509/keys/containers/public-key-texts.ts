/** Public keys in OpenSSH form and as JWK, as SubjectPublicKeyInfo. */
import type { KeyNotation } from "../../pem/key-texts.ts";
import { jwkPublicKeyInfo } from "./json-web-key.ts";
import { opensshPublicKeyInfo } from "./openssh.ts";

/** Throws MalformedKey, in words that say nothing of the key. */
export function publicKeyInfoOf(
  notation: KeyNotation,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return notation === "JWK" ? jwkPublicKeyInfo(bytes) : opensshPublicKeyInfo(bytes);
}
