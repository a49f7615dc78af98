/**
 * What the schemes of this folder take and give. They know nothing of private keys and PKCS#12 files:
 * their errors use the words of the caller.
 */
import { OperationError } from "../../../kernel/errors.ts";

/** The object that is encrypted, as errors speak of it. */
export interface EncryptedObject {
  /** The input field that errors are reported for. */
  readonly path: string;
  /** Says that a scheme is not supported, which is named like "RC2 OF AN UNUSUAL KEY LENGTH". */
  readonly unsupported: (scheme: string) => string;
}

/** `unsupported`, in the words of the object: for a scheme named like "RC2 OF AN UNUSUAL KEY LENGTH". */
export function unsupportedScheme(object: EncryptedObject, scheme: string): OperationError {
  return new OperationError("unsupported", object.unsupported(scheme), object.path);
}

/**
 * Decrypts with a passphrase; null when it does not open the data. What makes an encryption unusable
 * is thrown when one of these is made, before anybody is asked for a passphrase. No passphrase at all,
 * null, differs from an empty one for the schemes of PKCS#12 alone.
 */
export type Decryptor = (passphrase: string | null) => Promise<Uint8Array<ArrayBuffer> | null>;

/** An encryption as a file states it, and the way to undo it. */
export interface Encryption {
  /** "PBES2 (PBKDF2-HMAC-SHA-256, AES-256-CBC)", "pbeWithSHAAnd3-KeyTripleDES-CBC", … */
  readonly name: string;
  /** Iterations of the key derivation; null where there is another measure. */
  readonly iterations: number | null;
  readonly decrypt: Decryptor;
}
