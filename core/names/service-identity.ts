/**
 * Matches the names that a certificate presents with the reference name: the name of the server that the
 * client wants to reach (RFC 9525, 6, which replaces RFC 6125).
 */
import { ascii, equalOctets } from "../kernel/octets.ts";
import { isDnsName, readDomainName } from "./domain-name.ts";
import { readIpAddress } from "./ip-address.ts";

/** The reference name (RFC 9525, 1.4). */
export type ReferenceName =
  | { type: "DNS"; name: string }
  | { type: "IP"; bytes: Uint8Array };

/** A name in the certificate's subjectAltName: its content octets and its type. */
export interface PresentedName {
  type: "DNS" | "IP" | "email" | "URI" | "DirName" | "other";
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Whether a presented DNS name covers `host`, whose labels are A-labels. A wildcard is the whole first
 * label and matches exactly one label. At least two labels follow it, so that it cannot cover a whole
 * top-level domain.
 */
export function matchesDnsName(presented: string, host: string): boolean {
  const name = certifiedName(presented);
  return name !== null && certifyingNames(host).includes(name);
}

/** A presented DNS name in the form that `certifyingNames` returns; null if it covers no host. */
export function certifiedName(presented: string): string | null {
  // Names are ASCII after this check. Some other letters, such as U+212A, would become ASCII in lower case.
  if (!isDnsName(presented, { wildcard: true })) return null;
  const pattern = presented.toLowerCase();
  return !pattern.startsWith("*.") || pattern.includes(".", 2) ? pattern : null;
}

/** The one or two presented names that cover `host`: its own, and a wildcard for its first label. */
export function certifyingNames(host: string): string[] {
  const bare = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!isDnsName(bare, { wildcard: false })) return [];
  const name = bare.toLowerCase();
  const dot = name.indexOf(".");
  // RFC 9525, 6.3: a wildcard also matches an A-label.
  return dot > 0 ? [name, `*${name.slice(dot)}`] : [name];
}

/**
 * Whether one of the names that a certificate presents matches the reference name. The common name is not
 * among them, because clients ignore it (RFC 9525, 2).
 */
export function matchesReference(
  presented: readonly PresentedName[],
  reference: ReferenceName,
): boolean {
  const certifying = reference.type === "DNS" ? certifyingNames(reference.name) : [];
  return presented.some(({ type, bytes }) => {
    if (type !== reference.type) return false;
    return reference.type === "IP"
      ? equalOctets(bytes, reference.bytes)
      : certifying.includes(certifiedName(ascii(bytes)) ?? "");
  });
}

/**
 * The reference name for the host of a URL: an IPv4 address in dotted form, an IPv6 address with or
 * without brackets, or else a DNS name.
 */
export function referenceFor(host: string): ReferenceName {
  const address = readIpAddress(host);
  return address ? { type: "IP", bytes: address.octets } : { type: "DNS", name: host };
}

/**
 * The reference name for a typed host: an IP address, a domain name, also with U-labels, or a name of one
 * label as in internal networks. Null for any other text.
 */
export function readReferenceName(text: string): ReferenceName | null {
  const typed = text.trim();
  if (readIpAddress(typed) !== null) return referenceFor(typed);
  // Names in certificates do not have the dot at the end of an absolute name (RFC 9525, 6.3).
  const bare = typed.endsWith(".") ? typed.slice(0, -1) : typed;
  const name = readDomainName(bare, { wildcard: false });
  if (name !== null) return { type: "DNS", name };
  return isDnsName(bare, { wildcard: false }) ? { type: "DNS", name: bare.toLowerCase() } : null;
}
