/** Classes of ASCII characters by their code. */

/** A to Z, a to z, 0 to 9. */
export function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

export function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
