/**
 * Joins words as in a sentence: "addresses, revocation and CAA records". The platform's own list
 * format is not used: on a slow telephone making one takes longer than a frame.
 */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
