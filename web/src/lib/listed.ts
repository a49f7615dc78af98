/**
 * Words as a sentence lists them: "addresses, revocation and CAA records". The platform's own list format
 * takes a slow telephone more than a picture to make.
 */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
