/**
 * The client's address and the site's origin, as trusted proxies report them.
 *
 * Behind proxies, the client's address is read from X-Forwarded-For, counted from the right: each
 * trusted proxy has appended the address that it saw. Everything further left comes from the client
 * and cannot be trusted.
 */
import ipaddr from "ipaddr.js";
import type { Arrive } from "./body.ts";

/** The variables of a request in the HTTP application. `client` is the result of `clientKey`. */
export interface Environment {
  Variables: { client: string };
  /** `address`: the peer of the connection. `arrive`: how the body arrives, if not in the request. */
  Bindings: { address?: string; arrive?: Arrive };
}

/**
 * Returns the key under which a client's requests are counted: an IPv4 address, or the /56 network of
 * an IPv6 address, because one subscriber has up to a whole /56 (RIPE-690, 4.2). If the header has too few items, or no
 * address in the expected one, the peer of the connection is used.
 *
 * @param socketAddress the peer of the connection, if there is one
 * @param forwardedFor the X-Forwarded-For header, with its lines joined by commas
 * @param trustedProxies the number of our own proxies in front (TRUST_PROXY)
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

/** The nth item of a comma-separated list, counted from its end; "" if there are fewer. */
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
  const [first, second, third, fourth] = (address as ipaddr.IPv6).parts;
  const network = [first, second, third, fourth & 0xff00].map((part) => part.toString(16));
  return `${network.join(":")}::/56`;
}

/** Parses 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1]:80, zones, and mapped IPv4 as IPv4. */
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
  // Accept only four decimal parts. ipaddr.js also reads 1, 0x7f.1 and 017700000001.
  if (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** An origin that can be written into documents without escaping. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]_-]{1,260}$/;

/**
 * Returns the origin of the site as the trusted proxies report it, for absolute URLs: canonical links,
 * social cards, the sitemap. Null if there are no proxies, if X-Forwarded-Proto does not name the
 * scheme, or if the Host header and the request's target differ.
 *
 * The client chooses the Host header and the host of an absolute-form target. In a document that a
 * cache stores, a forged one would send other users to the attacker's site. So it is used only behind
 * our own proxy, which must be configured to accept only our host names.
 *
 * @param trustedProxies the number of our own proxies in front (TRUST_PROXY)
 */
export function forwardedOrigin(request: Request, trustedProxies: number): string | null {
  const forwarded = request.headers.get("x-forwarded-proto");
  if (trustedProxies === 0 || forwarded === null) return null;
  // A proxy replaces the header or appends to it. Everything further left comes from the client.
  const schemes = forwarded.split(",").map((scheme) => scheme.trim().toLowerCase());
  const scheme = schemes[Math.max(0, schemes.length - trustedProxies)];
  const { host } = new URL(request.url);
  const named = request.headers.get("host");
  if (named !== null && named.toLowerCase() !== host) return null;
  const origin = `${scheme}://${host}`;
  return PLAIN_ORIGIN.test(origin) ? origin : null;
}
