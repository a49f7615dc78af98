/** Shared by the text areas for PEM and other data. */

/** Attributes that keep the browser from changing or storing the text. */
export const PLAIN_TEXT = {
  wrap: "off",
  spellCheck: false,
  autoCapitalize: "off",
  autoComplete: "off",
  autoCorrect: "off",
} as const;

/**
 * Whether an input event comes from a paste (Input Events Level 2, 4.1.1). The paste event is not used,
 * because it also fires when no text is inserted, for example for an image.
 */
export const isPaste = (event: Event): boolean =>
  (event as InputEvent).inputType === "insertFromPaste";
