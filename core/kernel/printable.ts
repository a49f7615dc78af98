/** Text from outside within a sentence of ours: shortened, and with unseen characters written out. */

/** Characters for control and direction, and those without width: they change how the rest is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MOST = 100;

/** Each unseen character as "<U+202E>"; what is too long ends with an ellipsis. */
export function printable(text: string): string {
  let shown = "";
  let count = 0;
  for (const character of text) {
    if (count++ === MOST) return `${shown}…`;
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    shown += UNSEEN.test(character) ? `<U+${code}>` : character;
  }
  return shown;
}
