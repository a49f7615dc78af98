/**
 * OpenSSL's traditional encryption of PEM blocks, with the headers `Proc-Type: 4,ENCRYPTED` and `DEK-Info`
 * (RFC 1421). One round of MD5 derives the key.
 */
import { loadDigest } from "../../../../wasm/digest.ts";
import type { Budget } from "../../../kernel/context.ts";
import { concatenate, fromHex } from "../../../kernel/octets.ts";
import { passwordOctets } from "../../../kernel/passwords.ts";
import { type Cipher, cipherSizes, decryptCbc } from "./ciphers.ts";
import { KDF_COST, spendDerivation } from "./key-derivation.ts";
import { cipherOfDekInfo } from "./cipher-names.ts";
import { type Decryptor, type EncryptedObject, unsupportedCipher } from "../private-key-errors.ts";

/** Ciphers by their names in DEK-Info. */
const CIPHERS: ReadonlySet<string> = new Set<Cipher>([
  "AES-128-CBC",
  "AES-192-CBC",
  "AES-256-CBC",
  "DES-EDE3-CBC",
  "DES-CBC",
]);
const MD5_OCTETS = 16;
const isCipher = (name: string): name is Cipher => CIPHERS.has(name);

/**
 * Returns the decryption of a block with the DEK-Info header "CIPHER,HEX-VECTOR"; null if the header is
 * malformed. The key comes from OpenSSL's EVP_BytesToKey with one iteration of MD5, salted with the first
 * eight octets of the vector. Throws OperationError `unsupported` for another cipher.
 */
export function traditionalDecryptor(
  dekInfo: string,
  data: Uint8Array<ArrayBuffer>,
  object: EncryptedObject,
  budget: Budget,
): Decryptor | null {
  const comma = dekInfo.indexOf(",");
  if (comma === -1) return null;
  const cipher = dekInfo.slice(0, comma).trim().toUpperCase();
  if (!isCipher(cipher)) {
    throw unsupportedCipher(object, cipherOfDekInfo(cipher));
  }
  const { keyOctets, blockOctets } = cipherSizes(cipher);
  const iv = readHex(dekInfo.slice(comma + 1).trim(), blockOctets);
  if (iv === null) return null;
  return async (passphrase) => {
    const md5 = await loadDigest("MD5");
    const password = passwordOctets(passphrase ?? "", "UTF-8");
    const digests = Math.ceil(keyOctets / MD5_OCTETS);
    const octets = digests * (MD5_OCTETS + password.length + 8);
    spendDerivation(budget, "digest", "MD5", digests, KDF_COST.digest.MD5, octets);
    const key = new Uint8Array(keyOctets);
    let previous = new Uint8Array(0);
    for (let done = 0; done < keyOctets; done += previous.length) {
      const input = concatenate([previous, password, iv.subarray(0, 8)]);
      previous = md5(input);
      input.fill(0);
      key.set(previous.subarray(0, keyOctets - done), done);
    }
    password.fill(0);
    try {
      return await decryptCbc(cipher, key, iv, data);
    } finally {
      key.fill(0);
    }
  };
}

/** Reads exactly `octets` pairs of hexadecimal digits; null for other text. */
function readHex(text: string, octets: number): Uint8Array<ArrayBuffer> | null {
  return text.length === 2 * octets && /^[0-9A-Fa-f]*$/.test(text) ? fromHex(text) : null;
}
