/**
 * The texts of the specification (points 5 and 8) and of decisions.md, section 2, in one place.
 * Pages, popup and API take them from here, so that all say the same.
 */
export const TEXT = {
  // Any operation
  tooComplex: "INPUT TOO COMPLEX: USE SMALLER PARTS OF IT",
  tooComplexForServer:
    "INPUT TOO COMPLEX FOR THE SERVER: SEND SMALLER PARTS OF IT, OR USE THE TOOL ON YOUR OWN DEVICE",
  /** `what` names the derivation with its parameters; both numbers are of its iterations. */
  tooMuchDerivation: (what: string, most: number, fresh: boolean, onServer: boolean) =>
    `THE FILE ASKS FOR ${what}: AT MOST ${most.toLocaleString("en")} ${
      fresh ? "" : "MORE "
    }ARE RUN ${onServer ? "ON THE SERVER. OPEN IT ON YOUR OWN DEVICE" : "HERE"}`,
  moreIssues: (others: number) =>
    others === 1 ? "AND 1 MORE FAULT" : `AND ${others.toLocaleString("en")} MORE FAULTS`,
  answerTooLarge:
    "THE ANSWER IS LARGER THAN 2 MIB: SEND SMALLER PARTS, OR USE THE TOOL ON YOUR OWN DEVICE",
  inputObject: "INPUT MUST BE A JSON OBJECT",

  // CSR generator
  commonNameRequired: "COMMON NAME IS REQUIRED",
  countryRequired: "COUNTRY IS REQUIRED",
  stateRequired: "STATE/PROVINCE IS REQUIRED",
  cityRequired: "CITY IS REQUIRED",
  organizationRequired: "ORGANIZATION IS REQUIRED",
  emailRequired: "ADMINISTRATIVE E-MAIL IS REQUIRED",
  domainNameInvalid: "INVALID DOMAIN NAME FORMAT",
  emailAddressInvalid: "INVALID E-MAIL ADDRESS FORMAT",
  ipAddressInvalid: "INVALID IP ADDRESS FORMAT",
  countryInvalid: "INVALID COUNTRY CODE",
  csrGenerateFailed: "FAILED TO GENERATE CSR",

  // CSR popup
  popupFieldsRequired: "ALL FIELDS MARKED WITH * ARE REQUIRED",
  popupGenerateFailed: "FAILED TO GENERATE SSL CERTIFICATE CSR",
  popupBlocked: "POPUP BLOCKED! PLEASE ALLOW POPUPS FOR THIS SITE TO SEE THE DEMO.",

  // CSR decoder
  csrRequired: "CSR IS REQUIRED",
  csrInvalid: "INVALID CSR",
  csrNot: "THIS IS NOT A CSR",
  csrNotFound: "NO CSR FOUND: EXPECTED TEXT WITH -----BEGIN CERTIFICATE REQUEST-----",
  csrDecodeFailed: "AN ERROR OCCURRED",
  csrValid: "VALID CSR",
  csrVerified: "The CSR signature has been verified successfully",
  csrSignatureFailed: "CSR DECODED - SIGNATURE VALIDATION FAILED",
  csrSignatureUnknown: "CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE",

  // Chain analyzer
  chainCertificateRequired: "PLEASE PROVIDE A CERTIFICATE TO ANALYZE",
  chainUrlRequired: "PLEASE PROVIDE A URL TO ANALYZE",
  chainUrlInvalid: "PLEASE ENTER A VALID DOMAIN NAME",
  chainFailed: "FAILED TO ANALYZE CERTIFICATE CHAIN",
  chainRendering: "Error rendering certificate chain",
  chainEmpty: "No certificate chain data available",
  chainDownloadFailed: "Failed to download SSL Certificate. Please try again.",

  csrSignatureFailedAdvice:
    "The request may have been tampered with or damaged, or its algorithm may not be supported. Be careful with it.",
  csrSignatureUnknownAdvice:
    "Its content is shown as it stands. Whether the signature holds has to be checked elsewhere.",

  // Certificate key matcher, and private keys wherever they are asked for
  pairRequired: "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY",
  matchFailed: "FAILED TO VERIFY CERTIFICATE AND KEY MATCH",
  matchCertificate: "CERTIFICATE AND KEY MATCH",
  matchRequest: "CSR AND KEY MATCH",
  matchNot: "DO NOT MATCH",
  matchUnknown: "CANNOT BE VERIFIED HERE",
  matchSwapped:
    "THE FIELDS ARE SWAPPED: THIS IS A PRIVATE KEY, AND THE PRIVATE KEY FIELD HOLDS A CERTIFICATE OR CSR",
  keyNot: "THIS IS NOT A PRIVATE KEY",
  keyNotFound: "NO PRIVATE KEY FOUND: EXPECTED TEXT WITH -----BEGIN PRIVATE KEY-----",
  keyNoPair: "ITS PUBLIC PART DOES NOT BELONG TO ITS PRIVATE PART",
  keyOpenSsh:
    "THIS IS AN OPENSSH PRIVATE KEY: WRITE IT AS PEM FIRST, WITH ssh-keygen -p -m PEM -f FILE",
  passphraseRequired: "THE PRIVATE KEY IS ENCRYPTED: PLEASE PROVIDE ITS PASSPHRASE",
  passphraseWrong: "THE PASSPHRASE DOES NOT OPEN THE PRIVATE KEY",
  certificateNot: "THIS IS NOT A CERTIFICATE",
  certificateNotFound: "NO CERTIFICATE FOUND: EXPECTED TEXT WITH -----BEGIN CERTIFICATE-----",

  // PFX converter
  pfxFailed: "FAILED TO CONVERT TO PFX",
  pfxMismatch: "CERTIFICATE AND PRIVATE KEY DO NOT MATCH",
  pfxContentInvalid: "PFX CONTENT MISSING OR INVALID",
  pfxPasswordHalfCharacter:
    "THE PASSWORD HOLDS HALF OF A CHARACTER (AN UNPAIRED SURROGATE): NO PROGRAM COULD OPEN THE FILE",
  pfxPasswordNul:
    "THE PASSWORD HOLDS A NUL CHARACTER, AT WHICH MOST PROGRAMS CUT IT OFF: NONE COULD OPEN THE FILE",
  pfxPasswordTooLong: "THE PASSWORD IS TOO LONG: AT MOST 1,024 CHARACTERS",
  pfxNameHalfCharacter: "THE FRIENDLY NAME HOLDS HALF OF A CHARACTER (AN UNPAIRED SURROGATE)",
  pfxNameTooLong: "THE FRIENDLY NAME IS TOO LONG: AT MOST 256 CHARACTERS",
  pfxTooManyCertificates: (found: number, most: number) =>
    `${found} CERTIFICATES ARE MORE THAN A PFX FILE IS MADE OF HERE: AT MOST ${most}`,

  // Opening PFX files
  pfxRequired: "PLEASE PROVIDE A PFX FILE",
  pfxOpenFailed: "FAILED TO OPEN THE PFX FILE",
  pfxNotBase64: "THIS IS NO PFX FILE: EXPECTED BASE64 OR A DATA URL",
  pfxNot: "THIS IS NOT A PFX (PKCS#12) FILE",
  pfxPasswordRequired: "THE PFX FILE IS PROTECTED BY A PASSWORD: PLEASE PROVIDE IT",
  pfxPasswordWrong: "THE PASSWORD IS WRONG, OR THE PFX FILE WAS CHANGED: ITS MAC DOES NOT FIT",
  pfxPasswordUnknown:
    "THE PASSWORD DOES NOT OPEN THE PFX FILE, WHICH HAS NO MAC TO TELL A WRONG PASSWORD FROM A DAMAGED FILE",
  pfxPasswordOther:
    "THE MAC OF THE PFX FILE FITS THE PASSWORD, BUT A PART OF IT IS DAMAGED OR UNDER ANOTHER PASSWORD",
  pfxSigned:
    "THE PFX FILE IS SIGNED WITH A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY INTEGRITY MODE), WHICH IS NOT SUPPORTED",
  pfxEnveloped:
    "THE PFX FILE IS ENCRYPTED FOR A KEY INSTEAD OF A PASSWORD (PUBLIC-KEY PRIVACY MODE), WHICH IS NOT SUPPORTED",
  pfxPassphraseRequired: "PLEASE PROVIDE A PASSPHRASE FOR THE PRIVATE KEY",

  // Texts and files
  /** Both sizes in MiB. */
  tooLarge: (what: string, size: number, limit: number) =>
    `${what} IS TOO LARGE: ${size.toFixed(1)} MiB, AT MOST ${limit} MiB`,
  fileUnreadable: "FILE CANNOT BE READ",

  // CAA
  caaDomainRequired: "DOMAIN OR SUBDOMAIN IS REQUIRED",
  caaAuthorityRequired: "SELECT AT LEAST ONE CERTIFICATE AUTHORITY",
  caaRecordTypeRequired: "SELECT AT LEAST ONE RECORD TYPE",
  caaIodefEmailRequired: "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS",
  caaFailed: "FAILED TO GENERATE CAA RECORDS",

  // Passwords
  passwordTypeRequired: "SELECT AT LEAST ONE CHARACTER TYPE",
  passwordTypeMissing: "AT LEAST ONE CHARACTER TYPE MUST BE SELECTED",
  passwordLength: "PASSWORD LENGTH MUST BE BETWEEN 8 AND 128 CHARACTERS",
  passwordLengthNumber: "PASSWORD LENGTH MUST BE A NUMBER",
  passwordCount: "PASSWORD COUNT MUST BE BETWEEN 1 AND 10",
  passwordFailed: "FAILED TO GENERATE PASSWORDS",
  noSecureRandom: "CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER",
  browserNotSupported: "BROWSER NOT SUPPORTED",

  // Chain analyzer, from the network
  portRefused: (port: string) => `PORT ${port} IS NOT CONTACTED: ONLY PORT 443 IS`,
  hostRefused: "HOST NOT FOUND OR NOT PUBLIC",
  hostNotLookedUp: "THE NAME OF THE HOST COULD NOT BE LOOKED UP",
  hostUnreachable: "HOST COULD NOT BE REACHED ON PORT 443",
  hostTimeout: "HOST DID NOT ANSWER IN TIME ON PORT 443",
  hostWithoutTls: "HOST DOES NOT SPEAK TLS ON PORT 443",
  hostEndedHandshake: (alert: string) => `HOST ENDED THE TLS HANDSHAKE: ${alert}`,
  hostHandshakeFailed: "THE TLS HANDSHAKE WITH THE HOST FAILED",
  hostWithoutCertificate: "HOST NEGOTIATED A CIPHER SUITE WITHOUT A CERTIFICATE",
  hostTooManyCertificates: (certificates: number, kib: number) =>
    `HOST SENDS MORE CERTIFICATES THAN ARE READ HERE: AT MOST ${certificates} AND ${kib} KiB`,

  // Inspector
  inspectRequired: "PLEASE PROVIDE A TEXT TO INSPECT",
  inspectTexts: "TEXTS MUST BE A LIST OF OBJECTS WITH NAME AND TEXT",
  inspectTextTooLarge: "A TEXT IS TOO LARGE: AT MOST 1 MiB",
  inspectTooMany: (most: number) => `MORE THAN ${most} ARE NOT LOOKED AT`,
  inspectTooMuch: (mib: number) => `MORE THAN ${mib} MiB ARE NOT LOOKED AT`,
  inspectKeyRefused: (what: string) =>
    `THIS IS ${what}: NOT READ, FOR acceptPrivateKeys IS NOT TRUE`,
  inspectPasswordOpensNone: (count: number) =>
    `THE PASSWORD OPENS NONE OF THE ${count} LOCKED ITEMS`,
  inspectPassphrase: "PLEASE PROVIDE A PASSPHRASE",
  inspectFailed: "FAILED TO INSPECT",

  // The client's own
  errorOccurred: "An error occurred",
  networkError: "Network error occurred",
  applicationError: "Unexpected Application Error!",
  cancelled: "CANCELLED",
  workerCrashed: "THE TOOL STOPPED UNEXPECTEDLY - RELOAD THE PAGE AND TRY AGAIN",
  workerTimeLimit: (seconds: number) => `STOPPED AFTER ${seconds} SECONDS WITHOUT A RESULT`,

  // The HTTP server's own
  endpointNotFound: "ENDPOINT NOT FOUND",
  methodNotAllowed: "METHOD NOT ALLOWED",
  contentType: "CONTENT TYPE MUST BE APPLICATION/JSON",
  contentEncoding: "CONTENT ENCODING IS NOT SUPPORTED",
  bodyTooLarge: "REQUEST BODY TOO LARGE",
  bodyNotUtf8: "REQUEST BODY MUST BE UTF-8",
  bodyNotJson: "REQUEST BODY MUST BE VALID JSON",
  bodyNotObject: "REQUEST BODY MUST BE A JSON OBJECT",
  requestTimeout: "REQUEST TIMEOUT",
  rateLimited: "RATE LIMIT EXCEEDED",
  busy: "SERVER BUSY",
  forbidden: "FORBIDDEN",
  unauthorized: "UNAUTHORIZED",
  malformedRequest: "MALFORMED HTTP REQUEST",
  headersTooLarge: "REQUEST HEADERS TOO LARGE",
  internal: "INTERNAL SERVER ERROR",
} as const;
