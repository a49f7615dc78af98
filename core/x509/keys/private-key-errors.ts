/** What is said of private keys that cannot be read or whose parts do not belong together. */
import { OperationError } from "../../kernel/errors.ts";
import * as X509_TEXT from "../texts.ts";
import type { EncryptedObject } from "./encryption/encrypted-object.ts";

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
