/**
 * Block ciphers in CBC mode that WebCrypto lacks, by node-forge: DES, 3DES, RC2, and AES-192, which Chromium
 * does not support. Loads only node-forge's cipher modules (14 kB gzip), on first use. Lengths are whole
 * blocks: the caller adds and removes padding.
 */
// @ts-types="./forge.d.ts"
import forge from "node-forge/lib/forge.js";
import "node-forge/lib/aes.js";
import "node-forge/lib/des.js";
import "node-forge/lib/rc2.js";
import { latin1 } from "../../asn1/strings.ts";

interface BlockOperation {
  /** The effective bits of `rc2` are those of its key. */
  cipher: "aes" | "des" | "3des" | "rc2";
  key: Uint8Array;
  iv: Uint8Array;
  data: Uint8Array;
}

const NAMES = { "aes": "AES-CBC", "des": "DES-CBC", "3des": "3DES-CBC" } as const;

/** Encrypts whole blocks. The result has the length of `data`. */
export function encryptBlocks({ cipher, key, iv, data }: BlockOperation): Uint8Array<ArrayBuffer> {
  const secret = binary(key);
  if (cipher === "rc2") {
    return run(forge.rc2.createEncryptionCipher(secret, key.length * 8), binary(iv), data);
  }
  return run(forge.cipher.createCipher(NAMES[cipher], secret), { iv: binary(iv) }, data);
}

/** Decrypts whole blocks. The result includes the padding. */
export function decryptBlocks({ cipher, key, iv, data }: BlockOperation): Uint8Array<ArrayBuffer> {
  const secret = binary(key);
  if (cipher === "rc2") {
    return run(forge.rc2.createDecryptionCipher(secret, key.length * 8), binary(iv), data);
  }
  return run(forge.cipher.createDecipher(NAMES[cipher], secret), { iv: binary(iv) }, data);
}

type Running<Start> = ReturnType<typeof forge.cipher.createCipher> extends infer Cipher
  ? Omit<Cipher, "start"> & { start(initial: Start): void }
  : never;

function run<Start>(cipher: Running<Start>, initial: Start, data: Uint8Array) {
  cipher.start(initial);
  cipher.update(forge.util.createBuffer(binary(data)));
  const text = cipher.output.getBytes();
  const out = new Uint8Array(text.length);
  for (let i = 0; i < out.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

/** node-forge represents bytes as a string with one character for each. */
function binary(bytes: Uint8Array): string {
  return latin1(bytes, 0, bytes.length);
}
