/** Joins class names and skips falsy ones: `classNames("a", open && "b")`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** Escapes a value for an OpenSSL configuration file, or for `-addext`, which has its syntax (config(5)). */
export function configured(value: string): string {
  return value.replace(/[\\$#"'`]/g, "\\$&");
}

/** The most frequent text that occurs more than once; null if all texts differ. */
export function repeated(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] > 1 ? first[0] : null;
}
