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

/** Those whose letters look like each other's, and those that are written together. */
const SCRIPTS = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Georgian",
  "Cherokee",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Bopomofo",
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const);

/** Japanese, Korean and Chinese are written in several scripts, beside Latin letters too. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

/** The scripts of the first label that mixes what no language writes together; null where none does. */
export function mixedScripts(name: string): string[] | null {
  for (const label of name.split(".")) {
    const found = SCRIPTS.filter(([, pattern]) => pattern.test(label)).map(([script]) => script);
    const isUsual = found.length < 2 ||
      TOGETHER.some((usual) => found.every((script) => usual.has(script)));
    if (!isUsual) return found;
  }
  return null;
}
