/** Messages about keys, certificates and PKCS#12 files that cannot be read. */
import { withCommas } from "../kernel/formatting.ts";

/** A specified text (core/specified-texts.ts). */
export const issuerNotFound = "ISSUER NOT FOUND";

/**
 * `what` is the number and name of the iterations. `most` is the number that is still allowed. `fresh` means
 * that no derivation ran before.
 */
export const tooMuchDerivation = (what: string, most: number, fresh: boolean, onServer: boolean) =>
  `The file asks for ${what}: at most ${withCommas(most)} ${fresh ? "" : "more "}${
    most === 1 ? "is" : "are"
  } run ${onServer ? "on the server. Open it on your own device" : "here"}`;
export const keyNot = "This is not a private key";
export const keyNotFound = "No private key found: expected text with -----BEGIN PRIVATE KEY-----";
export const keyNoPair = "Its public part does not belong to its private part";
export const keyEncryptionUnsupported = (scheme: string) =>
  `The private key is encrypted with ${scheme}, which is not supported`;
export const passphraseRequired = "The private key is encrypted: please provide its passphrase";
export const passphraseWrong = "The passphrase does not open the private key";
export const matchSwapped =
  "The fields are swapped: this is a private key, and the private key field holds a certificate or CSR";
export const certificateNot = "This is not a certificate";
export const certificateNotFound =
  "No certificate found: expected text with -----BEGIN CERTIFICATE-----";
export const pfxPasswordRequired = "The PFX file is protected by a password: please provide it";
export const pfxPasswordWrong = "Wrong password, or the PFX file is damaged";
export const pfxPasswordUnknown =
  "The password does not open the PFX file, which has no MAC to tell a wrong password from a damaged file";
export const pfxPasswordOther =
  "The password is right, but a part of the PFX file is damaged or has another password";
export const pfxEncryptionUnsupported = (scheme: string) =>
  `The PFX file uses ${scheme}, which is not supported`;
export const pfxSigned =
  "The PFX file is signed with a key instead of a password (public-key integrity mode), which is not supported";
export const pfxEnveloped =
  "The PFX file is encrypted for a key instead of a password (public-key privacy mode), which is not supported";
