/** What the HTTP application passes from one handler to the next. */
import ipaddr from "ipaddr.js";

/** What every handler knows: who calls, by the rules of `clientKey`. */
export interface Environment {
  Variables: { client: string };
  Bindings: { address?: string };
}

/**
 * Who a request comes from, as far as limits are concerned.
 *
 * The address is the connection's. Behind proxies it is taken from X-Forwarded-For, counted from the
 * right: every trusted proxy has appended the address that it saw, and all that is further left
 * was written by the caller, who may write anything.
 */

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

/**
 * The origin under which people reach this site, for addresses that have to be absolute: canonical
 * links, cards, the sitemap.
 *
 * A Host header, or the host of an absolute-form target, is the caller's to choose: written into a
 * document that a cache keeps, it would send others to a site of theirs. So it counts only behind a
 * proxy of ours, which is told to let none but our own host names through.
 */

/** What an origin looks like that can be written into documents as it is. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]_-]{1,260}$/;

/**
 * The origin as the trusted proxies state it; null where there are none, where X-Forwarded-Proto does
 * not say the scheme, or where Host and the request's target differ.
 *
 * @param trustedProxies how many proxies in front are ours (TRUST_PROXY)
 */
export function forwardedOrigin(request: Request, trustedProxies: number): string | null {
  const forwarded = request.headers.get("x-forwarded-proto");
  if (trustedProxies === 0 || forwarded === null) return null;
  // A proxy replaces the header or adds to its end; what is further left is the caller's.
  const schemes = forwarded.split(",").map((scheme) => scheme.trim().toLowerCase());
  const scheme = schemes[Math.max(0, schemes.length - trustedProxies)];
  const { host } = new URL(request.url);
  const named = request.headers.get("host");
  if (named !== null && named.toLowerCase() !== host) return null;
  const origin = `${scheme}://${host}`;
  return PLAIN_ORIGIN.test(origin) ? origin : null;
}
