/** How DER is written into a file: in PEM's lines (RFC 7468), or the bytes alone. */
export const ENCODINGS = ["pem", "der"] as const;
export type Encoding = (typeof ENCODINGS)[number];
