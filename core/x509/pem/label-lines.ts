/**
 * The BEGIN and END lines of PEM as people and programs change them: another number of dashes or typographic ones, lower
 * case, more spaces, letters of other alphabets that look the same.
 */

/** Dashes of typography and of other scripts, also those of UTF-8 that was read as Windows-1252. */
const DASH =
  /[\u02d7\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u2796\u30fc\ufe58\ufe63]|\xe2\u20ac[\u0153\u2018-\u201d\x90-\x95]/g;
/** Letters of Cyrillic and Greek, each with the Latin letter that looks the same. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from("АВЕЅІЈКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", (letter, at) => [
    letter,
    "ABESIJKMHOPCTYXaeopcyxijsABEZHIKMNOPTYX"[at],
  ]),
);
const FOREIGN_LETTER = /[\u0370-\u03ff\u0400-\u04ff]/g;
/** The full-width forms of ASCII. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** The text with characters of ASCII for those that look like them. */
export function withoutLookalikes(text: string): string {
  return text.replace(DASH, "-")
    .replace(FOREIGN_LETTER, (letter) => LETTERS.get(letter) ?? letter)
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(SPACE, " ");
}

/** BEGIN or END and a label, whatever is around it. */
const LABEL_LINE =
  /(?<![A-Za-z])(BEGIN|END)[ \t_+]{1,8}((?:[A-Z0-9.#/]{1,16}[ \t_+]{1,8}){0,4}(?:CERTIFICATE|REQUEST|KEY|CRL|PKCS7|PKCS12|CMS|CHAIN|PARAMETERS|DATA|RESPONSE|BLOCK))(?![A-Za-z0-9])/gi;
/** A label that has its own form (RFC 4716, 3). */
const SSH_PUBLIC = "SSH2 PUBLIC KEY";
/** s2n-tls reads up to 64 dashes too. */
const MAX_DASHES = 64;

/** The text with five dashes, capitals and single spaces in each BEGIN and END line (RFC 7468, 2). */
export function plainLabels(text: string): string {
  let plain = "";
  let at = 0;
  for (const { 0: whole, 1: word, 2: label, index } of text.matchAll(LABEL_LINE)) {
    const start = skipBack(text, index, at);
    const end = skipForward(text, index + whole.length);
    const hasDashes = text[start] === "-" || text[end - 1] === "-";
    if (!hasDashes && !isWholeLine(text, start, end)) continue;
    const words = label.toUpperCase().split(/[ \t_+]+/).join(" ");
    if (words === SSH_PUBLIC) continue;
    plain += text.slice(at, start) + `-----${word.toUpperCase()} ${words}-----`;
    at = end;
  }
  return at === 0 ? text : plain + text.slice(at);
}

/** Where the dashes, and spaces between them and a word, begin. */
function skipBack(text: string, at: number, first: number): number {
  let start = at;
  while (start > first && at - start < MAX_DASHES && isSpace(text[start - 1])) start--;
  let dashes = start;
  while (dashes > first && start - dashes < MAX_DASHES && text[dashes - 1] === "-") dashes--;
  return dashes === start ? at : dashes;
}

function skipForward(text: string, at: number): number {
  let end = at;
  while (end - at < MAX_DASHES && isSpace(text[end])) end++;
  let dashes = end;
  while (dashes - end < MAX_DASHES && text[dashes] === "-") dashes++;
  return dashes === end ? at : dashes;
}

const isSpace = (character: string | undefined): boolean => character === " " || character === "\t";

/** Whether a line has nothing else. */
function isWholeLine(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  return (before === undefined || before === "\n" || before === "\r") &&
    (after === undefined || after === "\n" || after === "\r");
}
