/** Errors of reading and decrypting keys. Their messages contain nothing of the key. */
import { OperationError } from "../../kernel/errors.ts";
import * as X509_TEXT from "../texts.ts";
import type { PasswordEncoding } from "../../kernel/passwords.ts";

/** The input fields of the errors. */
const FIELD = "privateKey";
const PASSPHRASE_FIELD = "passphrase";

/** An error for the private key's field. */
export const keyError = (code: OperationError["code"], message: string): OperationError =>
  new OperationError(code, message, FIELD);

/** `unreadable`. `reason` ends the sentence. */
export const unreadable = (reason: string): OperationError =>
  keyError("unreadable", `The private key cannot be read: ${reason}`);

/** `key_inconsistent`. `reason` ends the sentence. */
export const inconsistent = (reason: string): OperationError =>
  keyError("key_inconsistent", `The private key is inconsistent: ${reason}`);

/** The key or file is encrypted, and no passphrase was given. */
export const passphraseRequired = (): OperationError =>
  new OperationError("passphrase_required", X509_TEXT.passphraseRequired, PASSPHRASE_FIELD);

/** The passphrase does not decrypt it. */
export const passphraseWrong = (passphrase: string): OperationError =>
  new OperationError(
    "passphrase_wrong",
    X509_TEXT.passwordRefused(X509_TEXT.passphraseWrong, passphrase),
    PASSPHRASE_FIELD,
  );

/** The path and texts of errors for an encrypted private key. */
export const ENCRYPTED_KEY: EncryptedObject = {
  path: FIELD,
  unsupported: X509_TEXT.keyEncryptionUnsupported,
  openssl: "openssl pkey -provider default -provider legacy -in FILE -out key.pem",
};

/*
 * The schemes of `encryption` serve private keys and PKCS#12 files, so the caller provides the path and
 * the texts of errors.
 */

/** The path and texts of errors for an encrypted object. */
export interface EncryptedObject {
  /** The input field of the errors. */
  readonly path: string;
  /** The message for an unsupported scheme, which is named like "RC2 with an unusual key length". */
  readonly unsupported: (scheme: string) => string;
  /** The command of OpenSSL 3 that decrypts more ciphers than this tool. */
  readonly openssl: string;
}

/**
 * The error `unsupported` for a scheme that is named like "RC2 with an unusual key length". If OpenSSL decrypts it, the
 * error has the command.
 */
export function unsupportedScheme(
  { path, unsupported, openssl }: EncryptedObject,
  scheme: string,
  opensslDecrypts = false,
): OperationError {
  const what = unsupported(scheme);
  const message = opensslDecrypts ? `${what}. Decrypt it with ${openssl}` : what;
  return new OperationError("unsupported", message, path);
}

/** The same for a cipher that OpenSSL decrypts: `cipher` is its name in words, or null if we do not know it. */
export const unsupportedCipher = (
  object: EncryptedObject,
  cipher: string | null,
): OperationError =>
  unsupportedScheme(
    object,
    cipher === null ? "an unknown cipher" : `the cipher ${cipher}`,
    cipher !== null,
  );

/**
 * Decrypts with a passphrase; returns null if it is wrong. Creating a Decryptor throws if the encryption is
 * unsupported, so that the user is not asked for a passphrase in vain. A null passphrase means none, which
 * only the schemes of PKCS#12 distinguish from an empty one.
 */
export type Decryptor = (passphrase: string | null) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The encryption of a file, and its decrypt function. */
export interface Encryption {
  /** "PBES2 (PBKDF2-HMAC-SHA-256, AES-256-CBC)", "pbeWithSHAAnd3-KeyTripleDES-CBC", … */
  readonly name: string;
  /** Iterations of the key derivation; null if it has another cost parameter. */
  readonly iterations: number | null;
  /** The encoding of passwords that the scheme demands. */
  readonly encoding: PasswordEncoding;
  /** Like Decryptor. Another `encoding` is used in place of UTF-8, for files of programs that differ. */
  readonly decrypt: (
    passphrase: string | null,
    encoding?: PasswordEncoding,
  ) => ReturnType<Decryptor>;
}

/** `reason` explains the error without quoting the key. */
export class MalformedKey extends OperationError {
  constructor(reason: string) {
    super("unreadable", reason);
  }
}
