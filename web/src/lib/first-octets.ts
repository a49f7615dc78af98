/** The octets of the first `most` digits of a base64 text; none if they are not base64. */
export function firstOctets(digits: string, most: number): Uint8Array {
  const head = digits.slice(0, most);
  try {
    return Uint8Array.from(
      atob(head.slice(0, head.length - head.length % 4)),
      (character) => character.charCodeAt(0),
    );
  } catch {
    // Not base64, although all letters are allowed.
    return new Uint8Array();
  }
}
