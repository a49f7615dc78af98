/** The address of a resolver, as `DNS_SERVERS` and the operating system write it. */
import { isIP, isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export interface DnsServer {
  address: string;
  port: number;
}

const DNS_PORT = 53;

/**
 * Whether two texts are one address: IPv6 has many spellings (RFC 5952, 1), and a socket reports a
 * peer without its zone.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || withoutZone(one) === withoutZone(other);
}

const withoutZone = (address: string): string =>
  ipaddr.parse(address.split("%")[0]).toNormalizedString();

/** Reads 192.0.2.1, 192.0.2.1:5353, 2001:db8::1 and [2001:db8::1]:5353. Null for anything else. */
export function readDnsServer(text: string): DnsServer | null {
  if (isIP(text)) return { address: text, port: DNS_PORT };
  const [, bracketed, bare, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? bare;
  const port = digits === undefined ? DNS_PORT : Number(digits);
  if (address === undefined || port < 1 || port > 65535) return null;
  return (bracketed === undefined ? isIPv4(address) : isIPv6(address)) ? { address, port } : null;
}
