/**
 * Reads object identifiers, and names the known ones. The attribute types of names are in
 * objects/names.ts, the extensions in objects/extensions/identifiers.ts.
 */
import { DerError } from "./der.ts";

/** No registered identifier is longer. The bound limits the arithmetic for hostile arcs. */
const MAX_OID_OCTETS = 128;

/** Digest algorithms. */
export const DIGESTS: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.2.2", "MD2"],
  ["1.2.840.113549.2.4", "MD4"],
  ["1.2.840.113549.2.5", "MD5"],
  ["1.3.36.3.2.1", "RIPEMD-160"],
  ["1.3.14.3.2.26", "SHA-1"],
  ["2.16.840.1.101.3.4.2.1", "SHA-256"],
  ["2.16.840.1.101.3.4.2.2", "SHA-384"],
  ["2.16.840.1.101.3.4.2.3", "SHA-512"],
  ["2.16.840.1.101.3.4.2.4", "SHA-224"],
  ["2.16.840.1.101.3.4.2.5", "SHA-512/224"],
  ["2.16.840.1.101.3.4.2.6", "SHA-512/256"],
  ["2.16.840.1.101.3.4.2.7", "SHA3-224"],
  ["2.16.840.1.101.3.4.2.8", "SHA3-256"],
  ["2.16.840.1.101.3.4.2.9", "SHA3-384"],
  ["2.16.840.1.101.3.4.2.10", "SHA3-512"],
  ["2.16.840.1.101.3.4.2.11", "SHAKE128"],
  ["2.16.840.1.101.3.4.2.12", "SHAKE256"],
  ["1.2.643.7.1.1.2.2", "Streebog-256"],
  ["1.2.643.7.1.1.2.3", "Streebog-512"],
  ["1.2.156.10197.1.401", "SM3"],
]);

const WEAK_DIGESTS: readonly string[] = ["SHA-1", "MD5", "MD4", "MD2"];

/** Whether two contents with the same digest of this algorithm can be made. */
export const isWeakDigest = (name: string): boolean => WEAK_DIGESTS.includes(name);

/** Named curves with the sizes of their fields in bits. */
export const CURVES: ReadonlyMap<string, { name: string; bits: number }> = new Map([
  ["1.2.840.10045.3.1.7", { name: "P-256", bits: 256 }],
  ["1.3.132.0.34", { name: "P-384", bits: 384 }],
  ["1.3.132.0.35", { name: "P-521", bits: 521 }],
  ["1.2.840.10045.3.1.1", { name: "P-192", bits: 192 }],
  ["1.3.132.0.33", { name: "P-224", bits: 224 }],
  ["1.3.132.0.10", { name: "secp256k1", bits: 256 }],
  ["1.3.132.0.8", { name: "secp160r1", bits: 160 }],
  ["1.3.132.0.9", { name: "secp160k1", bits: 160 }],
  ["1.3.132.0.30", { name: "secp160r2", bits: 160 }],
  ["1.3.132.0.31", { name: "secp192k1", bits: 192 }],
  ["1.3.132.0.32", { name: "secp224k1", bits: 225 }],
  ["1.3.132.0.26", { name: "sect233k1", bits: 233 }],
  ["1.3.132.0.27", { name: "sect233r1", bits: 233 }],
  ["1.3.132.0.16", { name: "sect283k1", bits: 283 }],
  ["1.3.132.0.17", { name: "sect283r1", bits: 283 }],
  ["1.3.132.0.36", { name: "sect409k1", bits: 409 }],
  ["1.3.132.0.37", { name: "sect409r1", bits: 409 }],
  ["1.3.132.0.38", { name: "sect571k1", bits: 571 }],
  ["1.3.132.0.39", { name: "sect571r1", bits: 571 }],
  ["1.3.36.3.3.2.8.1.1.1", { name: "brainpoolP160r1", bits: 160 }],
  ["1.3.36.3.3.2.8.1.1.3", { name: "brainpoolP192r1", bits: 192 }],
  ["1.3.36.3.3.2.8.1.1.5", { name: "brainpoolP224r1", bits: 224 }],
  ["1.3.36.3.3.2.8.1.1.7", { name: "brainpoolP256r1", bits: 256 }],
  ["1.3.36.3.3.2.8.1.1.8", { name: "brainpoolP256t1", bits: 256 }],
  ["1.3.36.3.3.2.8.1.1.9", { name: "brainpoolP320r1", bits: 320 }],
  ["1.3.36.3.3.2.8.1.1.11", { name: "brainpoolP384r1", bits: 384 }],
  ["1.3.36.3.3.2.8.1.1.12", { name: "brainpoolP384t1", bits: 384 }],
  ["1.3.36.3.3.2.8.1.1.13", { name: "brainpoolP512r1", bits: 512 }],
  ["1.3.36.3.3.2.8.1.1.14", { name: "brainpoolP512t1", bits: 512 }],
  ["1.2.156.10197.1.301", { name: "SM2", bits: 256 }],
]);

/** Purposes of an extended key usage, under the names of RFC 5280 where it has one. */
export const PURPOSES: ReadonlyMap<string, string> = new Map([
  ["2.5.29.37.0", "anyExtendedKeyUsage"],
  ["1.3.6.1.5.5.7.3.1", "serverAuth"],
  ["1.3.6.1.5.5.7.3.2", "clientAuth"],
  ["1.3.6.1.5.5.7.3.3", "codeSigning"],
  ["1.3.6.1.5.5.7.3.4", "emailProtection"],
  ["1.3.6.1.5.5.7.3.5", "ipsecEndSystem"],
  ["1.3.6.1.5.5.7.3.6", "ipsecTunnel"],
  ["1.3.6.1.5.5.7.3.7", "ipsecUser"],
  ["1.3.6.1.5.5.7.3.8", "timeStamping"],
  ["1.3.6.1.5.5.7.3.9", "OCSPSigning"],
  ["1.3.6.1.5.5.7.3.13", "eapOverPPP"],
  ["1.3.6.1.5.5.7.3.14", "eapOverLAN"],
  ["1.3.6.1.5.5.7.3.17", "ipsecIKE"],
  ["1.3.6.1.5.5.7.3.21", "secureShellClient"],
  ["1.3.6.1.5.5.7.3.22", "secureShellServer"],
  ["1.3.6.1.5.5.7.3.36", "documentSigning"],
  ["1.3.6.1.5.2.3.4", "pkinitClientAuth"],
  ["1.3.6.1.5.2.3.5", "pkinitKdc"],
  ["1.3.6.1.4.1.311.10.3.1", "msCTLSign"],
  ["1.3.6.1.4.1.311.10.3.3", "msServerGatedCrypto"],
  ["1.3.6.1.4.1.311.10.3.4", "msEncryptingFileSystem"],
  ["1.3.6.1.4.1.311.10.3.12", "msDocumentSigning"],
  ["1.3.6.1.4.1.311.20.2.2", "msSmartcardLogon"],
  ["1.3.6.1.4.1.311.2.1.21", "msCodeIndividual"],
  ["1.3.6.1.4.1.311.2.1.22", "msCodeCommercial"],
  ["2.16.840.1.113730.4.1", "nsServerGatedCrypto"],
  ["1.3.6.1.4.1.11129.2.4.4", "precertificateSigning"],
]);

/** Attributes of a certification request (RFC 2985, RFC 2986, Microsoft). */
export const REQUEST_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.9.2", "unstructuredName"],
  ["1.2.840.113549.1.9.7", "challengePassword"],
  ["1.2.840.113549.1.9.8", "unstructuredAddress"],
  ["1.2.840.113549.1.9.14", "extensionRequest"],
  ["1.2.840.113549.1.9.15", "smimeCapabilities"],
  ["1.2.840.113549.1.9.20", "friendlyName"],
  ["1.3.6.1.4.1.311.2.1.14", "msExtensionRequest"],
  ["1.3.6.1.4.1.311.13.2.1", "msEnrollmentNameValuePair"],
  ["1.3.6.1.4.1.311.13.2.2", "msEnrollmentCspProvider"],
  ["1.3.6.1.4.1.311.13.2.3", "msOsVersion"],
  ["1.3.6.1.4.1.311.21.20", "msRequestClientInfo"],
  ["1.3.6.1.5.5.7.7.34", "statementOfPossession"],
]);

/** Returns the content octets of an OBJECT IDENTIFIER as dotted decimals. Throws DerError. */
export function readOid(bytes: Uint8Array, start: number, end: number): string {
  const fault = faultOf(bytes, start, end);
  if (fault !== null) throw new DerError(fault.reason, fault.offset);
  return dotted(bytes, start, end);
}

/** Returns the dotted decimals as `readOid` does; for other bytes "?" and their hex. Never throws. */
export function showOid(bytes: Uint8Array, start: number, end: number): string {
  if (faultOf(bytes, start, end) === null) return dotted(bytes, start, end);
  const shown = Math.min(end, start + MAX_OID_OCTETS);
  let hex = "?";
  for (let i = start; i < shown; i++) hex += bytes[i].toString(16).padStart(2, "0");
  return hex;
}

/** Whether a name is only that of `showOid`, because the tables have no name for its identifier. */
export const isUnnamed = (name: string): boolean => /^[0-9?]/.test(name);

/** Returns why and where the octets are not an OBJECT IDENTIFIER, or null. */
function faultOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): { reason: string; offset: number } | null {
  if (start === end) return { reason: "OBJECT IDENTIFIER is empty", offset: start };
  if (end - start > MAX_OID_OCTETS) {
    return { reason: "OBJECT IDENTIFIER is too long", offset: start };
  }
  if (bytes[end - 1] >= 0x80) {
    return { reason: "OBJECT IDENTIFIER ends inside a number", offset: end - 1 };
  }
  let isFirst = true;
  for (let at = start; at < end; at++) {
    if (isFirst && bytes[at] === 0x80) {
      return { reason: "OBJECT IDENTIFIER is not in its shortest form", offset: at };
    }
    isFirst = bytes[at] < 0x80;
  }
  return null;
}

/** Returns the dotted form of a valid OBJECT IDENTIFIER. */
function dotted(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end;) {
    let arc = 0;
    let big: bigint | null = null;
    for (;;) {
      const octet = bytes[at++];
      if (big !== null) big = (big << 7n) | BigInt(octet & 0x7f);
      else {
        arc = arc * 128 + (octet & 0x7f);
        if (arc > 2 ** 44) big = BigInt(arc);
      }
      if (octet < 0x80) break;
    }
    if (text === "") {
      const root = big !== null || arc >= 80 ? 2 : arc < 40 ? 0 : 1;
      text = `${root}.${big !== null ? big - 80n : arc - root * 40}`;
    } else text += `.${big ?? arc}`;
  }
  return text;
}

/** Returns the content octets of an OBJECT IDENTIFIER from its dotted form, whose arcs are below 2^53. */
export function encodeOid(text: string): Uint8Array<ArrayBuffer> {
  const arcs = text.split(".").map(Number);
  const octets: number[] = [];
  for (const arc of [arcs[0] * 40 + arcs[1], ...arcs.slice(2)]) {
    const digits = [arc % 128];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
      digits.unshift(0x80 | (rest % 128));
    }
    octets.push(...digits);
  }
  return Uint8Array.from(octets);
}
