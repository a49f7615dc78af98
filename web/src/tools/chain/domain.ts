/** The domain as it is typed or pasted behind the fixed https://. */

/** The text without a scheme, which a pasted URL brings along. */
export function withoutScheme(text: string): string {
  return text.replace(/^\s*https?:\/\//i, "");
}

/** The host of a valid domain, in the letters that were typed. */
export function hostPart(text: string): string {
  return withoutScheme(text).trim().split(/[/\\?#]/, 1)[0].replace(/:(?:443)?$/, "");
}
