/**
 * Finds the PEM blocks of a text by their offsets (RFC 7468). The engine decodes them (pem.ts), and pages
 * decide by them which parts of a text leave the device. Both must use this search: if two readers differed,
 * a private key that only one of them sees could be sent by mistake.
 *
 * The text is searched forwards and each part of it once, so the work is linear in its length.
 */

/** RFC 7468 labels are short; a longer one is text that happens to follow "-----BEGIN ". */
const MAX_LABEL = 64;

export const BEGIN = "-----BEGIN ";
export const END = "-----END ";
export const DASHES = "-----";

/** A PEM block by its offsets in the text, in UTF-16 code units. */
export interface BlockOffsets {
  /** The words between BEGIN and the dashes. */
  label: string;
  /** The first dash of the BEGIN line. */
  begin: number;
  /** The character after the dashes that close the BEGIN line. */
  body: number;
  /** The first dash of the END line; null if the next block or the end of the text comes first. */
  end: number | null;
  /** The next BEGIN line, or the end of the text. */
  limit: number;
}

/** All PEM blocks of a text, in its order. */
export function* blocksIn(text: string): Generator<BlockOffsets> {
  let begin = text.indexOf(BEGIN);
  // The next END line, kept until it is passed: with a search per BEGIN line, the work would be quadratic.
  let end = -1;
  while (begin !== -1) {
    const start = begin + BEGIN.length;
    const next = text.indexOf(BEGIN, start);
    const length = text.slice(start, start + MAX_LABEL + DASHES.length).indexOf(DASHES);
    const label = text.slice(start, start + length);
    if (length > 0 && LABEL.test(label)) {
      const body = start + length + DASHES.length;
      const limit = next === -1 ? text.length : next;
      if (end !== Infinity && end < body) {
        end = text.indexOf(END, body);
        if (end === -1) end = Infinity;
      }
      yield { label, begin, body, end: end < limit ? end : null, limit };
    }
    begin = next;
  }
}

/** RFC 7468 allows any printable character; labels in use have these. */
const LABEL = /^[A-Z0-9 #./]+$/;

/** Returns the offset after the END line that starts at `end`: after its label and dashes, if it has them. */
export function endOfEndLine(text: string, end: number): number {
  const label = end + END.length;
  const dashes = text.slice(label, label + MAX_LABEL + DASHES.length).indexOf(DASHES);
  return dashes === -1 ? label : label + dashes + DASHES.length;
}

/**
 * Replaces escaped newlines (a backslash and n or r) by white space of the same length, so that offsets stay
 * correct. Also unescapes slashes, which some JSON encoders write as \/.
 */
export function unescapeNewlines(text: string): string {
  if (text.indexOf("\\") === -1) return text;
  return text.replaceAll("\\n", " \n").replaceAll("\\r", "  ").replaceAll("\\/", " /");
}
