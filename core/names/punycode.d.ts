/** Types for the part of punycode that is used; the package has none. */

/** Decodes the part of an A-label after "xn--". Throws RangeError if it is not Punycode. */
export function decode(input: string): string;
