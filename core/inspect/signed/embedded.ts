/** Finds the signature in a PDF document, a program, an installer or an XML document, without judging it. */

/** Why and how to verify the signature with another program; null if the file has none. */
export function embeddedSignature(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0, "%PDF-")) {
    return contains(bytes, latin1("/ByteRange")) ? PDF : null;
  }
  const isSigned = isSignedProgram(bytes) || isSignedCabinet(bytes) ||
    startsWith(bytes, 0, "\xd0\xcf\x11\xe0") && contains(bytes, INSTALLER_STREAM);
  return isSigned ? AUTHENTICODE : null;
}

const PDF =
  "It has a signature, which this tool does not judge. Verify it in a PDF reader, or with pdfsig";
const AUTHENTICODE = "It has an Authenticode signature, which this tool does not judge. " +
  "Verify it with signtool verify /pa, or with osslsigncode verify";

/** Why and how to verify the XML signature in a text with another program; null if the text has none. */
export function signatureInText(text: string): string | null {
  return text.includes(XML_SIGNATURE) && /<(?:[\w.-]{1,40}:)?SignatureValue[\s>]/.test(text)
    ? XML
    : null;
}

/** The same for a PEM block with this label. */
export const signatureOfLabel = (label: string): string | null =>
  label === "SSH SIGNATURE" ? SSH : null;

/** The namespace of XML Signature, "XML-Signature Syntax and Processing Version 1.1", 1.3. */
const XML_SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const XML =
  "This has an XML signature, which this tool does not judge. Verify it with xmlsec1 --verify";
const SSH =
  "This is an SSH signature, which this tool does not judge. Verify it with ssh-keygen -Y verify";

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
/** The name of the stream with the signature of a Windows Installer file, in UTF-16. */
const INSTALLER_STREAM = latin1("\x05DigitalSignature".replace(/[^]/g, "$&\0"));

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Whether the bytes contain a pattern whose first octet is rare. Linear for such patterns. */
function contains(bytes: Uint8Array, pattern: Uint8Array): boolean {
  for (let at = bytes.indexOf(pattern[0]); at !== -1; at = bytes.indexOf(pattern[0], at + 1)) {
    if (pattern.every((octet, index) => bytes[at + index] === octet)) return true;
  }
  return false;
}

/** A 32-bit number in little-endian order; 0 beyond the end. */
function number32(bytes: Uint8Array, at: number): number {
  if (at < 0 || at + 4 > bytes.length) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

/** Whether a portable executable has a certificate table (PE format, "Optional Header Data Directories"). */
function isSignedProgram(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 0, "MZ")) return false;
  const header = number32(bytes, 0x3c);
  if (!startsWith(bytes, header, "PE\0\0")) return false;
  const optional = header + 24;
  const is64Bit = (number32(bytes, optional) & 0xffff) === 0x20b;
  const directories = optional + (is64Bit ? 112 : 96);
  // The fifth directory: offset and size of the certificate table.
  return number32(bytes, directories + 4 * 8 + 4) > 0;
}

/** Whether a cabinet has the reserved area that Authenticode uses: four octets, offset and size. */
function isSignedCabinet(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 0, "MSCF")) return false;
  const hasReserve = (number32(bytes, 30) & 4) !== 0;
  const reserve = number32(bytes, 36) & 0xffff;
  return hasReserve && reserve >= 20 && number32(bytes, 48) > 0;
}
