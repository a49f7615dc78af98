/** A title as a sentence: nearly all end without a full stop. */
export const sentence = (title: string): string => /[.!?]$/.test(title) ? title : `${title}.`;

/** A sentence as a headline, which has no full stop. */
export const headline = (sentence: string): string => sentence.replace(/\.$/, "");
