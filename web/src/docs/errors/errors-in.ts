import signs from "./signs.data.ts";

/** The most pages that are offered for one text. */
const MOST = 3;

/** Returns the error texts that a text contains, the one with the longest match first. */
export function errorsIn(text: string): { id: string; text: string }[] {
  const lower = text.toLowerCase();
  return signs.map(({ id, text, signs }) => ({
    ...{ id, text },
    length: Math.max(
      0,
      ...signs.filter((sign) => lower.includes(sign)).map(({ length }) => length),
    ),
  }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST)
    .map(({ id, text }) => ({ id, text }));
}
