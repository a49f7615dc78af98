/** Subject alternative names as they are typed: a domain name, an IP address or an e-mail address. */
import { isDigit } from "./characters.ts";
import { readDomainName } from "./domain-name.ts";
import { readEmailAddress } from "./email-address.ts";
import { readIpAddress } from "./ip-address.ts";

/** A subject alternative name as the answer lists it, its types named as the decoder names them. */
export type AlternativeName =
  | { type: "DNS" | "email"; value: string }
  | { type: "IP"; value: string; octets: Uint8Array<ArrayBuffer> };

/** The type of a subject alternative name, recognized by its form. */
export function alternativeNameType(text: string): AlternativeName["type"] {
  if (text.includes("@")) return "email";
  const trimmed = text.trim();
  for (let i = 0; i < trimmed.length; i++) {
    const code = trimmed.charCodeAt(i);
    if (code === 0x3a) return "IP";
    if (!isDigit(code) && code !== 0x2e) return "DNS";
  }
  return "IP";
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
