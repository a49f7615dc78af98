/**
 * The texts that the product's specification prescribes (docs/decisions.md, "Words and file names"). They
 * must not change, and pages show them in the same case.
 */

export { inputTooComplex } from "./kernel/texts.ts";
export { chainUrlInvalid, chainUrlRequired } from "./names/texts.ts";
export { issuerNotFound } from "./x509/texts.ts";

// CSR generator
export const commonNameRequired = "COMMON NAME IS REQUIRED";
export const countryRequired = "COUNTRY IS REQUIRED";
export const stateRequired = "STATE/PROVINCE IS REQUIRED";
export const cityRequired = "CITY IS REQUIRED";
export const organizationRequired = "ORGANIZATION IS REQUIRED";
export const emailRequired = "ADMINISTRATIVE E-MAIL IS REQUIRED";
export const domainNameInvalid = "INVALID DOMAIN NAME FORMAT";
export const emailAddressInvalid = "INVALID E-MAIL ADDRESS FORMAT";
export const countryInvalid = "INVALID COUNTRY CODE";
export const csrGenerateFailed = "FAILED TO GENERATE CSR";

// CSR popup
export const popupFieldsRequired = "ALL FIELDS MARKED WITH * ARE REQUIRED";
export const popupGenerateFailed = "FAILED TO GENERATE SSL CERTIFICATE CSR";
export const popupBlocked = "POPUP BLOCKED! PLEASE ALLOW POPUPS FOR THIS SITE TO SEE THE DEMO.";

// CSR decoder
export const csrRequired = "CSR IS REQUIRED";
export const csrInvalid = "INVALID CSR";
export const csrDecodeFailed = "AN ERROR OCCURRED";
export const csrValid = "VALID CSR";
export const csrVerified = "The CSR signature has been verified successfully";
export const csrSignatureFailed = "CSR DECODED - SIGNATURE VALIDATION FAILED";
export const csrSignatureUnknown = "CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE";

// Chain analyzer
export const chainCertificateRequired = "PLEASE PROVIDE A CERTIFICATE TO ANALYZE";
export const chainFailed = "FAILED TO ANALYZE CERTIFICATE CHAIN";
export const chainRendering = "Error rendering certificate chain";
export const chainEmpty = "No certificate chain data available";
export const chainDownloadFailed = "Failed to download SSL Certificate. Please try again.";
export const chainRootFound = "FOUND";
export const chainRootNotFound = "NOT FOUND";
export const hostRefused = "HOST NOT FOUND OR NOT PUBLIC";

// Certificate key matcher, and fields for private keys in other tools
export const pairRequired = "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY";
export const matchFailed = "FAILED TO VERIFY CERTIFICATE AND KEY MATCH";
export const matchCertificate = "CERTIFICATE AND KEY MATCH";
export const matchNot = "DO NOT MATCH";

// PFX converter
export const pfxFailed = "FAILED TO CONVERT TO PFX";
export const pfxMismatch = "CERTIFICATE AND PRIVATE KEY DO NOT MATCH";
export const pfxExpiringSoon = "EXPIRING SOON";
export const pfxContentInvalid = "PFX CONTENT MISSING OR INVALID";

// CAA
export const caaDomainRequired = "DOMAIN OR SUBDOMAIN IS REQUIRED";
export const caaAuthorityRequired = "SELECT AT LEAST ONE CERTIFICATE AUTHORITY";
export const caaRecordTypeRequired = "SELECT AT LEAST ONE RECORD TYPE";
export const caaIodefEmailRequired = "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS";
export const caaFailed = "FAILED TO GENERATE CAA RECORDS";

// Passwords
export const passwordTypeRequired = "SELECT AT LEAST ONE CHARACTER TYPE";
export const passwordTypeMissing = "AT LEAST ONE CHARACTER TYPE MUST BE SELECTED";
export const passwordLength = "PASSWORD LENGTH MUST BE BETWEEN 8 AND 128 CHARACTERS";
export const passwordLengthNumber = "PASSWORD LENGTH MUST BE A NUMBER";
export const passwordCount = "PASSWORD COUNT MUST BE BETWEEN 1 AND 10";
export const passwordFailed = "FAILED TO GENERATE PASSWORDS";
export const noSecureRandom =
  "CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER";
export const browserNotSupported = "BROWSER NOT SUPPORTED";

// The client's own
export const errorOccurred = "An error occurred";
export const networkError = "Network error occurred";
export const applicationError = "Unexpected Application Error!";

// The HTTP server's own
export const endpointNotFound = "ENDPOINT NOT FOUND";
export const methodNotAllowed = "METHOD NOT ALLOWED";
export const contentType = "CONTENT TYPE MUST BE APPLICATION/JSON";
export const bodyTooLarge = "REQUEST BODY TOO LARGE";
export const rateLimited = "RATE LIMIT EXCEEDED";
export const busy = "SERVER BUSY";
export const internal = "INTERNAL SERVER ERROR";
