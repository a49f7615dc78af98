/**
 * bcrypt_pbkdf, the key derivation of OpenSSH's private keys. It is loaded when the first encrypted
 * one is met, and runs in JavaScript: no engine and no maintained WebAssembly library has it.
 */
// @ts-types="./bcrypt-pbkdf.d.ts"
import bcrypt from "bcrypt-pbkdf";

/**
 * A key of so many octets. The caller has checked the lengths and spent the rounds from the budget.
 * Throws Error for lengths that cannot be.
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
