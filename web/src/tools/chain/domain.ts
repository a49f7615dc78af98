/** The domain in the field after the fixed "https://". */

/** Removes the scheme of a pasted URL. */
export function withoutScheme(text: string): string {
  return text.replace(/^\s*https?:\/\//i, "");
}

/** The host of a valid domain, as the user typed it. */
export function hostPart(text: string): string {
  return withoutScheme(text).trim().split(/[/\\?#]/, 1)[0].replace(/:(?:443)?$/, "");
}
