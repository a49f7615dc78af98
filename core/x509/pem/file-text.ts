/** Decodes the text of a file, or of a file in base64. */

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes UTF-8, UTF-16 or Latin-1; null for other data. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const wide = wideEncoding(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    const text = utf8.decode(bytes);
    if (isText(bytes) || text.includes("-----BEGIN ")) return text;
    return null;
  } catch {
    const text = new TextDecoder("latin1").decode(bytes);
    return isText(bytes) || text.includes("-----BEGIN ") ? text : null;
  }
}

/** UTF-16 with its byte order mark, or without it and with two characters of ASCII first; null for other data. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && fourth === 0 && isPrinted(first) && isPrinted(third)) return "utf-16le";
  if (first === 0 && third === 0 && isPrinted(second) && isPrinted(fourth)) return "utf-16be";
  return null;
}

const isPrinted = (octet: number): boolean => octet >= 0x20 && octet < 0x7f;

/** The number of bytes that are examined to recognize a text. */
const SAMPLE = 4096;

/** Whether the first bytes look like a text in ASCII, UTF-8 or Latin-1: no control characters. */
export function isText(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < end; at++) {
    const octet = bytes[at];
    if (octet < 0x20 && octet !== 0x0a && octet !== 0x0d && octet !== 0x09 && octet !== 0x0c) {
      return false;
    }
    if (octet === 0x7f) return false;
  }
  return true;
}
