/** Reads typed subject alternative names: domain names, IP addresses and e-mail addresses. */
import { readDomainName } from "./domain-name.ts";
import { readEmailAddress } from "./email-address.ts";
import { readIpAddress } from "./ip-address.ts";

/** A subject alternative name as in answers, with the decoder's names for the types. */
export type AlternativeName =
  | { type: "DNS" | "email"; value: string }
  | { type: "IP"; value: string; octets: Uint8Array<ArrayBuffer> };

/** Digits and dots, up to the end or to a port. */
const LIKE_IPV4 = /^[\d.]*(?::|$)/;
/** A bracket, or two colons with only hexadecimal digits before them; "host:443" has one colon. */
const LIKE_IPV6 = /^(?:\[|[\da-f]*:[\da-f]*:)/i;

/**
 * The type of a typed subject alternative name by its form. Text that looks like an address is of type IP
 * even if it cannot be read, such as "fe80::1%eth0": an iPAddress has 4 or 16 octets (RFC 5280, 4.2.1.6)
 * and no room for a zone.
 */
export function alternativeNameType(text: string): AlternativeName["type"] {
  if (text.includes("@")) return "email";
  const trimmed = text.trim();
  return LIKE_IPV4.test(trimmed) || LIKE_IPV6.test(trimmed) ? "IP" : "DNS";
}

/** Reads a domain name, an IP address or an e-mail address. Null for any other text. */
export function readAlternativeName(text: string): AlternativeName | null {
  const type = alternativeNameType(text);
  if (type === "IP") {
    const address = readIpAddress(text);
    return address && { type, value: address.text, octets: address.octets };
  }
  const value = type === "email" ? readEmailAddress(text) : readDomainName(text);
  return value === null ? null : { type, value };
}
