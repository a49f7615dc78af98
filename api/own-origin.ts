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
