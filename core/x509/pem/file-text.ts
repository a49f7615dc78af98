/** Decodes the text of a file, or of a file in base64. */

import { encodeBase64Lines } from "./base64.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The octets at the start of a file that decide whether it is text. */
export const DECISIVE = 64 * 1024;

/**
 * Decodes UTF-8, UTF-16, UTF-32 or Latin-1, also with control characters such as the end mark of DOS; null for other data.
 * Of a large file that does not start like text only the octets of PEM are looked for, because decoding it takes seconds.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const wide = wideEncoding(bytes);
  if (wide !== null) return withoutNul(new TextDecoder(wide).decode(bytes));
  const hasNul = bytes.subarray(0, SAMPLE).includes(0) || bytes.at(-1) === 0;
  const plainOf = (octets: Uint8Array<ArrayBuffer>) =>
    hasNul ? octets.filter((octet) => octet !== 0) : octets;
  const start = bytes.subarray(0, DECISIVE);
  if (start.length < bytes.length && !isMostlyText(plainOf(start)) && !hasPem(bytes)) return null;
  const plain = plainOf(bytes);
  try {
    const text = utf8.decode(plain);
    if (text.includes(BEGIN) || isMostlyText(plain)) return text;
    return null;
  } catch {
    const text = new TextDecoder("latin1").decode(plain);
    return text.includes(BEGIN) || plain === bytes && isText(bytes) ? text : null;
  }
}

/** The content of a file as the text of a field: text as it is, other data in lines of base64. */
export const fieldText = (bytes: Uint8Array<ArrayBuffer>): string =>
  decodeText(bytes) ?? encodeBase64Lines(bytes).trimEnd();

const BEGIN = "-----BEGIN ";
const BEGIN_OCTETS = new TextEncoder().encode(BEGIN);

/** Whether the octets of BEGIN are anywhere. */
function hasPem(bytes: Uint8Array): boolean {
  const [dash] = BEGIN_OCTETS;
  for (let at = bytes.indexOf(dash); at !== -1; at = bytes.indexOf(dash, at + 1)) {
    if (BEGIN_OCTETS.every((octet, index) => bytes[at + index] === octet)) return true;
  }
  return false;
}

/** Without NUL characters: padding, and the halves of UTF-16 or UTF-32 that was read as another encoding. */
export const withoutNul = (text: string): string =>
  text.includes("\0") ? text.replaceAll("\0", "") : text;

/** UTF-16 with its byte order mark, or without it and with two characters of ASCII first; null for other data. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && fourth === 0 && isTyped(first) && isTyped(third)) return "utf-16le";
  if (first === 0 && third === 0 && isTyped(second) && isTyped(fourth)) return "utf-16be";
  return null;
}

/** The most control characters in a text: one of so many. DER and other files have more. */
const MOST_CONTROLS = 48;

function isMostlyText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  let controls = 0;
  for (const octet of sample) if (!isTyped(octet) && octet < 0x80) controls++;
  return sample.length > 0 && controls * MOST_CONTROLS <= sample.length;
}

const isTyped = (octet: number): boolean =>
  isPrinted(octet) || octet === 0x09 || octet === 0x0a || octet === 0x0d || octet === 0x0c;

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
