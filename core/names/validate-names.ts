/**
 * The names that a certificate can be asked for: domain names, e-mail addresses, IP addresses. Each
 * reader answers the form that goes into the certificate, or null for what is no such name.
 */

const MAX_LABEL = 63;
/** RFC 1035's 255 octets without the length octets at both ends. */
const MAX_DOMAIN_NAME = 253;
/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART = 64;
const MAX_EMAIL_ADDRESS = 254;

/** No typed form of a name that fits is longer; what is need not be looked at. */
const MAX_TYPED = 4 * MAX_DOMAIN_NAME;

const WILDCARD = "*.";

/**
 * Reads a domain name with at least one dot and an alphabetic top level of two or more letters, an
 * A-label counting as alphabetic; with `wildcard`, "*." may stand before it. White space at the ends
 * is dropped. Answers lower case and A-labels (RFC 5890), as a dNSName wants it.
 */
export function readDomainName(
  text: string,
  { wildcard = true }: { wildcard?: boolean } = {},
): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_TYPED) return null;
  const starred = wildcard && trimmed.startsWith(WILDCARD);
  const bare = toAscii(starred ? trimmed.slice(WILDCARD.length) : trimmed);
  if (bare === null) return null;
  const name = starred ? WILDCARD + bare : bare;
  if (name.length > MAX_DOMAIN_NAME) return null;
  const labels = bare.split(".");
  return labels.length >= 2 && labels.every(isLabel) && isTopLevel(labels.at(-1)!) ? name : null;
}

/**
 * Reads an e-mail address with a dot-atom before the at sign and a domain name after it (RFC 5321,
 * 4.1.2), as an rfc822Name can hold it: no quoted local part, no address literal, nothing outside of
 * ASCII before the at sign. The domain becomes lower case and A-labels; the rest stays.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1) return null;
  const local = trimmed.slice(0, at);
  const domain = readDomainName(trimmed.slice(at + 1), { wildcard: false });
  // The domain's own trimming must not let "a@ b.example" pass.
  if (domain === null || isBlank(trimmed.charCodeAt(at + 1))) return null;
  if (local.length > MAX_LOCAL_PART || !local.split(".").every(isAtom)) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_EMAIL_ADDRESS ? address : null;
}

/** An IP address: its octets (4 or 16) and its text in the shortest form (RFC 5952). */
export interface IpAddress {
  text: string;
  octets: Uint8Array<ArrayBuffer>;
}

/** Reads an IPv4 address in dotted decimals or an IPv6 address, in brackets or not. */
export function readIpAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  return readIpv4(trimmed) ?? readIpv6(trimmed);
}

/** A subject alternative name as the answer lists it, its types named as the decoder names them. */
export type AlternativeName =
  | { type: "DNS" | "email"; value: string }
  | { type: "IP"; value: string; octets: Uint8Array<ArrayBuffer> };

/** What a subject alternative name that is not typed means to be, told by how it looks. */
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

/** Lower case and A-labels by UTS #46, as URLs have it; null where that cannot be a host's name. */
function toAscii(name: string): string | null {
  let plain = true;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 0x80) plain = false;
    // Whatever else a URL gives a meaning to must not get there: ports, paths, escapes, users.
    else if (!isLetterOrDigit(code) && code !== 0x2d && code !== 0x2e) return null;
  }
  const lower = name.toLowerCase();
  // Only these can be malformed or need coding; everything else is as it stands.
  if (plain && !lower.includes("xn--")) return lower;
  if (!plain && !name.isWellFormed()) return null;
  const url = `http://${plain ? lower : name}/`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Letters, digits and hyphens, at most 63, no hyphen at an end (RFC 1123, 2.1). */
function isLabel(label: string): boolean {
  if (label.length === 0 || label.length > MAX_LABEL) return false;
  if (label.startsWith("-") || label.endsWith("-")) return false;
  for (let i = 0; i < label.length; i++) {
    const code = label.charCodeAt(i);
    if (!isLetterOrDigit(code) && code !== 0x2d) return false;
  }
  return true;
}

function isTopLevel(label: string): boolean {
  if (label.startsWith("xn--")) return true;
  if (label.length < 2) return false;
  for (let i = 0; i < label.length; i++) if (!isLetter(label.charCodeAt(i))) return false;
  return true;
}

/** RFC 5322, 3.2.3: atext. */
function isAtom(text: string): boolean {
  if (text.length === 0) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isLetterOrDigit(code) && !"!#$%&'*+-/=?^_`{|}~".includes(text[i])) return false;
  }
  return true;
}

function readIpv4(text: string): IpAddress | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const octets = new Uint8Array(4);
  for (const [index, part] of parts.entries()) {
    const number = Number(part);
    // A leading zero is octal to some and decimal to others.
    if (String(number) !== part || !(number >= 0 && number <= 255)) return null;
    octets[index] = number;
  }
  return { text, octets };
}

function readIpv6(text: string): IpAddress | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  for (let i = 0; i < bare.length; i++) {
    const code = bare.charCodeAt(i);
    const isHex = isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
    if (!isHex && code !== 0x3a && code !== 0x2e) return null;
  }
  const url = `http://[${bare}]/`;
  if (!URL.canParse(url)) return null;
  const short = new URL(url).hostname.slice(1, -1);
  const [head, tail] = short.split("::").map((half) => half === "" ? [] : half.split(":"));
  const zeros = tail === undefined ? [] : Array(8 - head.length - tail.length).fill("0");
  const octets = new Uint8Array(16);
  for (const [index, group] of [...head, ...zeros, ...(tail ?? [])].entries()) {
    const number = parseInt(group, 16);
    octets[2 * index] = number >>> 8;
    octets[2 * index + 1] = number & 0xff;
  }
  return { text: short, octets };
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isBlank(code: number): boolean {
  return String.fromCharCode(code).trim() === "";
}
