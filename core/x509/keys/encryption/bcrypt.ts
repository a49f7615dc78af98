/**
 * bcrypt_pbkdf, the key derivation of OpenSSH's private keys. Loaded for the first encrypted key. It runs
 * in JavaScript, because no engine and no maintained WebAssembly library has it.
 */
// @ts-types="./bcrypt-pbkdf.d.ts"
import bcrypt from "bcrypt-pbkdf";

/**
 * Derives a key of `octets`. The caller has checked the lengths and charged the rounds to the budget. Throws
 * Error for invalid lengths.
 */
export function bcryptPbkdf(
  password: Uint8Array,
  salt: Uint8Array,
  rounds: number,
  octets: number,
): Uint8Array<ArrayBuffer> {
  const key = new Uint8Array(octets);
  const code = bcrypt.pbkdf(password, password.length, salt, salt.length, key, octets, rounds);
  if (code !== 0) throw new Error("bcrypt_pbkdf refused lengths that were checked before");
  return key;
}
