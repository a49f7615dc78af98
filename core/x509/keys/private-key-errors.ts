/** Errors of reading and decrypting keys. Their messages say nothing of the key's content. */
import { OperationError } from "../../kernel/errors.ts";
import * as X509_TEXT from "../texts.ts";

/** The input fields that errors are reported for. */
const FIELD = "privateKey";
const PASSPHRASE_FIELD = "passphrase";

/** An error of the private key's field. */
export const keyError = (code: OperationError["code"], message: string): OperationError =>
  new OperationError(code, message, FIELD);

/** `unreadable`. `reason` ends the sentence. */
export const unreadable = (reason: string): OperationError =>
  keyError("unreadable", `THE PRIVATE KEY CANNOT BE READ: ${reason}`);

/** `key_inconsistent`. `reason` ends the sentence. */
export const inconsistent = (reason: string): OperationError =>
  keyError("key_inconsistent", `THE PRIVATE KEY IS INCONSISTENT: ${reason}`);

export const passphraseRequired = (): OperationError =>
  new OperationError("passphrase_required", X509_TEXT.passphraseRequired, PASSPHRASE_FIELD);

export const passphraseWrong = (): OperationError =>
  new OperationError("passphrase_wrong", X509_TEXT.passphraseWrong, PASSPHRASE_FIELD);

/** The private key as the errors of its encryption speak of it. */
export const ENCRYPTED_KEY: EncryptedObject = {
  path: FIELD,
  unsupported: X509_TEXT.keyEncryptionUnsupported,
};

/*
 * The schemes of `encryption` serve private keys and PKCS#12 files. So their errors use the words of the
 * caller.
 */

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

/** `reason` says what is wrong in words, and nothing of the key. */
export class MalformedKey extends OperationError {
  constructor(reason: string) {
    super("unreadable", reason);
  }
}
