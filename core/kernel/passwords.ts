/**
 * Passwords as octets. Every key derivation and every digest over a password gets its octets here, so no
 * password can be longer than the cost of a derivation allows for.
 */
import { OperationError } from "./errors.ts";
import * as KERNEL_TEXT from "./texts.ts";

/** The longest password in octets of UTF-8. Windows and keytool stop far below. */
export const MAX_PASSWORD_OCTETS = 1024;

/**
 * UTF-8 (RFC 8018, B.1), UTF-16 with the high octet first, or that with two zeros after it (RFC 7292, B.1).
 * "low octets" keeps only the low octet of each unit, as programs do that take text for ISO 8859-1.
 */
export type PasswordEncoding = "UTF-8" | "UTF-16" | "BMPString" | "low octets";

/** Whether a password is longer than MAX_PASSWORD_OCTETS. */
export function isPasswordTooLong(password: string): boolean {
  // A UTF-16 code unit has at least one octet of UTF-8.
  if (password.length > MAX_PASSWORD_OCTETS) return true;
  if (3 * password.length <= MAX_PASSWORD_OCTETS) return false;
  const octets = new TextEncoder().encode(password);
  const { length } = octets;
  octets.fill(0);
  return length > MAX_PASSWORD_OCTETS;
}

/** The octets of a password, which the caller must zero. Throws `invalid_input` if it is too long. */
export function passwordOctets(
  password: string,
  encoding: PasswordEncoding,
): Uint8Array<ArrayBuffer> {
  if (isPasswordTooLong(password)) {
    throw new OperationError("invalid_input", KERNEL_TEXT.passwordTooLong("The password"));
  }
  if (encoding === "UTF-8") return new TextEncoder().encode(password);
  if (encoding === "low octets") {
    return Uint8Array.from({ length: password.length }, (_, at) => password.charCodeAt(at));
  }
  const octets = new Uint8Array(2 * password.length + (encoding === "BMPString" ? 2 : 0));
  for (let at = 0; at < password.length; at++) {
    const unit = password.charCodeAt(at);
    octets[2 * at] = unit >> 8;
    octets[2 * at + 1] = unit;
  }
  return octets;
}
