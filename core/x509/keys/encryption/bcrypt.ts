/**
 * bcrypt_pbkdf, the key derivation of OpenSSH's private keys. It is loaded when the first encrypted
 * one is met, and runs in JavaScript: no engine and no WebAssembly that is kept has it.
 */
// @ts-types="./bcrypt-pbkdf.d.ts"
import bcrypt from "bcrypt-pbkdf";

/**
 * A key of so many octets. Whoever calls it has checked the lengths and paid for the rounds; an
 * Error says that it has not.
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
