/** What is said about keys, certificates and PKCS#12 files that cannot be read. */
export const X509_TEXT = {
  /** `what` names the derivation with its parameters; both numbers are of its iterations. */
  tooMuchDerivation: (what: string, most: number, fresh: boolean, onServer: boolean) =>
    `THE FILE ASKS FOR ${what}: AT MOST ${most.toLocaleString("en")} ${
      fresh ? "" : "MORE "
    }ARE RUN ${onServer ? "ON THE SERVER. OPEN IT ON YOUR OWN DEVICE" : "HERE"}`,
  keyNot: "THIS IS NOT A PRIVATE KEY",
  keyNotFound: "NO PRIVATE KEY FOUND: EXPECTED TEXT WITH -----BEGIN PRIVATE KEY-----",
  keyNoPair: "ITS PUBLIC PART DOES NOT BELONG TO ITS PRIVATE PART",
  keyOpenSsh:
    "THIS IS AN OPENSSH PRIVATE KEY: WRITE IT AS PEM FIRST, WITH ssh-keygen -p -m PEM -f FILE",
  keyEncryptionUnsupported: (scheme: string) =>
    `THE PRIVATE KEY IS ENCRYPTED WITH ${scheme}, WHICH IS NOT SUPPORTED`,
  passphraseRequired: "THE PRIVATE KEY IS ENCRYPTED: PLEASE PROVIDE ITS PASSPHRASE",
  passphraseWrong: "THE PASSPHRASE DOES NOT OPEN THE PRIVATE KEY",
  matchSwapped:
    "THE FIELDS ARE SWAPPED: THIS IS A PRIVATE KEY, AND THE PRIVATE KEY FIELD HOLDS A CERTIFICATE OR CSR",
  certificateNot: "THIS IS NOT A CERTIFICATE",
  certificateNotFound: "NO CERTIFICATE FOUND: EXPECTED TEXT WITH -----BEGIN CERTIFICATE-----",
  pfxPasswordRequired: "THE PFX FILE IS PROTECTED BY A PASSWORD: PLEASE PROVIDE IT",
  pfxPasswordWrong: "THE PASSWORD IS WRONG, OR THE PFX FILE WAS CHANGED: ITS MAC DOES NOT FIT",
  pfxPasswordUnknown:
    "THE PASSWORD DOES NOT OPEN THE PFX FILE, WHICH HAS NO MAC TO TELL A WRONG PASSWORD FROM A DAMAGED FILE",
  pfxPasswordOther:
    "THE MAC OF THE PFX FILE FITS THE PASSWORD, BUT A PART OF IT IS DAMAGED OR UNDER ANOTHER PASSWORD",
  pfxEncryptionUnsupported: (scheme: string) =>
    `THE PFX FILE USES ${scheme}, WHICH IS NOT SUPPORTED`,
  pfxSigned:
    "THE PFX FILE IS SIGNED WITH A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY INTEGRITY MODE), WHICH IS NOT SUPPORTED",
  pfxEnveloped:
    "THE PFX FILE IS ENCRYPTED FOR A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY PRIVACY MODE), WHICH IS NOT SUPPORTED",
} as const;
