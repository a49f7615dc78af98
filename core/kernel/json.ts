/**
 * Reads JSON (RFC 8259) that others wrote. Engines differ in how deep they read and write, and in what memory a text of
 * brackets takes, so the size and the depth have limits that are the same everywhere.
 */

/** In characters and in levels. */
export const MAX_JSON = 1024 * 1024;
export const MAX_JSON_DEPTH = 100;

/** The value, or the reason why the text has no value. */
type Json =
  | { readonly value: unknown; readonly fault: null }
  | { readonly value: null; readonly fault: "too_large" | "too_deep" | "malformed" };

/** Reads a text of JSON. Never throws. */
export function readJson(text: string): Json {
  if (text.length > MAX_JSON) return { value: null, fault: "too_large" };
  if (isDeep(text)) return { value: null, fault: "too_deep" };
  try {
    return { value: JSON.parse(text), fault: null };
  } catch {
    return { value: null, fault: "malformed" };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The offset after a string that starts at `at`. */
function endOfString(text: string, at: number): number {
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at++;
  }
  return text.length;
}

const isOpen = (unit: number) => unit === 0x5b || unit === 0x7b;
const isClose = (unit: number) => unit === 0x5d || unit === 0x7d;

function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else {
      if (isOpen(unit) && ++depth > MAX_JSON_DEPTH) return true;
      if (isClose(unit)) depth--;
      at++;
    }
  }
  return false;
}

/** Whether a colon follows after white space, so that the string before is a name. */
function isBeforeColon(text: string, at: number): boolean {
  while (" \t\r\n".includes(text[at] ?? ":")) at++;
  return text[at] === ":";
}

/**
 * The first name that an object of a well-formed text has twice; null if each name is unique. Programs read such an object
 * differently (RFC 8259, 4).
 */
export function repeatedMember(text: string): string | null {
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit !== QUOTE) {
      if (isOpen(unit)) open.push(unit === 0x7b ? new Set() : null);
      if (isClose(unit)) open.pop();
      at++;
      continue;
    }
    const end = endOfString(text, at);
    const names = open.at(-1);
    if (names && isBeforeColon(text, end)) {
      const name: string = JSON.parse(text.slice(at, end));
      if (names.has(name)) return name;
      names.add(name);
    }
    at = end;
  }
  return null;
}
