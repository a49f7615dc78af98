/** Writes distinguished names and general names in DER, for requests and certificates. */
import type { AlternativeName } from "../../names/alternative-name.ts";
import { primitive, TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The attributes of a subject. An empty or absent one is left out. */
export interface SubjectAttributes {
  country?: string;
  state?: string;
  city?: string;
  organization?: string;
  organizationUnit?: string;
  commonName?: string;
  email?: string;
}

/** In the order of OpenSSL's prompts, with the string types of RFC 5280, A.1. */
const ATTRIBUTES: readonly [keyof SubjectAttributes, oid: string, stringType: number][] = [
  ["country", "2.5.4.6", TAG.PRINTABLE_STRING],
  ["state", "2.5.4.8", TAG.UTF8_STRING],
  ["city", "2.5.4.7", TAG.UTF8_STRING],
  ["organization", "2.5.4.10", TAG.UTF8_STRING],
  ["organizationUnit", "2.5.4.11", TAG.UTF8_STRING],
  ["commonName", "2.5.4.3", TAG.UTF8_STRING],
  ["email", "1.2.840.113549.1.9.1", TAG.IA5_STRING],
];

/** A Name (RFC 5280, 4.1.2.4) with one attribute in each RDN. */
export function writeName(attributes: SubjectAttributes): Bytes {
  const rdns = ATTRIBUTES.flatMap(([field, oid, stringType]) => {
    const text = attributes[field] ?? "";
    if (text === "") return [];
    const octets = stringType === TAG.UTF8_STRING ? new TextEncoder().encode(text) : asciiOf(text);
    const value = element(stringType, octets);
    return [element(TAG.SET, element(TAG.SEQUENCE, objectIdentifier(oid), value))];
  });
  return element(TAG.SEQUENCE, ...rdns);
}

/** A GeneralName (RFC 5280, 4.2.1.6) for a domain name or an e-mail address, both in ASCII. */
export function textName(type: "DNS" | "email", text: string): Bytes {
  return element(primitive(type === "DNS" ? 2 : 1), asciiOf(text));
}

/**
 * A GeneralName for an address of 4 or 16 octets. In name constraints it is an address and a mask, 8 or
 * 32 octets (RFC 5280, 4.2.1.10).
 */
export const addressName = (octets: Uint8Array): Bytes => element(primitive(7), octets);

/** A GeneralName for a subject alternative name. */
export function generalName(name: AlternativeName): Bytes {
  return name.type === "IP" ? addressName(name.octets) : textName(name.type, name.value);
}

const asciiOf = (text: string): Bytes =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
