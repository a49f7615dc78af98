/** Distinguished names and general names as they are written into what is made here. */
import {
  AttributeTypeAndValue,
  AttributeValue,
  GeneralName,
  Name,
  RelativeDistinguishedName,
} from "@peculiar/asn1-x509";
import type { AlternativeName } from "../../names/alternative-name.ts";

/** The attributes of a subject. One that is empty or absent is left out. */
export interface SubjectAttributes {
  country?: string;
  state?: string;
  city?: string;
  organization?: string;
  organizationUnit?: string;
  commonName?: string;
  email?: string;
}

type StringType = "printableString" | "utf8String" | "ia5String";

/** In the order in which OpenSSL asks for them; the string types are those of RFC 5280, A.1. */
const ATTRIBUTES: readonly [keyof SubjectAttributes, oid: string, StringType][] = [
  ["country", "2.5.4.6", "printableString"],
  ["state", "2.5.4.8", "utf8String"],
  ["city", "2.5.4.7", "utf8String"],
  ["organization", "2.5.4.10", "utf8String"],
  ["organizationUnit", "2.5.4.11", "utf8String"],
  ["commonName", "2.5.4.3", "utf8String"],
  ["email", "1.2.840.113549.1.9.1", "ia5String"],
];

/** One attribute each RDN. */
export function subjectName(attributes: SubjectAttributes): Name {
  const rdns = ATTRIBUTES.flatMap(([field, type, string]) => {
    const text = attributes[field] ?? "";
    if (text === "") return [];
    const value = new AttributeValue({ [string]: text });
    return [new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })])];
  });
  return new Name(rdns);
}

/** A GeneralName (RFC 5280, 4.2.1.6) for a DNS name, an IP address or an e-mail address. */
export function generalName({ type, value }: AlternativeName): GeneralName {
  switch (type) {
    case "email":
      return new GeneralName({ rfc822Name: value });
    case "DNS":
      return new GeneralName({ dNSName: value });
    case "IP":
      return new GeneralName({ iPAddress: value });
  }
}
