/**
 * Extensions of few fields: constraints, usages, the key's identifier, TLS features, and plain
 * NULL. Readers of extensions throw DerError where the value is not what its OID says.
 */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { readNamedBits } from "../../asn1/named-bits.ts";
import { PURPOSES, readOid } from "../../asn1/oids.ts";
import { eachOf } from "../../asn1/sequences.ts";
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

/** KeyUsage (RFC 5280, 4.2.1.3): the names of the bits that are set. */
export function readKeyUsage(der: Der, start: number, limit: number): string[] {
  der.expect(start, limit, TAG.BIT_STRING, "KEY USAGE");
  der.finish(der.end, limit, "KEY USAGE");
  const usages = readNamedBits(der, KEY_USAGES, "KEY USAGE");
  if (usages.length === 0) der.findings.add("key_usage_empty", "KEY USAGE HAS NO BIT SET", start);
  return usages;
}

/** ExtKeyUsageSyntax (RFC 5280, 4.2.1.12): names of known purposes, object identifiers of others. */
export function readExtendedKeyUsage(der: Der, start: number, limit: number): string[] {
  const purposes: string[] = [];
  eachOf(der, start, limit, "EXTENDED KEY USAGE", () => {
    der.require(TAG.OID, "PURPOSE");
    const oid = readOid(der.bytes, der.body, der.end);
    purposes.push(PURPOSES.get(oid) ?? oid);
  });
  return purposes;
}

/** BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }. */
export function readBasicConstraints(der: Der, start: number, limit: number): BasicConstraints {
  der.expect(start, limit, TAG.SEQUENCE, "BASIC CONSTRAINTS");
  const end = der.end;
  der.finish(end, limit, "BASIC CONSTRAINTS");
  let at = der.body;
  let ca = false;
  let pathLen: number | null = null;
  if (der.optional(at, end, TAG.BOOLEAN)) {
    ca = der.boolean();
    at = der.end;
    if (!ca) der.findings.add("default_encoded", "CA IS WRITTEN OUT AS FALSE", der.start);
  }
  if (der.optional(at, end, TAG.INTEGER)) {
    pathLen = der.smallInteger();
    at = der.end;
    if (pathLen === null || pathLen < 0) {
      throw new DerError("PATH LENGTH OUT OF RANGE", der.start);
    }
  }
  der.finish(at, end, "BASIC CONSTRAINTS");
  if (pathLen !== null && !ca) {
    der.findings.add("path_length_without_ca", "A PATH LENGTH IS GIVEN, BUT IT IS NOT A CA", start);
  }
  return { ca, pathLen };
}

/** KeyIdentifier ::= OCTET STRING, as hex (RFC 5280, 4.2.1.2). */
export function readSubjectKeyIdentifier(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.OCTET_STRING, "SUBJECT KEY IDENTIFIER");
  der.finish(der.end, limit, "SUBJECT KEY IDENTIFIER");
  return toHex(der.bytes, der.body, der.end);
}

/** Features ::= SEQUENCE OF INTEGER (RFC 7633): TLS extension numbers, by name where usual. */
export function readTlsFeature(der: Der, start: number, limit: number): string[] {
  const features: string[] = [];
  eachOf(der, start, limit, "TLS FEATURE", () => {
    der.require(TAG.INTEGER, "FEATURE");
    const number = der.smallInteger();
    features.push(
      number === 5 ? "status_request" : number === 17 ? "status_request_v2" : String(number),
    );
  });
  return features;
}

/** Extensions that say all by being there hold a NULL; `true` stands for it. */
export function readNull(der: Der, start: number, limit: number): true {
  der.expect(start, limit, TAG.NULL, "VALUE");
  der.finish(der.end, limit, "VALUE");
  if (der.body !== der.end) throw new DerError("NULL IS NOT EMPTY", start);
  return true;
}
