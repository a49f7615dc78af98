/** Scripts in names: letters of two of them in one label look like another name (UTS #39, 5.2). */

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
