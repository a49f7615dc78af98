/** SEQUENCE OF, the most frequent form inside of extensions. */
import { type Der, TAG } from "./der.ts";

/**
 * Walks the SEQUENCE whose header is at `start` and which must fill the space up to `limit`.
 * `visit` is called with the header of each element read; it may read on inside of it.
 */
export function eachOf(
  der: Der,
  start: number,
  limit: number,
  what: string,
  visit: () => void,
): void {
  der.expect(start, limit, TAG.SEQUENCE, what);
  const { body, end } = der;
  der.finish(end, limit, what);
  // RFC 5280 gives every one of its lists at least one element.
  if (body === end) der.findings.add("list_empty", `${what}: THE LIST IS EMPTY`, start);
  eachIn(der, body, end, visit);
}

/** As eachOf, for the elements between two offsets. */
export function eachIn(der: Der, start: number, end: number, visit: () => void): void {
  for (let at = start; at < end;) {
    der.next(at, end);
    at = der.end;
    visit();
  }
}
