/**
 * Who a request comes from, as far as limits are concerned.
 *
 * The address is the connection's. Behind proxies it is taken from X-Forwarded-For, counted from the
 * right: every trusted proxy has appended the address that it saw, and all that is further left
 * was written by the caller, who may write anything.
 */
import ipaddr from "ipaddr.js";

/**
 * The key under which a client is counted: an IPv4 address, or the /64 network of an IPv6 one, for
 * that is what one subscriber gets. A header that is too short or holds no address at that place
 * counts for nothing; the connection does.
 *
 * @param socketAddress the peer of the connection, if there is one
 * @param forwardedFor the X-Forwarded-For header, lines joined by commas
 * @param trustedProxies how many proxies in front are ours (TRUST_PROXY)
 */
export function clientKey(
  socketAddress: string | null | undefined,
  forwardedFor: string | null | undefined,
  trustedProxies: number,
): string {
  const forwarded = trustedProxies > 0 && forwardedFor
    ? networkOf(fromRight(forwardedFor, trustedProxies))
    : null;
  return forwarded ?? networkOf(socketAddress ?? "") ?? "unknown";
}

/** The nth item of a comma-separated list, counted from its end; "" where there are fewer. */
function fromRight(list: string, n: number): string {
  let end = list.length;
  for (let skipped = 1; skipped < n; skipped++) {
    end = list.lastIndexOf(",", end - 1);
    if (end <= 0) return "";
  }
  return list.slice(list.lastIndexOf(",", end - 1) + 1, end).trim();
}

function networkOf(text: string): string | null {
  const address = parse(text);
  if (!address) return null;
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}

/** Reads 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1]:80 and a zone; mapped IPv4 as IPv4. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Longer than any address with port and zone.
  if (text.length > 80) return null;
  let bare = text;
  if (bare.startsWith("[")) {
    const end = bare.indexOf("]");
    if (end < 0 || !/^(:\d{1,5})?$/.test(bare.slice(end + 1))) return null;
    bare = bare.slice(1, end);
  } else if (/^[\d.]+:\d{1,5}$/.test(bare)) {
    bare = bare.slice(0, bare.indexOf(":"));
  }
  const zone = bare.indexOf("%");
  if (zone >= 0) bare = bare.slice(0, zone);
  // Four decimal parts only: ipaddr.js would also read 1, 0x7f.1 and 017700000001.
  if (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
