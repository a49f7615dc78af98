/** A title as a sentence: nearly all end without a full stop. */
export const sentence = (title: string): string => /[.!?]$/.test(title) ? title : `${title}.`;
