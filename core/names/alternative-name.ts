/** Subject alternative names as they are typed: a domain name, an IP address or an e-mail address. */
import { readDomainName } from "./domain-name.ts";
import { readEmailAddress } from "./email-address.ts";
import { readIpAddress } from "./ip-address.ts";

/** A subject alternative name as the answer lists it, its types named as the decoder names them. */
export type AlternativeName =
  | { type: "DNS" | "email"; value: string }
  | { type: "IP"; value: string; octets: Uint8Array<ArrayBuffer> };

/** Digits and dots, up to the end or to a port. */
const LIKE_IPV4 = /^[\d.]*(?::|$)/;
/** Two colons with nothing but hexadecimal digits before them, or a bracket; "host:443" has one colon. */
const LIKE_IPV6 = /^(?:\[|[\da-f]*:[\da-f]*:)/i;

/**
 * The type of a subject alternative name, recognized by its form. Text in the form of an address is
 * of type IP even where it cannot be read, such as "fe80::1%eth0": an iPAddress is 4 or 16 octets
 * (RFC 5280, 4.2.1.6) and has no place for a zone.
 */
export function alternativeNameType(text: string): AlternativeName["type"] {
  if (text.includes("@")) return "email";
  const trimmed = text.trim();
  return LIKE_IPV4.test(trimmed) || LIKE_IPV6.test(trimmed) ? "IP" : "DNS";
}

/** Reads a domain name, an IP address or an e-mail address. */
export function readAlternativeName(text: string): AlternativeName | null {
  const type = alternativeNameType(text);
  if (type === "IP") {
    const address = readIpAddress(text);
    return address && { type, value: address.text, octets: address.octets };
  }
  const value = type === "email" ? readEmailAddress(text) : readDomainName(text);
  return value === null ? null : { type, value };
}
