/** Messages about keys, certificates and PKCS#12 files that cannot be read. */
import { named, withCommas } from "../kernel/formatting.ts";

/** A specified text (core/specified-texts.ts). */
export const issuerNotFound = "ISSUER NOT FOUND";

/**
 * `what` is the number and name of the iterations. `most` is the number that is still allowed. `fresh` means
 * that no derivation ran before.
 */
export const tooMuchDerivation = (what: string, most: number, fresh: boolean, onServer: boolean) =>
  `The file asks for ${what}, but ${onServer ? "the server" : "this tool"} runs at most ${
    withCommas(most)
  }${fresh ? "" : " more"}${onServer ? ". Open it on your own device" : ""}`;
/** `asked` and `most` are in MiB. */
export const tooMuchMemory = (asked: number, most: number, fresh: boolean, onServer: boolean) =>
  `The file asks for ${withCommas(asked)} MiB of memory for its key derivation, but ${
    onServer ? "the server" : "this tool"
  } gives at most ${withCommas(most)} MiB${fresh ? "" : " more"}${
    onServer ? ". Open it on your own device" : ""
  }`;
export const keyNot = "This is not a private key";
export const keyNotFound =
  "No private key found. Paste the text that starts with -----BEGIN PRIVATE KEY-----";
export const keyNoPair = "Its public part does not belong to its private part";
export const keyEncryptionUnsupported = (scheme: string) =>
  `The private key is encrypted with ${scheme}, which is not supported`;
export const passphraseRequired = "The private key is encrypted. Enter its passphrase";
export const passphraseWrong = "Wrong passphrase for the private key";
/**
 * `message` that a password is wrong, with a remark on a copied space or line break. A password is used exactly as it
 * was entered, because a space may belong to it.
 */
export const passwordRefused = (message: string, password: string) =>
  /^[\s\u200b]|[\s\u200b]$/.test(password)
    ? `${message}. Your entry begins or ends with a space or a line break: try it without`
    : message;
export const matchSwapped =
  "The fields are swapped: the private key is in the field for the certificate or CSR";
export const certificateNot = "This is not a certificate";
export const certificateNotFound =
  "No certificate found. Paste the text that starts with -----BEGIN CERTIFICATE-----";
export const pfxPasswordRequired = "The PFX file is protected by a password. Enter it";
export const pfxPasswordWrong = "Wrong password, or the PFX file is damaged";
export const pfxPasswordUnknown =
  "Wrong password, or the PFX file is damaged. It has no MAC, so no program can tell which";
export const pfxPasswordOther =
  "The password is right, but part of the PFX file is damaged or has another password";
export const pfxEncryptionUnsupported = (scheme: string) =>
  `The PFX file uses ${scheme}, which is not supported`;
export const pfxSigned =
  "The PFX file is signed with a key instead of a password (public-key integrity mode), which is not supported";
export const pfxEnveloped =
  "The PFX file is encrypted for a key instead of a password (public-key privacy mode), which is not supported";

/** "Example CA" has issued two certificates with the serial number 01. */
export const serialReused = (
  { issuer, serialNumber }: { issuer: string; serialNumber: string },
): string =>
  `${named(issuer)} issued another certificate with the same serial number, ${serialNumber}. ` +
  "Firefox refuses both (SEC_ERROR_REUSED_ISSUER_AND_SERIAL).";
