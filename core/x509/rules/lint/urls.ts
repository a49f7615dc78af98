/** Addresses in extensions. */

/** The host of a URL in lower case, without port and brackets; null for what has none. */
export function urlHost(address: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address);
  const host = found?.[1].replace(/^\[|\]$/g, "").toLowerCase() ?? "";
  return host === "" ? null : host;
}
