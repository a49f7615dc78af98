/**
 * Matching the names that a certificate presents with the one by which a client knows the server (RFC
 * 9525, 6; RFC 6125).
 */
import { ascii, equalOctets } from "../kernel/octets.ts";
import { isDnsName, readDomainName } from "./domain-name.ts";
import { readIpAddress } from "./ip-address.ts";

/** The name by which a client knows the server. */
export type ReferenceName =
  | { type: "DNS"; name: string }
  | { type: "IP"; bytes: Uint8Array };

/** A name that the certificate presents: subjectAltName's content octets, and its type. */
export interface PresentedName {
  type: "DNS" | "IP" | "email" | "URI" | "DirName" | "other";
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Whether a presented DNS name covers `host`, whose labels are A-labels. A wildcard stands for exactly
 * one label, is the whole first one, and has at least two labels after it, or it would span a whole
 * top-level domain.
 */
export function matchesDnsName(presented: string, host: string): boolean {
  const name = certifiedName(presented);
  return name !== null && certifyingNames(host).includes(name);
}

/** A presented DNS name as `certifyingNames` lists it; null for one that covers no host. */
export function certifiedName(presented: string): string | null {
  // Only what is ASCII is folded: other letters have lower cases inside of ASCII.
  if (!isDnsName(presented, { wildcard: true })) return null;
  const pattern = presented.toLowerCase();
  return !pattern.startsWith("*.") || pattern.includes(".", 2) ? pattern : null;
}

/** The presented names that cover `host`, at most two: its own, and the wildcard for its first label. */
export function certifyingNames(host: string): string[] {
  const bare = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!isDnsName(bare, { wildcard: false })) return [];
  const name = bare.toLowerCase();
  const dot = name.indexOf(".");
  // RFC 9525, 6.3: the wildcard is for a label of the host, and A-labels are labels like others.
  return dot > 0 ? [name, `*${name.slice(dot)}`] : [name];
}

/**
 * Whether one of the names that a certificate presents is the server's. The common name is not
 * looked at (RFC 9525, 2): it is in no list here.
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
 * The reference for a host as written in a URL: an IPv4 address in dotted form, an IPv6 address
 * with or without brackets, else a DNS name.
 */
export function referenceFor(host: string): ReferenceName {
  const address = readIpAddress(host);
  return address ? { type: "IP", bytes: address.octets } : { type: "DNS", name: host };
}

/**
 * The reference for a host name as it is typed: an IP address, a domain name with its letters as
 * people write them, or a name of one label as internal networks have it. Null for any other text.
 */
export function readReferenceName(text: string): ReferenceName | null {
  const typed = text.trim();
  if (readIpAddress(typed) !== null) return referenceFor(typed);
  // The dot at the end of an absolute name belongs to no certificate (RFC 9525, 6.3).
  const bare = typed.endsWith(".") ? typed.slice(0, -1) : typed;
  const name = readDomainName(bare, { wildcard: false });
  if (name !== null) return { type: "DNS", name };
  return isDnsName(bare, { wildcard: false }) ? { type: "DNS", name: bare.toLowerCase() } : null;
}
