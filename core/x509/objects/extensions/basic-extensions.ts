/**
 * Reads extensions with few fields: constraints, usages, key identifiers, TLS features, S/MIME
 * capabilities, and Netscape's extensions, which private certificates still have. Each reader throws
 * DerError if the value does not have the type of its extension.
 */
import { type Der, DerError, eachOf, primitive, readNamedBits, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { PURPOSES, readOid } from "../../asn1/oids.ts";
import { latin1 } from "../../asn1/strings.ts";
import { formatTime, readGeneralizedTime } from "../../asn1/time.ts";
import type { BasicConstraints } from "../../shapes.ts";

/** Bits of KeyUsage in their order (RFC 5280, 4.2.1.3). */
const KEY_USAGES = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;

/** Reads KeyUsage (RFC 5280, 4.2.1.3) and returns the names of the bits that are set. */
export function readKeyUsage(der: Der, start: number, limit: number): string[] {
  der.expect(start, limit, TAG.BIT_STRING, "Key usage");
  der.finish(der.end, limit, "Key usage");
  const usages = readNamedBits(der, KEY_USAGES, "Key usage");
  if (usages.length === 0) der.findings.add("key_usage_empty", start);
  return usages;
}

/** Reads ExtKeyUsageSyntax (RFC 5280, 4.2.1.12): names of known purposes, OIDs of the others. */
export function readExtendedKeyUsage(der: Der, start: number, limit: number): string[] {
  const purposes: string[] = [];
  eachOf(der, start, limit, "Extended key usage", () => {
    der.require(TAG.OID, "Purpose");
    const oid = readOid(der.bytes, der.body, der.end);
    purposes.push(PURPOSES.get(oid) ?? oid);
  });
  return purposes;
}

/** BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }. */
export function readBasicConstraints(der: Der, start: number, limit: number): BasicConstraints {
  der.expect(start, limit, TAG.SEQUENCE, "Basic constraints");
  const end = der.end;
  der.finish(end, limit, "Basic constraints");
  let at = der.body;
  let ca = false;
  let pathLen: number | null = null;
  if (der.optional(at, end, TAG.BOOLEAN)) {
    ca = der.boolean();
    at = der.end;
    if (!ca) der.findings.add("ca_default_encoded", der.start);
  }
  if (der.optional(at, end, TAG.INTEGER)) {
    pathLen = der.smallInteger();
    at = der.end;
    if (pathLen === null || pathLen < 0) {
      throw new DerError("The path length is out of range", der.start);
    }
  }
  der.finish(at, end, "Basic constraints");
  if (pathLen !== null && !ca) {
    der.findings.add("path_length_without_ca", start);
  }
  return { ca, pathLen };
}

/** Reads KeyIdentifier ::= OCTET STRING (RFC 5280, 4.2.1.2) as hex. */
export function readSubjectKeyIdentifier(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.OCTET_STRING, "Subject key identifier");
  der.finish(der.end, limit, "Subject key identifier");
  return toHex(der.bytes, der.body, der.end);
}

/** Reads Features ::= SEQUENCE OF INTEGER (RFC 7633), the numbers of TLS extensions. */
export function readTlsFeature(der: Der, start: number, limit: number): string[] {
  const features: string[] = [];
  eachOf(der, start, limit, "TLS feature", () => {
    der.require(TAG.INTEGER, "Feature");
    const number = der.smallInteger();
    features.push(
      number === 5 ? "status_request" : number === 17 ? "status_request_v2" : String(number),
    );
  });
  return features;
}

/** Reads an extension whose value is NULL, because its presence is all that it says. Returns true. */
export function readNull(der: Der, start: number, limit: number): true {
  der.expect(start, limit, TAG.NULL, "Value");
  der.finish(der.end, limit, "Value");
  if (der.body !== der.end) throw new DerError("NULL is not empty", start);
  return true;
}

interface UsagePeriod {
  notBefore: string | null;
  notAfter: string | null;
}

/**
 * Reads PrivateKeyUsagePeriod ::= SEQUENCE { [0] notBefore, [1] notAfter }, both IMPLICIT GeneralizedTime
 * OPTIONAL (RFC 3280, 4.2.1.4; RFC 5280 dropped it).
 */
export function readUsagePeriod(der: Der, start: number, limit: number): UsagePeriod {
  der.expect(start, limit, TAG.SEQUENCE, "Private key usage period");
  const end = der.end;
  der.finish(end, limit, "Private key usage period");
  let at = der.body;
  const read: UsagePeriod = { notBefore: null, notAfter: null };
  if (der.optional(at, end, primitive(0))) {
    at = der.end;
    read.notBefore = formatTime(readGeneralizedTime(der));
  }
  if (der.optional(at, end, primitive(1))) {
    at = der.end;
    read.notAfter = formatTime(readGeneralizedTime(der));
  }
  der.finish(at, end, "Private key usage period");
  return read;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.3.2", "rc2-cbc"],
  ["1.2.840.113549.3.4", "rc4"],
  ["1.2.840.113549.3.7", "des-ede3-cbc"],
  ["1.3.14.3.2.7", "des-cbc"],
  ["2.16.840.1.101.3.4.1.2", "aes128-cbc"],
  ["2.16.840.1.101.3.4.1.5", "aes128-wrap"],
  ["2.16.840.1.101.3.4.1.6", "aes128-gcm"],
  ["2.16.840.1.101.3.4.1.22", "aes192-cbc"],
  ["2.16.840.1.101.3.4.1.25", "aes192-wrap"],
  ["2.16.840.1.101.3.4.1.26", "aes192-gcm"],
  ["2.16.840.1.101.3.4.1.42", "aes256-cbc"],
  ["2.16.840.1.101.3.4.1.45", "aes256-wrap"],
  ["2.16.840.1.101.3.4.1.46", "aes256-gcm"],
  ["1.2.840.113549.1.9.16.3.6", "des-ede3-wrap"],
]);

interface SmimeCapability {
  oid: string;
  /** The algorithm's name, or null. */
  name: string | null;
  /** A number, such as the bits of an RC2 key; hex of any other value; null if absent. */
  parameters: number | string | null;
}

/**
 * Reads SEQUENCE OF SMIMECapability { capabilityID OID, parameters ANY OPTIONAL } (RFC 8551, 2.5.2; RFC
 * 4262).
 */
export function readSmimeCapabilities(der: Der, start: number, limit: number): SmimeCapability[] {
  const list: SmimeCapability[] = [];
  eachOf(der, start, limit, "S/MIME capabilities", () => {
    const end = der.end;
    der.require(TAG.SEQUENCE, "Capability");
    der.expect(der.body, end, TAG.OID, "Capability");
    const oid = readOid(der.bytes, der.body, der.end);
    let parameters: number | string | null = null;
    if (der.end < end) {
      der.next(der.end, end);
      der.finish(der.end, end, "Capability");
      parameters = der.tag === TAG.INTEGER ? der.smallInteger() : null;
      parameters ??= der.tag === TAG.NULL ? null : toHex(der.bytes, der.start, der.end);
    }
    list.push({ oid, name: NAMES.get(oid) ?? null, parameters });
  });
  return list;
}

const TYPES = [
  "sslClient",
  "sslServer",
  "smime",
  "objectSigning",
  "reserved",
  "sslCA",
  "smimeCA",
  "objectSigningCA",
] as const;

/** Reads netscape-cert-type ::= BIT STRING. */
export function readNetscapeCertType(der: Der, start: number, limit: number): string[] {
  der.expect(start, limit, TAG.BIT_STRING, "Netscape cert type");
  der.finish(der.end, limit, "Netscape cert type");
  return readNamedBits(der, TYPES, "Netscape cert type");
}

/** Reads netscape-comment and the URLs ::= IA5String. */
export function readNetscapeString(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.IA5_STRING, "Netscape text");
  der.finish(der.end, limit, "Netscape text");
  return latin1(der.bytes, der.body, der.end);
}
