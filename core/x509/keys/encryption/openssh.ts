/**
 * How OpenSSH encrypts its private keys (PROTOCOL.key of OpenSSH): key and initialisation vector out of
 * bcrypt_pbkdf, AES in CTR, CBC or GCM mode without padding of its own, or 3DES in CBC mode.
 */
import { checksAgree, type OpensshFile, SshFields } from "../containers/openssh.ts";
import {
  type Decryptor,
  type EncryptedObject,
  MalformedKey,
  unsupportedScheme,
} from "../private-key-errors.ts";
import type { Budget } from "../../../kernel/context.ts";
import { KDF_COST, spendDerivation } from "./key-derivation.ts";

interface SshCipher {
  mode: "CTR" | "CBC" | "GCM";
  keyOctets: number;
  ivOctets: number;
  blockOctets: number;
  /** For CBC without padding, which WebCrypto does not have. */
  forge: "aes" | "3des";
}

const aes = (mode: SshCipher["mode"], bits: number): SshCipher => ({
  mode,
  keyOctets: bits / 8,
  ivOctets: mode === "GCM" ? 12 : 16,
  blockOctets: 16,
  forge: "aes",
});

/** By the names of ssh_config(5). AES-192 in CTR mode is what Chromium does not have. */
const CIPHERS: ReadonlyMap<string, SshCipher> = new Map([
  ["aes128-ctr", aes("CTR", 128)],
  ["aes256-ctr", aes("CTR", 256)],
  ["aes128-cbc", aes("CBC", 128)],
  ["aes192-cbc", aes("CBC", 192)],
  ["aes256-cbc", aes("CBC", 256)],
  ["aes128-gcm@openssh.com", aes("GCM", 128)],
  ["aes256-gcm@openssh.com", aes("GCM", 256)],
  ["3des-cbc", { mode: "CBC", keyOctets: 24, ivOctets: 8, blockOctets: 8, forge: "3des" }],
]);

/** Known to OpenSSH and not to this reader: they are named, anything else may be any text. */
const OTHER_CIPHERS = ["aes192-ctr", "chacha20-poly1305@openssh.com"];

/** Octets that bcrypt makes at a time. */
const HASH_OCTETS = 32;
/** OpenSSH writes 16. */
const MAX_SALT = 1024;
const GCM_TAG = 16;

/** What the length of the private part is a multiple of (PROTOCOL.key): 8 where nothing encrypts. */
export const blockOctets = ({ cipher }: OpensshFile): number =>
  CIPHERS.get(cipher)?.blockOctets ?? 8;

/** Throws OperationError in the words of `object` for another cipher, and MalformedKey. */
export function opensshDecryptor(
  file: OpensshFile,
  budget: Budget,
  object: EncryptedObject,
): Decryptor {
  const cipher = CIPHERS.get(file.cipher);
  if (!cipher || file.kdf !== "bcrypt") {
    const name = OTHER_CIPHERS.find((other) => other === file.cipher);
    throw unsupportedScheme(object, `${name ?? "ANOTHER CIPHER"} (${DECRYPT})`);
  }
  const { keyOctets, ivOctets } = cipher;
  const options = new SshFields(file.kdfOptions);
  const salt = options.string();
  const rounds = options.uint32();
  if (salt.length === 0 || salt.length > MAX_SALT || rounds === 0 || options.rest().length > 0) {
    throw new MalformedKey("THE PARAMETERS OF ITS KEY DERIVATION ARE WRONG");
  }
  if (file.tag.length !== (cipher.mode === "GCM" ? GCM_TAG : 0)) {
    throw new MalformedKey("THE DATA AFTER ITS PRIVATE PART HAS THE WRONG LENGTH");
  }
  if (file.sealed.length === 0 || file.sealed.length % cipher.blockOctets !== 0) {
    throw new MalformedKey("ITS PRIVATE PART IS NOT MADE OF WHOLE BLOCKS");
  }
  return async (passphrase) => {
    const blocks = Math.ceil((keyOctets + ivOctets) / HASH_OCTETS);
    spendDerivation(budget, "ROUNDS OF BCRYPT", rounds, KDF_COST.bcryptRound * blocks);
    const password = new TextEncoder().encode(passphrase ?? "");
    const { bcryptPbkdf } = await import("./bcrypt.ts");
    const derived = bcryptPbkdf(password, salt, rounds, keyOctets + ivOctets);
    password.fill(0);
    const key = derived.subarray(0, keyOctets);
    const plain = await decrypt(cipher, key, derived.subarray(keyOctets), file);
    derived.fill(0);
    if (plain === null || checksAgree(plain)) return plain;
    plain.fill(0);
    return null;
  };
}

/** It asks for the passphrase itself, and leaves the key without one. */
const DECRYPT = "REMOVE THE PASSPHRASE OF A COPY WITH ssh-keygen -p -N '' -f COPY";

/** Null where an authenticated cipher says that the key is wrong. */
async function decrypt(
  { mode, forge }: SshCipher,
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  { sealed, tag }: OpensshFile,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (mode === "CBC") {
    const { decryptBlocks } = await import("./forge-ciphers.ts");
    return decryptBlocks({ cipher: forge, key, iv, data: sealed });
  }
  const name = `AES-${mode}`;
  const imported = await crypto.subtle.importKey("raw", key, name, false, ["decrypt"]);
  if (mode === "CTR") {
    const parameters = { name, counter: iv, length: 128 };
    return new Uint8Array(await crypto.subtle.decrypt(parameters, imported, sealed));
  }
  const whole = new Uint8Array(sealed.length + tag.length);
  whole.set(sealed);
  whole.set(tag, sealed.length);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name, iv }, imported, whole));
  } catch {
    return null;
  }
}
