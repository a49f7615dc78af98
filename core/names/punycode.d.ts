/** What is used of punycode's module, which has no types of its own. */

/** Decodes the part of an A-label after "xn--". Throws RangeError for what is no Punycode. */
export function decode(input: string): string;
