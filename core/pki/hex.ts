/** Bytes as upper-case hexadecimal, as openssl prints them. */

const PAIRS: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => octet.toString(16).toUpperCase().padStart(2, "0"),
);

/** Pairs without separators. */
export function toHex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let hex = "";
  for (let i = start; i < end; i++) hex += PAIRS[bytes[i]];
  return hex;
}

/** Pairs joined by ":", the form of fingerprints. */
export function toColonHex(bytes: Uint8Array): string {
  if (bytes.length === 0) return "";
  let hex = PAIRS[bytes[0]];
  for (let i = 1; i < bytes.length; i++) hex += ":" + PAIRS[bytes[i]];
  return hex;
}
