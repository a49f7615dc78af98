/** Base64 as browsers hand it over. */

/** What follows the comma of a data URL; any other text as it is. */
export function withoutDataUrl(text: string): string {
  const trimmed = text.trimStart();
  if (!/^data:/i.test(trimmed.slice(0, 5))) return text;
  const comma = trimmed.indexOf(",");
  return comma === -1 ? "" : trimmed.slice(comma + 1);
}
