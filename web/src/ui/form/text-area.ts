/**
 * Whether an input event comes from a paste (Input Events Level 2, 4.1.1). The paste event itself does
 * not say so: one that inserts no text, such as that of an image, is followed by no input.
 */
export const isPaste = (event: Event): boolean =>
  (event as InputEvent).inputType === "insertFromPaste";
