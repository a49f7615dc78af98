/** Says why a text is not the DNS name of a host, for messages about names that were entered wrongly. */
import { isDnsName } from "./domain-name.ts";
import { readIpAddress } from "./ip-address.ts";

/** The mistakes that people make with host names, and `malformed` for any other. */
export type HostFault =
  | "address"
  | "damaged"
  | "list"
  | "mailbox"
  | "malformed"
  | "notation"
  | "not_ascii"
  | "period"
  | "port"
  | "second_entry"
  | "space"
  | "url";

/** The notations of OpenSSL, Java and Windows: "DNS:", "DNS.1=", "IP Address=", "CN=". */
const NOTATION = /^\s?(?:dns(?: name)?|ip(?: address)?|email|uri|url|cn|san)(?:\.\d{1,3})?\s?[:=]/i;
/** A notation after a name: "www.example.comIP Address=192.0.2.1", "a.example DNS:b.example". */
const SECOND = /(?:dns|ip|dns name|ip address|email|uri|url)(?:\.\d{1,3})?\s?[:=]\s?[^\s]/i;
/** The replacement character U+FFFD, as a character or as its octets in UTF-8. */
const LOST = /\ufffd|\xef\xbf\xbd/;
const SEPARATOR = /[,;|\n\t]/;
const PORT = /^[^:]{1,253}:\d{1,5}$|^\[[^\]]{1,45}\]:\d{1,5}$/;
/** An address with numbers of any size, which has the syntax of a domain name. */
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** The fault of a DNS name, which may be a wildcard; null if it has none. Linear in the length of the name. */
export function hostFault(name: string): HostFault | null {
  if (isDnsName(name, { wildcard: true }) && !name.includes("_")) {
    return IPV4.test(name) ? "address" : null;
  }
  if (LOST.test(name)) return "damaged";
  if (NOTATION.test(name)) return "notation";
  if (SECOND.test(name)) return "second_entry";
  if (SEPARATOR.test(name)) return "list";
  if (readIpAddress(name) !== null) return "address";
  if (name.includes("://") || name.includes("/")) return "url";
  if (PORT.test(name)) return "port";
  if (name.includes("@")) return "mailbox";
  if (/\s/.test(name)) return "space";
  if (/[^\0-\x7f]/.test(name)) return "not_ascii";
  return name.endsWith(".") && isDnsName(name.slice(0, -1), { wildcard: true })
    ? "period"
    : "malformed";
}
