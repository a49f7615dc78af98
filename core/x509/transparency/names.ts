/** Names of Certificate Transparency that schemas and code share. */

/** How a server delivers SCTs (RFC 6962, 3.3). */
export const TIMESTAMP_SOURCES = ["certificate", "handshake", "ocsp"] as const;
export type TimestampSource = (typeof TIMESTAMP_SOURCES)[number];

export const TRANSPARENCY_VENDORS = ["Chrome", "Apple", "Firefox"] as const;
export type TransparencyVendor = (typeof TRANSPARENCY_VENDORS)[number];
