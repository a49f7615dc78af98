/** The domain as it is typed or pasted behind the fixed https://. */

/** A pasted URL brings its own scheme. */
export function withoutScheme(text: string): string {
  return text.replace(/^\s*https?:\/\//i, "");
}

/** The host of a domain that has no problem, in the letters in which it was typed. */
export function hostPart(text: string): string {
  return withoutScheme(text).trim().split(/[/\\?#]/, 1)[0].replace(/:(?:443)?$/, "");
}
