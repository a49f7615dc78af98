/** Reads GeneralName (RFC 5280, 4.2.1.6) as type and text. */
import { type Der, DerError, eachIn, eachOf, TAG, tagName } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { ipv4Text, ipv6Text } from "../../names/ip-address.ts";
import { readName } from "./names.ts";
import { showOid } from "../asn1/oids.ts";
import type { GeneralName } from "../shapes.ts";
import { readString } from "../asn1/strings.ts";

/** Reads GeneralNames ::= SEQUENCE OF GeneralName from the header at `at`. */
export function readGeneralNames(der: Der, at: number, limit: number): GeneralName[] {
  const names: GeneralName[] = [];
  eachOf(der, at, limit, "General names", () => names.push(readGeneralName(der)));
  return names;
}

/** Reads the GeneralNames between two offsets, for lists under an implicit tag. */
export function readNamesIn(der: Der, start: number, end: number): GeneralName[] {
  const names: GeneralName[] = [];
  eachIn(der, start, end, () => names.push(readGeneralName(der)));
  return names;
}

/** Reads the GeneralName whose header `der` has just read. Throws DerError. */
export function readGeneralName(der: Der): GeneralName {
  const { bytes, tag, body, end } = der;
  switch (tag) {
    case 0xa0:
      return { type: "otherName", value: otherName(der) };
    case 0x81:
      return { type: "email", value: ia5(der) };
    case 0x82:
      return { type: "DNS", value: ia5(der) };
    case 0xa3:
      return { type: "x400Address", value: toHex(bytes, body, end) };
    case 0xa4:
      der.expect(body, end, TAG.SEQUENCE, "Directory name");
      return { type: "DirName", value: readName(der).raw };
    case 0xa5:
      return { type: "ediPartyName", value: ediPartyName(der) };
    case 0x86:
      return { type: "URI", value: ia5(der) };
    case 0x87:
      return { type: "IP", value: ipAddress(der) };
    case 0x88:
      return { type: "RegisteredID", value: showOid(bytes, body, end) };
    default:
      throw new DerError(`General name: ${tagName(tag)} has an unknown form`, der.start);
  }
}

/**
 * Reads an IA5String. Octets that are not ASCII are read as UTF-8 if well-formed, else as Latin-1. They
 * and control characters are findings: some clients once stopped reading a name at its NUL.
 */
function ia5(der: Der): string {
  const { bytes, body, end } = der;
  for (let i = body; i < end; i++) {
    const octet = bytes[i];
    if (octet >= 0x20 && octet < 0x7f) continue;
    if (octet >= 0x80) {
      der.findings.add("general_name_not_ascii", der.start);
    } else {
      der.findings.add("control_characters", der.start);
    }
    break;
  }
  return readString(bytes, TAG.IA5_STRING, body, end)!.text;
}

/** Returns type and value as "oid:text", or as "oid:#hex" if the value is not a string. */
function otherName(der: Der): string {
  const { bytes, end } = der;
  der.expect(der.body, end, TAG.OID, "Type of an other name");
  const oid = showOid(bytes, der.body, der.end);
  der.expect(der.end, end, 0xa0, "Value of an other name");
  if (der.body === der.end) throw new DerError("Value of an other name is missing", der.end);
  der.next(der.body, der.end);
  const read = readString(bytes, der.tag, der.body, der.end);
  return `${oid}:${read ? read.text : "#" + toHex(bytes, der.start, der.end)}`;
}

/** EDIPartyName ::= SEQUENCE { [0] nameAssigner OPTIONAL, [1] partyName }, both EXPLICIT strings. */
function ediPartyName(der: Der): string {
  const end = der.end;
  const parts: string[] = [];
  for (let at = der.body; at < end;) {
    der.next(at, end);
    at = der.end;
    if (der.tag === 0xa0 || der.tag === 0xa1) der.next(der.body, der.end);
    parts.push(
      readString(der.bytes, der.tag, der.body, der.end)?.text ??
        toHex(der.bytes, der.body, der.end),
    );
  }
  return parts.join(": ");
}

/** Reads an address of 4 or 16 octets. Another length is a finding, and the octets are shown as hex. */
function ipAddress(der: Der): string {
  const { bytes, body, end } = der;
  if (end - body === 4) return ipv4Text(bytes, body);
  if (end - body === 16) return ipv6Text(bytes, body);
  der.findings.add("ip_malformed", der.start);
  return toHex(bytes, body, end);
}
