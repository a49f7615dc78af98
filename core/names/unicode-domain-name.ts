/** Internationalised domain names as people read them: A-labels back to Unicode (RFC 3492, 5891). */
// @ts-types="./punycode.d.ts"
import { decode } from "punycode/punycode.es6.js";

const PREFIX = "xn--";

/**
 * The Unicode form of a domain name, or of an e-mail address, that holds A-labels; null when it
 * holds none. A label that does not turn back into the same A-label stays as it is.
 */
export function unicodeName(name: string): string | null {
  const at = name.lastIndexOf("@");
  const domain = name.slice(at + 1);
  if (!domain.includes(PREFIX)) return null;
  const labels = domain.split(".").map((label) => unicodeLabel(label) ?? label);
  const unicode = labels.join(".");
  return unicode === domain ? null : name.slice(0, at + 1) + unicode;
}

/** What the Punycode after "xn--" encodes, whatever that is; null for what is no Punycode. */
export function decodeLabel(label: string): string | null {
  if (!label.startsWith(PREFIX)) return null;
  try {
    return decode(label.slice(PREFIX.length));
  } catch {
    return null;
  }
}

/** Null for what is no A-label, which the engine's UTS #46 decides. */
function unicodeLabel(label: string): string | null {
  const decoded = decodeLabel(label);
  if (decoded === null) return null;
  const url = `http://${decoded}/`;
  return URL.canParse(url) && new URL(url).hostname === label ? decoded : null;
}
