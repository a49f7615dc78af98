/**
 * The texts of pages, popup and API. Texts of the API are written as it sends them, in capitals; pages show
 * them in sentence case (core/page-text.ts). Texts that only pages show are in sentence case.
 */
import { withCommas } from "./kernel/formatting.ts";

export * from "./kernel/texts.ts";
export * from "./names/texts.ts";
export * from "./specified-texts.ts";
export * from "./x509/texts.ts";

// Any operation
export const answerTooLarge =
  "THE ANSWER IS LARGER THAN 2 MIB: SEND SMALLER PARTS, OR USE THE TOOL ON YOUR OWN DEVICE";

// CSR generator
export const ipAddressInvalid = "INVALID IP ADDRESS FORMAT";

// CSR decoder
export const csrNot = "THIS IS NOT A CSR";
export const csrNotFound = "NO CSR FOUND: EXPECTED TEXT WITH -----BEGIN CERTIFICATE REQUEST-----";

export const csrSignatureFailedAdvice =
  "The request may have been tampered with or damaged, or its algorithm may not be supported. Be careful with it.";
export const csrSignatureUnknownAdvice =
  "Its content is shown as it is. Check elsewhere whether the signature holds.";

// CAA generator
export const caaNoSmime =
  "NONE OF THESE AUTHORITIES ISSUES S/MIME CERTIFICATES: SELECT ANOTHER ONE, OR ANOTHER RECORD TYPE";

// Certificate key matcher, and fields for private keys in other tools
export const matchRequest = "CSR AND KEY MATCH";
export const matchUnknown = "CANNOT BE VERIFIED HERE";

// Private keys in other forms
export const keyRequired = "PLEASE PROVIDE A PRIVATE KEY";
export const newPassphraseRequired = "PLEASE PROVIDE A NEW PASSPHRASE";
export const keyConvertFailed = "FAILED TO CONVERT THE PRIVATE KEY";

// Certificates in other forms
export const certificateToWrite = "PLEASE PROVIDE A CERTIFICATE";
export const certificateConvertFailed = "FAILED TO CONVERT THE CERTIFICATE";
export const chainWithoutDer =
  "A CHAIN CANNOT BE WRITTEN AS DER: USE PKCS#7, OR WRITE EACH CERTIFICATE BY ITSELF";

// A new request from an existing certificate or request
export const prefillRequired = "PLEASE PROVIDE A CERTIFICATE OR CSR";
export const prefillFailed = "FAILED TO READ THE CERTIFICATE OR CSR";

// PFX converter
export const pfxPasswordHalfCharacter =
  "THE PASSWORD HOLDS HALF OF A CHARACTER (AN UNPAIRED SURROGATE): NO PROGRAM COULD OPEN THE FILE";
export const pfxPasswordNul =
  "THE PASSWORD HOLDS A NUL CHARACTER: PROGRAMS CUT IT OFF THERE AND COULD NOT OPEN THE FILE";
export const pfxPasswordTooLong = "THE PASSWORD IS TOO LONG: AT MOST 1,024 CHARACTERS";
export const pfxNameHalfCharacter =
  "THE FRIENDLY NAME HOLDS HALF OF A CHARACTER (AN UNPAIRED SURROGATE)";
export const pfxNameTooLong = "THE FRIENDLY NAME IS TOO LONG: AT MOST 256 CHARACTERS";
export const pfxTooManyCertificates = (found: number, most: number) =>
  `${withCommas(found)} CERTIFICATES ARE TOO MANY FOR A PFX FILE: AT MOST ${most}`;

// Opening PFX files
export const pfxRequired = "PLEASE PROVIDE A PFX FILE";
export const pfxOpenFailed = "FAILED TO OPEN THE PFX FILE";
export const pfxNotBase64 = "THIS IS NOT A PFX FILE: EXPECTED BASE64 OR A DATA URL";
export const pfxNot = "THIS IS NOT A PFX (PKCS#12) FILE";
export const pfxPassphraseRequired = "Please provide a passphrase for the private key";

// Texts and files
/** Shown at the first file that was not read. */
export const tooManyFiles = (most: number) =>
  `ONLY THE FIRST ${withCommas(most)} FILES WERE READ. OPEN THIS ONE AND THE FILES AFTER IT AGAIN`;
export const fileUnreadable = "File cannot be read";

// Chain analyzer, from the network
export const hostNotLookedUp = "THE NAME OF THE HOST COULD NOT BE LOOKED UP";
export const hostUnreachable = "HOST COULD NOT BE REACHED ON PORT 443";
export const hostTimeout = "HOST DID NOT ANSWER IN TIME ON PORT 443";
export const hostOnlyEncrypted =
  "THE SERVER SPEAKS ONLY TLS 1.3, WHERE ONE KIND OF KEY CANNOT BE ASKED FOR HERE";
export const hostAtNoAddress = (failed: readonly { address: string; problem: string }[]) =>
  "NO ADDRESS OF THE HOST COULD BE READ. " +
  failed.map(({ address, problem }) => `${address}: ${problem}.`).join(" ");
export const hostWithoutTls = "HOST DOES NOT SPEAK TLS ON PORT 443";
export const hostEndedHandshake = (alert: string) => `HOST ENDED THE TLS HANDSHAKE: ${alert}`;
export const hostHandshakeFailed = "THE TLS HANDSHAKE WITH THE HOST FAILED";
export const hostWithoutCertificate = "HOST NEGOTIATED A CIPHER SUITE WITHOUT A CERTIFICATE";
export const hostTooManyCertificates = (certificates: number, kib: number) =>
  `HOST SENDS MORE CERTIFICATES THAN ARE READ HERE: AT MOST ${certificates} AND ${kib} KiB`;

// Certificate generator
export const certificateNameInvalid =
  "INVALID NAME: EXPECTED A DOMAIN NAME, AN IP ADDRESS OR AN E-MAIL ADDRESS";
export const certificateNamesRequired = "PLEASE PROVIDE AT LEAST ONE NAME";
export const certificateGenerateFailed = "FAILED TO GENERATE THE CERTIFICATE";
export const caRequired = "PLEASE PROVIDE CERTIFICATE AND PRIVATE KEY OF THE CA";

// CRLs
export const instantExpected = (field: string) =>
  `${field} must be an existing date and time in UTC such as 2026-11-21T12:00:00Z`;
export const crlSerialInvalid = "A serial number is hex, as openssl prints it: at most 20 octets";
export const crlRemove =
  "removeFromCRL is only for delta CRLs. To end a hold, list the serial number in released";
export const crlEntry = "An entry is an object with a serialNumber";
export const crlEntries = "The entries must be a list of objects with a serialNumber";
export const crlReleased = "released must be a list of serial numbers";
export const crlNumberExpected = "The number must be a whole number from 0 to 2^53 - 1";
export const crlNotFound = "No CRL found: expected text with -----BEGIN X509 CRL-----";
export const crlOfOtherCa =
  "This CRL was not signed by this CA. Give the CRL and the CA that belong together";
export const crlPartial =
  "This CRL has only a part of the revoked certificates. Only a complete CRL can be continued";
export const crlGenerateFailed = "Failed to make the CRL";

// Linter
export const certificateRequired = "PLEASE PROVIDE A CERTIFICATE TO CHECK";
export const lintFailed = "FAILED TO CHECK THE CERTIFICATE";

// Comparison of two certificates or CSRs
export const diffRequired = "Paste a certificate, a CSR or a chain to compare.";
export const diffFailed = "The comparison failed.";
export const diffTooMany = (found: number, most: number) =>
  `${withCommas(found)} certificates were found. At most ${most} are compared.`;

// Inspector
export const inspectRequired = "PLEASE PROVIDE A TEXT TO INSPECT";
export const inspectTexts = "TEXTS MUST BE A LIST OF OBJECTS WITH NAME AND TEXT";
export const inspectTextTooLarge = "A TEXT IS TOO LARGE: AT MOST 1 MiB";
export const inspectTooMany = (most: number, what: "OBJECTS" | "TEXTS") =>
  `MORE THAN ${withCommas(most)} ${what} ARE NOT READ`;
export const inspectTooMuch = (mib: number) => `MORE THAN ${mib} MiB ARE NOT READ`;
export const inspectKeyRefused = (what: string) =>
  `THIS IS ${what}: PRIVATE KEYS ARE NOT READ UNLESS acceptPrivateKeys IS true`;
export const inspectPasswordOpensNone = (count: number) =>
  `THE PASSWORD OPENS NONE OF THE ${withCommas(count)} LOCKED ITEMS`;
export const inspectFailed = "FAILED TO INSPECT";

// The client's own
export const cancelled = "Cancelled";
export const workerCrashed = "The tool stopped unexpectedly. Reload the page and try again.";
export const workerTimeLimit = (seconds: number) =>
  `Stopped after ${seconds} seconds without a result`;
export const notStoredYet = "Part of this tool is not on this device yet. Go online once.";

// The HTTP server's own
export const contentEncoding = "CONTENT ENCODING IS NOT SUPPORTED";
export const bodyNotUtf8 = "REQUEST BODY MUST BE UTF-8";
export const bodyNotJson = "REQUEST BODY MUST BE VALID JSON";
export const bodyNotObject = "REQUEST BODY MUST BE A JSON OBJECT";
export const requestTimeout = "REQUEST TIMEOUT";
export const forbidden = "FORBIDDEN";
export const unauthorized = "UNAUTHORIZED";
export const malformedRequest = "MALFORMED HTTP REQUEST";
export const headersTooLarge = "REQUEST HEADERS TOO LARGE";
