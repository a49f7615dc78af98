/** Reads the extensions of Microsoft's certificate services ([MS-WCCE], 2.2.2.7.7). */
import { constructed, type Der, DerError, eachOf, TAG, tagName } from "../../asn1/der.ts";
import { PURPOSES, readOid } from "../../asn1/oids.ts";
import { readString } from "../../asn1/strings.ts";

interface CertificateTemplate {
  oid: string;
  majorVersion: number | null;
  minorVersion: number | null;
}

/** Reads CertificateTemplateOID ::= SEQUENCE { templateID, major INTEGER, minor INTEGER OPTIONAL }. */
export function readCertificateTemplate(
  der: Der,
  start: number,
  limit: number,
): CertificateTemplate {
  der.expect(start, limit, TAG.SEQUENCE, "Certificate template");
  const end = der.end;
  der.finish(end, limit, "Certificate template");
  der.expect(der.body, end, TAG.OID, "Template");
  const read: CertificateTemplate = {
    oid: readOid(der.bytes, der.body, der.end),
    majorVersion: null,
    minorVersion: null,
  };
  let at = der.end;
  if (der.optional(at, end, TAG.INTEGER)) {
    at = der.end;
    read.majorVersion = der.smallInteger();
    if (der.optional(at, end, TAG.INTEGER)) {
      at = der.end;
      read.minorVersion = der.smallInteger();
    }
  }
  der.finish(at, end, "Certificate template");
  return read;
}

/** Reads the name of a version 1 template, normally a BMPString. */
export function readTemplateName(der: Der, start: number, limit: number): string {
  der.next(start, limit);
  der.finish(der.end, limit, "Certificate template name");
  const text = readString(der.bytes, der.tag, der.body, der.end);
  if (text === null) {
    throw new DerError(
      `Certificate template name: expected a string, found ${tagName(der.tag)}`,
      start,
    );
  }
  return text.text;
}

/** Reads szOID_CERTSRV_CA_VERSION ::= INTEGER: certificate index in the low 16 bits, key index above. */
export function readCaVersion(
  der: Der,
  start: number,
  limit: number,
): { certificate: number; key: number } {
  der.expect(start, limit, TAG.INTEGER, "CA version");
  der.finish(der.end, limit, "CA version");
  const value = der.smallInteger();
  if (value === null || value < 0 || value > 0xffff_ffff) {
    throw new DerError("A number is out of range", start);
  }
  return { certificate: value & 0xffff, key: value >>> 16 };
}

/** Reads application policies: encoded as certificate policies, but each is an extended key usage. */
export function readApplicationPolicies(der: Der, start: number, limit: number): string[] {
  const list: string[] = [];
  eachOf(der, start, limit, "Application policies", () => {
    der.require(TAG.SEQUENCE, "Policy");
    der.expect(der.body, der.end, TAG.OID, "Policy");
    const oid = readOid(der.bytes, der.body, der.end);
    list.push(PURPOSES.get(oid) ?? oid);
  });
  return list;
}

const OBJECT_SID = "1.3.6.1.4.1.311.25.2.1";

/** Reads NTDS_CA_SECURITY_EXT: the account's SID in an OtherName, [0] { OID, [0] { OCTET STRING } }. */
export function readNtdsSecurity(der: Der, start: number, limit: number): { objectSid: string } {
  der.expect(start, limit, TAG.SEQUENCE, "NTDS security");
  der.finish(der.end, limit, "NTDS security");
  der.expect(der.body, der.end, constructed(0), "NTDS security");
  const end = der.end;
  der.expect(der.body, end, TAG.OID, "NTDS security");
  if (readOid(der.bytes, der.body, der.end) !== OBJECT_SID) {
    throw new DerError("NTDS security of another type than a SID", der.start);
  }
  der.expect(der.end, end, constructed(0), "Object SID");
  der.expect(der.body, der.end, TAG.OCTET_STRING, "Object SID");
  const text = readString(der.bytes, TAG.IA5_STRING, der.body, der.end)!;
  return { objectSid: text.text };
}
