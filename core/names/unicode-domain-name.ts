/** Converts A-labels to Unicode for readers (RFC 3492, 5891), and finds labels with mixed scripts. */
// @ts-types="./punycode.d.ts"
import { decode } from "punycode/punycode.es6.js";

const PREFIX = "xn--";

/**
 * The Unicode form of a domain name or an e-mail address with A-labels; null if it has none. A label whose
 * Unicode form is not encoded as the same A-label stays unchanged.
 */
export function unicodeName(name: string): string | null {
  const at = name.lastIndexOf("@");
  const domain = name.slice(at + 1);
  if (!domain.includes(PREFIX)) return null;
  const labels = domain.split(".").map((label) => unicodeLabel(label) ?? label);
  const unicode = labels.join(".");
  return unicode === domain ? null : name.slice(0, at + 1) + unicode;
}

/** Decodes the Punycode after "xn--" without checking the result; null if it is not Punycode. */
export function decodeLabel(label: string): string | null {
  if (!label.startsWith(PREFIX)) return null;
  try {
    return decode(label.slice(PREFIX.length));
  } catch {
    return null;
  }
}

/** The Unicode form of a label; null if the engine's UTS #46 does not convert it back to the same A-label. */
function unicodeLabel(label: string): string | null {
  const decoded = decodeLabel(label);
  if (decoded === null) return null;
  const url = `http://${decoded}/`;
  return URL.canParse(url) && new URL(url).hostname === label ? decoded : null;
}

/** Scripts with letters that look alike, and scripts that are used together. */
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

/** Japanese, Korean and Chinese use several scripts together, also with Latin letters. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

/**
 * Returns the scripts of the first label whose scripts no language uses together; null if all labels are
 * usual. Letters of two scripts in one label can imitate another name (UTS #39, 5.2).
 */
export function mixedScripts(name: string): string[] | null {
  for (const label of name.split(".")) {
    const found = SCRIPTS.filter(([, pattern]) => pattern.test(label)).map(([script]) => script);
    const isUsual = found.length < 2 ||
      TOGETHER.some((usual) => found.every((script) => usual.has(script)));
    if (!isUsual) return found;
  }
  return null;
}
