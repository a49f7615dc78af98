/** Names in the reverse zones of IP addresses (RFC 1035, 3.5; RFC 3596, 2.5). */
import { readIpAddress } from "../../../names/ip-address.ts";

/**
 * The IP address that a name of a reverse zone encodes; "" where it encodes none, null for a name of
 * another zone.
 */
export function reversedAddress(name: string): string | null {
  const lower = name.toLowerCase();
  const v4 = /^(.*)\.in-addr\.arpa$/.exec(lower);
  const v6 = /^(.*)\.ip6\.arpa$/.exec(lower);
  if (!v4 && !v6) return null;
  const digits = (v4 ?? v6)![1].split(".").reverse();
  if (digits.length !== (v4 ? 4 : 32)) return "";
  const address = v4 ? digits.join(".") : digits.join("").replace(/(....)(?!$)/g, "$1:");
  return readIpAddress(address) === null ? "" : address;
}
