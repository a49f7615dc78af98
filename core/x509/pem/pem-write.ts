/** Writing PEM (RFC 7468): lines of 64 characters, each with its newline. */

const LINE = 64;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** One block, as text that ends with a newline. */
export function writePem(label: string, bytes: Uint8Array): string {
  const base64 = encodeBase64(bytes);
  let lines = "";
  for (let at = 0; at < base64.length; at += LINE) lines += base64.slice(at, at + LINE) + "\n";
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

/** Base64 with padding and without line breaks (RFC 4648, 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[group >>> 18] + ALPHABET[(group >>> 12) & 63] +
      (left > 1 ? ALPHABET[(group >>> 6) & 63] : "=") + (left > 2 ? ALPHABET[group & 63] : "=");
  }
  return text;
}

/** Base64 for addresses and JSON, without padding (RFC 4648, 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
