/**
 * The texts of pages, popup and API, in sentence case. The API also sends a failure's text in capitals, as
 * `error` (api/http/envelope.ts).
 */
import { withCommas } from "./kernel/formatting.ts";
import { inCapitals } from "./kernel/texts.ts";

export * from "./kernel/texts.ts";
export * from "./names/texts.ts";
export * from "./specified-texts.ts";
export * from "./x509/texts.ts";

// Any operation
export const answerTooLarge =
  "The answer is larger than 2 MiB. Send less at a time, or run the tool on your own device";

// CSR generator
export const ipAddressInvalid = "Invalid IP address format";

// CSR decoder
export const csrNot = "This is not a CSR";
/** "THIS IS A CERTIFICATE, NOT A CSR" for "a certificate": specified, so it is in capitals on pages too. */
export const csrIsOther = (what: string) => inCapitals(`This is ${what}, not a CSR`);
/** "Invalid CSR" with the reason. */
export const csrInvalidBecause = (reason: string) => `Invalid CSR: ${reason}`;
export const csrNotFound =
  "No CSR found. Paste the text that starts with -----BEGIN CERTIFICATE REQUEST-----";

export const csrSignatureFailedAdvice =
  "The request may have been tampered with or damaged, or its algorithm may not be supported. Be careful with it.";
export const csrSignatureUnknownAdvice =
  "Its content is shown as it is. Verify the signature with another program.";

// CAA generator
export const caaNoSmime =
  "The selected authorities do not issue S/MIME certificates. Select another authority or record type";
/** The text has more CAA records and aliases than are read together. */
export const caaTooMany = (most: number) =>
  `The text has more than ${
    withCommas(most)
  } CAA records and aliases. Leave out the names that you do not ask about`;
export const caaTooManyNames = (most: number) =>
  `The text has more than ${withCommas(most)} names. Leave out those that you do not ask about`;
export const caaNameTooLong = (line: number) =>
  `The name on line ${withCommas(line)} is longer than 255 octets, ` +
  `which no domain name can be. Correct it or its $ORIGIN`;

export const caaBesideAlias =
  "A CNAME record is at the same name, and no other record may have this name (RFC 1034, 3.6.2)";

// Certificate key matcher, and fields for private keys in other tools
export const matchRequest = "CSR and key match";
export const matchUnknown = "Cannot be verified here";

// Private keys in other forms
export const keyRequired = "Please provide a private key";
export const newPassphraseRequired = "Please provide a new passphrase";
export const keyConvertFailed = "Failed to convert the private key";

// Certificates in other forms
export const certificateToWrite = "Please provide a certificate";
export const certificateConvertFailed = "Failed to convert the certificate";
export const chainWithoutDer =
  "A DER file holds one certificate. Use PKCS#7 for a chain, or save each certificate on its own";

// A new request from an existing certificate or request
export const domainOnlyTls = "A domain-only request is for SSL/TLS certificates";
export const notDomainOnly = "Leave this empty: a domain-only request does not contain it";
export const prefillRequired = "Please provide a certificate or CSR";
export const prefillFailed = "Failed to read the certificate or CSR";

// PFX converter
export const pfxPasswordHalfCharacter =
  "The password contains an invalid character (an unpaired surrogate). No program could open the file";
export const pfxPasswordNul =
  "The password contains a NUL character. Programs cut it off there and could not open the file";
export const pfxNameHalfCharacter =
  "The friendly name contains an invalid character (an unpaired surrogate)";
export const pfxNameTooLong = "The friendly name is too long: at most 256 characters";
export const pfxTooManyCertificates = (found: number, most: number) =>
  `Too many certificates for a PFX file: ${withCommas(found)}, at most ${most}`;

// Opening PFX files
export const pfxRequired = "Please provide a PFX file";
export const pfxOpenFailed = "Failed to open the PFX file";
export const pfxNotBase64 = "This is not a PFX file: expected Base64 or a data URL";
export const pfxNot = "This is not a PFX (PKCS#12) file";
export const pfxIsOther = (name: string, advice: string | null) =>
  advice === null
    ? `This is ${name}, not a PFX file`
    : `This is ${name}, not a PFX file: ${advice}`;
/** The inspector opens it too. */
export const keystoreAdvice =
  "open it in the Inspector, or convert it with keytool -importkeystore -srckeystore FILE -destkeystore FILE.p12 -deststoretype PKCS12";
const DAMAGE = {
  replaced: "its octets that are not text were replaced (EF BF BD), so they are lost",
  encoded: "each of its octets above 7F became two (UTF-8)",
  seven_bits: "its octets above 7F became others, so they are lost",
  returns_added: "a carriage return was added to each of its line feeds",
  returns_removed: "all of its carriage returns were removed",
} as const;
export const pfxDamaged = (damage: keyof typeof DAMAGE) => fileDamaged("the PFX file", damage);
export const fileDamaged = (file: string, damage: keyof typeof DAMAGE) =>
  `A program took ${file} for text and damaged it: ${
    DAMAGE[damage]
  }. Get the file again, and transfer it in binary mode`;
export const pfxPassphraseRequired = "Please provide a passphrase for the private key";

// Texts and files
/** Shown at the first file that was not read. */
export const tooManyFiles = (most: number) =>
  `Only the first ${withCommas(most)} files were read. Open this file and those after it again`;
export const fileUnreadable = "The file cannot be read";

// Chain analyzer, from the network
export const hostNotLookedUp =
  "The host name could not be looked up. Try again, or check the name servers of the domain";
export const hostUnreachable = (port: number) => `The host could not be reached on port ${port}`;
export const hostTimeout = (port: number) => `The host did not answer in time on port ${port}`;
export const hostOnlyEncrypted =
  "The server accepts only TLS 1.3, in which this tool cannot ask for another type of key";
export const hostAtNoAddress = (failed: readonly { address: string; problem: string }[]) =>
  "No address of the host sent a certificate. " +
  failed.map(({ address, problem }) => `${address}: ${problem}.`).join(" ");
export const hostWithoutTls = (port: number) => `The host does not speak TLS on port ${port}`;
export const hostWithoutStartTls = (port: number) =>
  `The host does not agree to STARTTLS on port ${port}. Check the port, and whether TLS begins there at once`;
export const hostClosed = (port: number) =>
  `The host accepted the connection on port ${port} and closed it without an answer. ` +
  "Check its firewall and list of allowed clients, whether it expects the PROXY protocol, and whether it speaks TLS";
/** `meaning`: what the alert means and what to do, without a full stop at the end. */
export const hostEndedHandshake = (alert: string, meaning: string) =>
  `The host ended the TLS handshake: ${alert}. ${meaning}`;
export const hostHandshakeFailed = "The TLS handshake with the host failed";
export const hostWithoutCertificate = "The host chose a cipher suite without a certificate";
export const hostTooManyCertificates = (certificates: number, kib: number) =>
  `The host sends too many certificates. At most ${certificates} certificates and ${kib} KiB are read`;

// Certificate generator
export const certificateNameInvalid =
  "Invalid name. Enter a domain name, an IP address or an e-mail address";
export const certificateNamesRequired = "Please provide at least one name";
export const certificateGenerateFailed = "Failed to generate the certificate";
export const caRequired = "Please provide the certificate and private key of the CA";

// CRLs
export const instantExpected = (field: string) =>
  `${field} must be an existing date and time in UTC such as 2026-11-21T12:00:00Z`;
export const crlSerialInvalid = "A serial number is hex, as openssl prints it: at most 20 bytes";
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
export const certificateRequired = "Please provide a certificate to check";
export const lintFailed = "Failed to check the certificate";

// Comparison of two certificates or CSRs
export const diffRequired = "Paste a certificate, a CSR or a chain to compare.";
export const diffFailed = "The comparison failed.";
export const diffTooMany = (found: number, most: number) =>
  `${withCommas(found)} certificates were found. At most ${most} are compared.`;

// Inspector
export const inspectRequired = "Please provide a text to inspect";
export const inspectTexts = "Texts must be a list of objects with name and text";
export const inspectTextTooLarge = "A text is too large: at most 1 MiB";
export const inspectTooMany = (most: number, what: "objects" | "texts") =>
  `Only the first ${withCommas(most)} ${what} are read`;
export const inspectTooMuch = (mib: number) => `Only the first ${mib} MiB are read`;
export const inspectKeyRefused = (what: string) =>
  `This is ${what}. Private keys are read only if acceptPrivateKeys is true`;
export const inspectReaderFailed =
  "Our reader failed at this file, so it was not read. Please tell us. The other files were read";
export const inspectPasswordOpensNone = (count: number) =>
  count === 1
    ? "The password does not open the locked item"
    : `The password does not open any of the ${withCommas(count)} locked items`;
/** After the password has opened others. */
export const inspectOtherPassword = (count: number) =>
  count === 1 ? "One file has another password" : `${withCommas(count)} files have other passwords`;
export const inspectFailed = "Failed to inspect";

// Folders for servers
export const bundleHostInvalid = "Host must be a domain name or an IP address";
export const bundlePassphrases = "Passphrases must be a list of texts";
export const bundleTooManyPassphrases = (most: number) => `At most ${most} passphrases are tried`;
export const bundleFailed = "Failed to make the folder";

// The client's own
export const cancelled = "Cancelled";
export const workerCrashed = "The tool stopped unexpectedly. Reload the page and try again.";
export const workerTimeLimit = (seconds: number) =>
  `Stopped after ${seconds} seconds without a result`;
export const notStoredYet = "Part of this tool is not on this device yet. Go online once.";

// The HTTP server's own
export const contentEncoding = "Content encoding is not supported";
export const bodyNotUtf8 = "Request body must be UTF-8";
export const bodyNotJson = "Request body must be valid JSON";
export const bodyNotObject = "Request body must be a JSON object";
export const requestTimeout = "Request timeout";
export const forbidden = "Forbidden";
export const unauthorized = "Unauthorized";
export const malformedRequest = "Malformed HTTP request";
export const headersTooLarge = "Request headers too large";
