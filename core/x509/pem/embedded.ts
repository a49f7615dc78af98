/**
 * Finds base64 of certificates, keys and files with them anywhere in a text: in YAML, JSON, XML, INI or mail, on one line or
 * on several, encoded once or twice. Base64 of other data is ignored.
 *
 * The text is read once, and each run of base64 is decoded at most once, so the work is linear in the length.
 */
import { decodeBase64, decodeStart } from "./base64.ts";

/** Something in base64. Offsets are UTF-16 code units. */
interface Embedded<Kind> {
  offset: number;
  end: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Null for a text or a file, which has objects of its own. */
  kind: Kind | null;
}

/** A part of the text that is not searched, such as a PEM block. */
interface Span {
  offset: number;
  end: number;
}

/** The kind of a DER object; null if it is unknown. Pages identify only keys, so that they need not load the other readers. */
type Identify<Kind> = (bytes: Uint8Array<ArrayBuffer>) => Kind | null;

/** An Ed25519 key without its public part has 64 digits, its SubjectPublicKeyInfo 60. A shorter text has no objects. */
export const SHORTEST = 56;

/** Finds embedded objects outside of `spans`, which are in the order of the text. */
export function* embeddedIn<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  spans: readonly Span[] = [],
): Generator<Embedded<Kind>> {
  let start = 0;
  for (const { offset, end } of spans) {
    yield* embeddedBetween(text, identify, start, Math.max(start, offset));
    start = Math.max(start, end);
  }
  yield* embeddedBetween(text, identify, start, text.length);
}

function* embeddedBetween<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  from: number,
  to: number,
): Generator<Embedded<Kind>> {
  for (let at = from; at < to;) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const first = tokenEnd(text, at, to);
    if (first - at < SHORTEST) {
      at = first;
      continue;
    }
    const end = runEnd(text, first, to);
    const content = contentOf(text, at, end);
    if (content !== null) yield { offset: at, end, bytes: content, kind: null };
    else yield* derIn(text, identify, at, end);
    at = end;
  }
}

/** DER objects that start on a line of a run of base64. */
function* derIn<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  start: number,
  end: number,
): Generator<Embedded<Kind>> {
  for (let at = start; at < end;) {
    const found = text[at] === "M" ? derAt(text, identify, at, end) : null;
    if (found === "too long") return;
    if (found !== null && found.kind !== null) yield { ...found, kind: found.kind };
    const line = text.indexOf("\n", found?.end ?? at);
    if (line === -1) return;
    for (at = line + 1; at < end && !isDigit(text.charCodeAt(at));) at++;
  }
}

/** The length of a SEQUENCE with its header, which is in the definite form (X.690, 8.1.3); null for other octets. */
function lengthOf(head: Uint8Array): number | null {
  const [tag, first] = head;
  if (tag !== SEQUENCE) return null;
  if (first < 0x80) return 2 + first;
  const octets = first - 0x80;
  if (octets < 1 || octets > 4) return null;
  return head.subarray(2, 2 + octets).reduce((length, octet) => length * 256 + octet, 0) + 2 +
    octets;
}

const SEQUENCE = 0x30;

/** Octets that contain the header of any object. */
const HEAD = 8;

/**
 * The object at a line's start; null if there is none, "too long" if the run ends before the object. A failure costs a few
 * steps, because it may happen on each line.
 */
function derAt<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  offset: number,
  limit: number,
): Embedded<Kind> | "too long" | null {
  const head = decodeStart(text, offset, HEAD);
  const length = lengthOf(head);
  if (length === null) return null;
  const digits = Math.ceil(length * 4 / 3);
  if (digits > limit - offset) return null;
  let end = offset;
  for (let left = digits; left > 0; end++) {
    if (end === limit) return "too long";
    if (isDigit(text.charCodeAt(end))) left--;
  }
  const bytes = decodeBase64(text, offset, end);
  if (typeof bytes === "string") return "too long";
  const kind = identify(bytes);
  // Two numbers are also an ECDSA signature, which is much shorter than an RSA key.
  const isSignature = kind === "rsa-public-key" && length < 100;
  return { offset, end, bytes: bytes.subarray(0, length), kind: isSignature ? null : kind };
}

const DIGIT = /[A-Za-z0-9+/_-]/;
const DIGITS: readonly boolean[] = Array.from(
  { length: 128 },
  (_, code) => DIGIT.test(String.fromCharCode(code)),
);
const isDigit = (code: number): boolean => code < 128 && DIGITS[code];

const SPACE = 0x20;
const SLASH = 0x2f;
const PADDING = 0x3d;

/** The end of the digits at `at`. An unescaped "\/" of JSON is a space and a slash (pem.ts). */
function tokenEnd(text: string, at: number, to: number): number {
  while (at < to) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) at++;
    else if (code === SPACE && text.charCodeAt(at + 1) === SLASH) at += 2;
    else break;
  }
  while (at < to && text.charCodeAt(at) === PADDING) at++;
  return Math.min(at, to);
}

/** Adds the lines that have nothing but base64. A last line may end with the quote or tag of its value. */
function runEnd(text: string, end: number, to: number): number {
  while (text.charCodeAt(end - 1) !== PADDING) {
    const next = lineStart(text, end, to);
    if (next === null) break;
    const after = tokenEnd(text, next, to);
    if (after === next || !endsValue(text, after, to)) break;
    end = after;
  }
  return end;
}

/** The most white space between two lines of base64. */
const MAX_GAP = 256;

/** The first digit of the next line, if there is only white space and a line break before it. */
function lineStart(text: string, end: number, to: number): number | null {
  let hasBreak = false;
  const last = Math.min(to, end + MAX_GAP);
  for (let at = end; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) hasBreak = true;
    else if (code !== SPACE && code !== 0x09 && code !== 0x0d) {
      return hasBreak && isDigit(code) ? at : null;
    }
  }
  return null;
}

function endsValue(text: string, at: number, to: number): boolean {
  if (at >= to) return true;
  const last = Math.min(to, at + MAX_GAP);
  for (; at < last; at++) {
    const character = text[at];
    if (character === "\n" || character === "\r" || "<\"',;])}".includes(character)) return true;
    if (character !== " " && character !== "\t") return false;
  }
  return at >= to;
}

/** "-----BEGIN " in base64, by the number of octets before it, modulo 3. */
const PEM_HEADS = ["LS0tLS1CRUdJTi", "0tLS0tQkVHSU4g", "tLS0tLUJFR0lOI"];
/** The first octets of JKS, JCEKS, zip (two), gzip and OpenSSH's keys. */
const FILES: readonly (readonly number[])[] = [
  [0xfe, 0xed, 0xfe, 0xed],
  [0xce, 0xce, 0xce, 0xce],
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b, 0x08],
  Array.from("openssh-key-v1", (character) => character.charCodeAt(0)),
];

/** Octets that decide whether base64 is of a text: the chance that others are all printed is one in ten billion. */
const SAMPLE = 24;

/** The text or file in a run of base64; null if it is neither. */
function contentOf(text: string, start: number, end: number): Uint8Array<ArrayBuffer> | null {
  const head = decodeStart(text, start, SAMPLE);
  const isKnown = startsText(head) ||
    FILES.some((octets) => octets.every((octet, at) => head[at] === octet));
  if (!isKnown) {
    const run = text.slice(start, end);
    if (!PEM_HEADS.some((part) => run.includes(part))) return null;
  }
  const decoded = decodeBase64(text, start, end);
  return typeof decoded === "string" ? null : decoded;
}

/** Whether octets start a text in ASCII or UTF-16, also with a byte order mark. */
function startsText(head: Uint8Array): boolean {
  const [first, second] = head;
  const isMarked = first === 0xfe && second === 0xff || first === 0xff && second === 0xfe;
  const isWide = isMarked || first === 0 || second === 0;
  const from = isMarked ? 2 : first === 0xef && second === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (let at = from; at < head.length; at++) {
    const octet = head[at];
    const isPrinted = octet >= 0x20 && octet < 0x7f || octet >= 0x09 && octet <= 0x0d;
    // In UTF-16, the other half of each character of ASCII is 0.
    if (!isPrinted && !(isWide && octet === 0 && head[at - 1] !== 0)) return false;
  }
  return true;
}
