/** Reads distinguished names (X.501; RFC 5280, 4.1.2.4) and writes them as text (RFC 4514). */
import { type Der, DerError, TAG, tagName } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { showOid } from "../asn1/oids.ts";
import type { DistinguishedName, NameAttribute } from "../shapes.ts";
import { latin1, readString } from "../asn1/strings.ts";

/**
 * Attribute types with their names, and their descriptors in RFC 4514 text. The descriptors are those of
 * OpenSSL, so that both print the same text.
 */
const ATTRIBUTE_TYPES: ReadonlyMap<string, { name: string; short: string }> = new Map(
  ([
    ["2.5.4.3", "commonName", "CN"],
    ["2.5.4.4", "surname", "SN"],
    ["2.5.4.5", "serialNumber", "serialNumber"],
    ["2.5.4.6", "countryName", "C"],
    ["2.5.4.7", "localityName", "L"],
    ["2.5.4.8", "stateOrProvinceName", "ST"],
    ["2.5.4.9", "streetAddress", "street"],
    ["2.5.4.10", "organizationName", "O"],
    ["2.5.4.11", "organizationalUnitName", "OU"],
    ["2.5.4.12", "title", "title"],
    ["2.5.4.13", "description", "description"],
    ["2.5.4.15", "businessCategory", "businessCategory"],
    ["2.5.4.16", "postalAddress", "postalAddress"],
    ["2.5.4.17", "postalCode", "postalCode"],
    ["2.5.4.18", "postOfficeBox", "postOfficeBox"],
    ["2.5.4.19", "physicalDeliveryOfficeName", "physicalDeliveryOfficeName"],
    ["2.5.4.20", "telephoneNumber", "telephoneNumber"],
    ["2.5.4.41", "name", "name"],
    ["2.5.4.42", "givenName", "GN"],
    ["2.5.4.43", "initials", "initials"],
    ["2.5.4.44", "generationQualifier", "generationQualifier"],
    ["2.5.4.45", "x500UniqueIdentifier", "x500UniqueIdentifier"],
    ["2.5.4.46", "dnQualifier", "dnQualifier"],
    ["2.5.4.51", "houseIdentifier", "houseIdentifier"],
    ["2.5.4.65", "pseudonym", "pseudonym"],
    ["2.5.4.72", "role", "role"],
    ["2.5.4.97", "organizationIdentifier", "organizationIdentifier"],
    ["2.5.4.98", "countryCode3c", "c3"],
    ["2.5.4.99", "countryCode3n", "n3"],
    ["2.5.4.100", "dnsName", "dnsName"],
    ["0.9.2342.19200300.100.1.1", "userId", "UID"],
    ["0.9.2342.19200300.100.1.3", "rfc822Mailbox", "mail"],
    ["0.9.2342.19200300.100.1.25", "domainComponent", "DC"],
    ["1.2.840.113549.1.9.1", "emailAddress", "emailAddress"],
    ["1.2.840.113549.1.9.2", "unstructuredName", "unstructuredName"],
    ["1.2.840.113549.1.9.8", "unstructuredAddress", "unstructuredAddress"],
    ["1.2.643.3.131.1.1", "INN", "INN"],
    ["1.2.643.100.1", "OGRN", "OGRN"],
    ["1.2.643.100.3", "SNILS", "SNILS"],
    ["1.2.643.100.5", "OGRNIP", "OGRNIP"],
    ["1.3.6.1.4.1.311.60.2.1.1", "jurisdictionLocalityName", "jurisdictionL"],
    ["1.3.6.1.4.1.311.60.2.1.2", "jurisdictionStateOrProvinceName", "jurisdictionST"],
    ["1.3.6.1.4.1.311.60.2.1.3", "jurisdictionCountryName", "jurisdictionC"],
  ] as const).map(([oid, name, short]) => [oid, { name, short }]),
);

/** Returns the name of an attribute type, or its OID. */
export function attributeTypeName(oid: string): string {
  return ATTRIBUTE_TYPES.get(oid)?.name ?? oid;
}

/** Returns a name without attributes. */
export function emptyName(): DistinguishedName {
  return {
    commonName: null,
    organizationName: null,
    organizationalUnitName: null,
    localityName: null,
    stateOrProvinceName: null,
    countryName: null,
    emailAddress: null,
    raw: "",
    attributes: [],
  };
}

/**
 * Reads the Name whose SEQUENCE header `der` has just read. A value that is not a string, or has octets
 * that are not characters of its type, is a finding. In `raw`, a value that is not a string or belongs
 * to an unknown attribute type is written as "#" and the hex of its DER (RFC 4514, 2.4).
 */
export function readName(der: Der): DistinguishedName {
  const end = der.end;
  const name = emptyName();
  // RFC 4514 writes the last RDN first. It leaves the order inside an RDN open; OpenSSL reverses it too.
  let raw = "";
  for (let at = der.body, rdn = 0; at < end; rdn++) {
    der.expect(at, end, TAG.SET, "Relative distinguished name");
    at = der.end;
    const text = readAttributes(der, rdn, name);
    if (raw === "") raw = text;
    else if (text !== "") raw = `${text},${raw}`;
  }
  name.raw = raw;
  return name;
}

/** Returns the RFC 4514 text of the RDN whose header `der` has just read, whatever its tag. */
export function readRdn(der: Der): string {
  return readAttributes(der, 0, null);
}

/** Reads the RDN whose header `der` has just read, whatever its tag, as a name of its own. */
export function readFragment(der: Der): DistinguishedName {
  const name = emptyName();
  name.raw = readAttributes(der, 0, name);
  return name;
}

/** Reads the attributes of an RDN into `name` and returns their text. */
function readAttributes(der: Der, rdn: number, name: DistinguishedName | null): string {
  const { bytes, findings } = der;
  const setEnd = der.end;
  if (der.body === setEnd) {
    findings.add("rdn_empty", der.start);
  }
  let text = "";
  for (let inner = der.body; inner < setEnd;) {
    der.expect(inner, setEnd, TAG.SEQUENCE, "Attribute of a name");
    inner = der.end;
    const attributeEnd = der.end;
    der.expect(der.body, attributeEnd, TAG.OID, "Type of a name's attribute");
    const oid = showOid(bytes, der.body, der.end);
    if (der.end === attributeEnd) {
      throw new DerError("Value of a name's attribute is missing", der.end);
    }
    der.next(der.end, attributeEnd);
    der.finish(der.end, attributeEnd, "Attribute of a name");
    const type = ATTRIBUTE_TYPES.get(oid);
    let value: string;
    let shown: string;
    if (type && isPlain(bytes, der.tag, der.body, der.end)) {
      value = latin1(bytes, der.body, der.end);
      shown = `${type.short}=${value}`;
    } else {
      const read = readString(bytes, der.tag, der.body, der.end);
      if (read === null) {
        findings.add("name_not_text", der.start, tagName(der.tag));
      } else if (!read.whole) {
        findings.add("string_malformed", der.start, tagName(der.tag));
      }
      value = read?.text ?? toHex(bytes, der.body, der.end);
      shown = type && read
        ? `${type.short}=${escape(read.text)}`
        : `${type?.short ?? oid}=#${toHex(bytes, der.start, der.end)}`;
    }
    text = text ? `${shown}+${text}` : shown;
    if (name === null) continue;
    const attribute: NameAttribute = { rdn, oid, name: type?.name ?? oid, value };
    name.attributes.push(attribute);
    collect(name, attribute);
  }
  return text;
}

/** Adds the attribute to its field of the name; repeated attributes are joined. */
function collect(name: DistinguishedName, { name: type, value }: NameAttribute): void {
  switch (type) {
    case "commonName":
    case "organizationName":
    case "organizationalUnitName":
    case "localityName":
    case "stateOrProvinceName":
    case "countryName":
    case "emailAddress": {
      const before = name[type];
      name[type] = before === null ? value : `${before}, ${value}`;
    }
  }
}

/**
 * Escapes special characters, a "#" or space at the start and a space at the end with a backslash
 * (RFC 4514, 2.4). Control characters become a backslash and two hex digits, so that a name is one line.
 */
function escape(text: string): string {
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) {
      escaped += "\\" + code.toString(16).toUpperCase().padStart(2, "0");
    } else if (mustEscape(code, i === 0, i === text.length - 1)) escaped += "\\" + text[i];
    else escaped += text[i];
  }
  return escaped;
}

/**
 * Returns whether the octets are ASCII in a string type of one octet per character, and need no escape.
 * Nearly every value does, and is then read in one step.
 */
function isPlain(bytes: Uint8Array, tag: number, start: number, end: number): boolean {
  if (tag !== TAG.UTF8_STRING && tag !== TAG.PRINTABLE_STRING && tag !== TAG.IA5_STRING) {
    return false;
  }
  const last = end - 1;
  for (let i = start; i <= last; i++) {
    const octet = bytes[i];
    if (octet < 0x20 || octet >= 0x7f) return false;
    // Letters, "-" and "." are never escaped.
    if (octet >= 0x5d || (octet >= 0x3f && octet !== 0x5c) || octet === 0x2d || octet === 0x2e) {
      continue;
    }
    if (mustEscape(octet, i === start, i === last)) return false;
  }
  return true;
}

function mustEscape(code: number, first: boolean, last: boolean): boolean {
  switch (code) {
    case 0x22: // "
    case 0x2b: // +
    case 0x2c: // ,
    case 0x3b: // ;
    case 0x3c: // <
    case 0x3e: // >
    case 0x5c: // \
      return true;
    case 0x23: // #
      return first;
    case 0x20: // space
      return first || last;
    default:
      return false;
  }
}
