/**
 * The CAA record itself and its forms: zone line (RFC 8659, section 4.1.1), generic zone line
 * (RFC 3597) and RDATA on the wire (RFC 8659, section 4.1).
 *
 * Values are octet strings: a string with one character, 0 to 255, for each octet. Most are plain
 * ASCII, but a record may carry any octet, and a zone line must give back the one it was made from.
 */

export interface CaaRecord {
  /** The name that the record is at, without the dot at its end; null when not known. */
  readonly owner: string | null;
  /** 0 to 255. Bit 0 in the RFC's count, 128, is "issuer critical"; the rest is reserved. */
  readonly flags: number;
  /** Letters and digits in lower case. */
  readonly tag: string;
  /** Octet string. */
  readonly value: string;
}

/** The flag that makes an authority refuse when it does not know the tag. */
export const CRITICAL = 128;

/** The number of the record type CAA. */
export const CAA_TYPE = 257;

/** `flags tag "value"`, quoted and escaped as RFC 1035, section 5.1 says. */
export function formatRdata({ flags, tag, value }: CaaRecord): string {
  return `${flags} ${tag} "${escapeOctets(value)}"`;
}

/** One zone line: `example.com. IN CAA 0 issue "sectigo.com"`. */
export function formatRecord(record: CaaRecord): string {
  return `${formatOwner(record.owner)}IN CAA ${formatRdata(record)}`;
}

/** The same record for a name server that does not know CAA: `TYPE257 \# length hex`. */
export function formatGeneric(record: CaaRecord): string {
  const hex = toHex(toRdata(record));
  return `${formatOwner(record.owner)}IN TYPE${CAA_TYPE} \\# ${hex.length / 2} ${hex}`;
}

function formatOwner(owner: string | null): string {
  if (owner === null) return "";
  return owner === "@" || owner === "." ? `${owner} ` : `${owner}. `;
}

/** RDATA as an octet string: flags, length of the tag, tag, value. */
export function toRdata({ flags, tag, value }: CaaRecord): string {
  return String.fromCharCode(flags, tag.length) + tag + value;
}

/** Upper-case hex of an octet string. */
export function toHex(octets: string): string {
  let hex = "";
  for (let at = 0; at < octets.length; at++) {
    hex += octets.charCodeAt(at).toString(16).padStart(2, "0");
  }
  return hex.toUpperCase();
}

/** Inside quotes: quote and backslash escaped, what is not printable as `\DDD`. */
function escapeOctets(octets: string): string {
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    const code = octets.charCodeAt(at);
    if (code === 0x22 || code === 0x5c) text += "\\" + octets[at];
    else if (code >= 0x20 && code <= 0x7e) text += octets[at];
    else text += "\\" + String(code).padStart(3, "0");
  }
  return text;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An octet string as people read it: UTF-8 without control characters, else the escaped form. */
export function octetsToText(octets: string): string {
  let ascii = true;
  for (let at = 0; at < octets.length; at++) {
    const code = octets.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return escapeOctets(octets);
    if (code > 0x7f) ascii = false;
  }
  if (ascii) return octets;
  try {
    const text = strictUtf8.decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
    // C1 controls and the direction marks could make a record look like another one.
    return /[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)
      ? escapeOctets(octets)
      : text;
  } catch {
    return escapeOctets(octets);
  }
}

const utf8 = new TextEncoder();

/** The UTF-8 octets of a text as an octet string. */
export function textToOctets(text: string): string {
  let octets = "";
  for (const octet of utf8.encode(text)) octets += String.fromCharCode(octet);
  return octets;
}
