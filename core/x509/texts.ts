/** Messages about keys, certificates and PKCS#12 files that cannot be read. */
import { withCommas } from "../kernel/formatting.ts";

/**
 * `what` is the number and name of the iterations. `most` is the number that is still allowed. `fresh` means
 * that no derivation ran before.
 */
export const tooMuchDerivation = (what: string, most: number, fresh: boolean, onServer: boolean) =>
  `THE FILE ASKS FOR ${what}: AT MOST ${withCommas(most)} ${fresh ? "" : "MORE "}${
    most === 1 ? "IS" : "ARE"
  } RUN ${onServer ? "ON THE SERVER. OPEN IT ON YOUR OWN DEVICE" : "HERE"}`;
export const keyNot = "THIS IS NOT A PRIVATE KEY";
export const keyNotFound = "NO PRIVATE KEY FOUND: EXPECTED TEXT WITH -----BEGIN PRIVATE KEY-----";
export const keyNoPair = "ITS PUBLIC PART DOES NOT BELONG TO ITS PRIVATE PART";
export const keyEncryptionUnsupported = (scheme: string) =>
  `THE PRIVATE KEY IS ENCRYPTED WITH ${scheme}, WHICH IS NOT SUPPORTED`;
export const passphraseRequired = "THE PRIVATE KEY IS ENCRYPTED: PLEASE PROVIDE ITS PASSPHRASE";
export const passphraseWrong = "THE PASSPHRASE DOES NOT OPEN THE PRIVATE KEY";
export const matchSwapped =
  "THE FIELDS ARE SWAPPED: THIS IS A PRIVATE KEY, AND THE PRIVATE KEY FIELD HOLDS A CERTIFICATE OR CSR";
export const certificateNot = "THIS IS NOT A CERTIFICATE";
export const certificateNotFound =
  "NO CERTIFICATE FOUND: EXPECTED TEXT WITH -----BEGIN CERTIFICATE-----";
export const pfxPasswordRequired = "THE PFX FILE IS PROTECTED BY A PASSWORD: PLEASE PROVIDE IT";
export const pfxPasswordWrong = "WRONG PASSWORD, OR THE PFX FILE IS DAMAGED";
export const pfxPasswordUnknown =
  "THE PASSWORD DOES NOT OPEN THE PFX FILE, WHICH HAS NO MAC TO TELL A WRONG PASSWORD FROM A DAMAGED FILE";
export const pfxPasswordOther =
  "THE PASSWORD IS RIGHT, BUT A PART OF THE PFX FILE IS DAMAGED OR HAS ANOTHER PASSWORD";
export const pfxEncryptionUnsupported = (scheme: string) =>
  `THE PFX FILE USES ${scheme}, WHICH IS NOT SUPPORTED`;
export const pfxSigned =
  "THE PFX FILE IS SIGNED WITH A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY INTEGRITY MODE), WHICH IS NOT SUPPORTED";
export const pfxEnveloped =
  "THE PFX FILE IS ENCRYPTED FOR A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY PRIVACY MODE), WHICH IS NOT SUPPORTED";
