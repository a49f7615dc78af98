import { KERNEL_TEXT } from "./kernel/texts.ts";
import { NAMES_TEXT } from "./names/texts.ts";
import { X509_TEXT } from "./x509/texts.ts";

/** What pages, popup and API say, in one place, so that all say the same. */
export const TEXT = {
  ...KERNEL_TEXT,
  ...NAMES_TEXT,
  ...X509_TEXT,

  // Any operation
  answerTooLarge:
    "THE ANSWER IS LARGER THAN 2 MIB: SEND SMALLER PARTS, OR USE THE TOOL ON YOUR OWN DEVICE",

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
  pfxPassphraseRequired: "PLEASE PROVIDE A PASSPHRASE FOR THE PRIVATE KEY",

  // Texts and files
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

  // Linter
  certificateRequired: "PLEASE PROVIDE A CERTIFICATE TO CHECK",
  lintFailed: "FAILED TO CHECK THE CERTIFICATE",

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
