/**
 * Finds base64 of certificates, keys and files with them anywhere in a text: in YAML, JSON, XML, INI or mail, on one line or
 * on several, encoded once or twice. Base64 of other data is ignored.
 *
 * The text is read once, and each run of base64 is decoded at most once, so the work is linear in the length.
 */
import { INDEFINITE, TAG } from "../asn1/header.ts";
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
    // The first line may be short: LDIF and property lists write the name of the value before it.
    const end = runEnd(text, at, tokenEnd(text, at, to), to);
    if (end - at >= SHORTEST) yield* inRun(text, identify, at, end);
    at = end;
  }
}

/** A text or file, or DER objects, that start on a line of a run of base64. */
function* inRun<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  from: number,
  end: number,
): Generator<Embedded<Kind>> {
  const start = pemStart(text, from, end);
  // The whole run is decoded at most once, so that hostile lines cannot make the work quadratic.
  let isDecoded = false;
  const decodeOnce = (offset: number) => {
    if (isDecoded) return null;
    isDecoded = true;
    const decoded = decodeBase64(text, offset, end);
    return typeof decoded === "string" ? null : decoded;
  };
  let isEmpty = true;
  for (let at = start; at < end;) {
    const isShort = at > start && text.slice(at, at + SHORT_LINE).includes("\n");
    if (!isShort && startsContent(decodeStart(text, at, SAMPLE))) {
      const bytes = decodeBase64(text, at, end);
      if (typeof bytes !== "string") return yield { offset: at, end, bytes, kind: null };
    }
    const offset = at === start ? derStart(text, at, end) : at;
    let found = text[offset] === "M" ? derAt(text, identify, offset, end) : null;
    if (found === "too long") break;
    if (found === "open" || found !== null && follows(text, found.end, end)) {
      // BER without a length, or several objects that were encoded together.
      const bytes = decodeOnce(offset);
      const objects = bytes === null ? [] : objectsIn(bytes, identify);
      if (objects.length > (found === "open" ? 0 : 1)) {
        for (const { kind, bytes } of objects) yield { offset, end, bytes, kind };
        return;
      }
      if (found === "open") found = null;
    }
    if (found !== null && found.kind !== null) {
      isEmpty = false;
      yield { ...found, kind: found.kind };
    }
    if (found !== null && text[found.end] === "M") {
      at = found.end;
      continue;
    }
    const line = text.indexOf("\n", found?.end ?? at);
    if (line === -1) break;
    for (at = line + 1; at < end && !isDigit(text.charCodeAt(at));) at++;
  }
  if (!isEmpty || !hasPemHead(text, start, end)) return;
  const bytes = decodeOnce(start);
  if (bytes !== null) yield { offset: start, end, bytes, kind: null };
}

/** The most characters of other text that touch the first line of base64. */
const MAX_GLUED = 128;

/** Where PEM in base64 begins in the first line, if text that touches it was not encoded with it; otherwise the start. */
function pemStart(text: string, start: number, end: number): number {
  const at = text.slice(start, Math.min(end, start + MAX_GLUED)).indexOf(PEM_HEADS[0]);
  return at === -1 || at % 4 === 0 ? start : start + at;
}

/** Where DER may begin in the first line: other text may touch it, such as "/C=SE" before "MII". */
function derStart(text: string, start: number, end: number): number {
  if (lengthOf(decodeStart(text, start, HEAD)) !== null) return start;
  const glued = text.slice(start, Math.min(end, start + MAX_GLUED));
  for (let at = glued.indexOf("MII"); at !== -1; at = glued.indexOf("MII", at + 1)) {
    if (lengthOf(decodeStart(text, start + at, HEAD)) !== null) return start + at;
  }
  return start;
}

/** Whether more digits follow an object without a break. */
const follows = (text: string, at: number, end: number): boolean =>
  at < end && isDigit(text.charCodeAt(at)) && text[at] !== "M";

/** The most objects in a row. */
const MAX_ROW = 1000;

/**
 * The objects of DER that follow one another. Other octets after the last one belong to it: its reader names them.
 */
export function objectsIn<Kind extends string>(
  bytes: Uint8Array<ArrayBuffer>,
  identify: Identify<Kind>,
): { kind: Kind; bytes: Uint8Array<ArrayBuffer> }[] {
  const objects: { kind: Kind; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (let rest = bytes; rest.length > 0 && objects.length < MAX_ROW;) {
    const kind = identify(rest);
    if (kind === null) break;
    const length = lengthOf(rest.subarray(0, HEAD)) ?? rest.length;
    const next = rest.subarray(length);
    const isLast = next.length === 0 || identify(next) === null;
    objects.push({ kind, bytes: isLast ? rest : rest.subarray(0, length) });
    if (isLast) break;
    rest = next;
  }
  return objects;
}

/** The length of a SEQUENCE with its header, which is in the definite form (X.690, 8.1.3); null for other octets. */
export function lengthOf(head: Uint8Array): number | null {
  const [tag, first] = head;
  if (tag !== TAG.SEQUENCE) return null;
  if (first < 0x80) return 2 + first;
  const octets = first - 0x80;
  if (octets < 1 || octets > 4) return null;
  return head.subarray(2, 2 + octets).reduce((length, octet) => length * 256 + octet, 0) + 2 +
    octets;
}

/** Octets that contain the header of any object. */
const HEAD = 8;

/**
 * The object at a line's start; null if there is none, "too long" if the run ends before the object, "open" if it has no
 * length (X.690, 8.1.3.6). A failure costs a few steps, because it may happen on each line.
 */
function derAt<Kind extends string>(
  text: string,
  identify: Identify<Kind>,
  offset: number,
  limit: number,
): Embedded<Kind> | "too long" | "open" | null {
  const head = decodeStart(text, offset, HEAD);
  if (head[0] === TAG.SEQUENCE && head[1] === INDEFINITE) return "open";
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

/**
 * Adds the lines that have nothing but base64. A last line may end with the quote or tag of its value. Long groups of digits
 * with spaces between them are one run too: DNS writes CERT records like this (RFC 4398).
 */
function runEnd(text: string, start: number, end: number, to: number): number {
  let length = end - start;
  while (text.charCodeAt(end - 1) !== PADDING) {
    const next = lineStart(text, end, to, length >= GROUP);
    if (next === null) break;
    const after = tokenEnd(text, next, to);
    length = after - next;
    if (length === 0) break;
    if (!(length < GROUP ? endsValue(text, after, to) : endsGroup(text, after, to))) break;
    end = after;
  }
  return end;
}

/** The fewest digits of a group with spaces around it. */
const GROUP = 16;

/** The most white space between two lines of base64. */
const MAX_GAP = 256;

/** The first digit of the next line or group, if there is only white space before it. */
function lineStart(text: string, end: number, to: number, isGroup: boolean): number | null {
  let hasBreak = isGroup;
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

const ENDS = "\n\r<\"',;])}";

/** Whether a long group of digits may end here. */
const endsGroup = (text: string, at: number, to: number): boolean =>
  at >= to || text[at] === " " || text[at] === "\t" || ENDS.includes(text[at]);

/** Whether a value ends here, with its line, quote or tag. */
function endsValue(text: string, at: number, to: number): boolean {
  if (at >= to) return true;
  const last = Math.min(to, at + MAX_GAP);
  for (; at < last; at++) {
    const character = text[at];
    if (ENDS.includes(character)) return true;
    if (character !== " " && character !== "\t") return false;
  }
  return at >= to;
}

/** "-----BEGIN " in base64, by the number of octets before it, modulo 3. */
const PEM_HEADS = ["LS0tLS1CRUdJTi", "0tLS0tQkVHSU4g", "tLS0tLUJFR0lOI"];
/** The first octets of JKS, JCEKS, zip (two), gzip, files of Windows, property lists and OpenSSH's keys. */
const FILES: readonly (readonly number[])[] = [
  [0xfe, 0xed, 0xfe, 0xed],
  [0xce, 0xce, 0xce, 0xce],
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b, 0x08],
  // A certificate store of Windows, and its private keys: PVK and PRIVATEKEYBLOB.
  [0x00, 0x00, 0x00, 0x00, 0x43, 0x45, 0x52, 0x54],
  [0x1e, 0xf1, 0xb5, 0xb0],
  [0x07, 0x02, 0x00, 0x00],
  Array.from("bplist0", (character) => character.charCodeAt(0)),
  Array.from("openssh-key-v1", (character) => character.charCodeAt(0)),
];

/** Octets that decide whether base64 is of a text: the chance that others are all printed is one in ten billion. */
const SAMPLE = 24;
/** A file in base64 that follows other text begins with a line of at least so many digits. */
const SHORT_LINE = 8;

/** Whether octets start a text or a file with objects of its own. */
const startsContent = (head: Uint8Array): boolean =>
  head.length === SAMPLE &&
  (startsText(head) || FILES.some((octets) => octets.every((octet, at) => head[at] === octet)));

/** Whether a run has PEM in base64, after other text that was encoded with it. */
function hasPemHead(text: string, start: number, end: number): boolean {
  const run = text.slice(start, end);
  return PEM_HEADS.some((part) => run.includes(part));
}

/** The octets of a dash, quote, space or character without width in UTF-8 at this place: none or some. */
const typographic = (head: Uint8Array, at: number): number =>
  head[at] === 0xe2 && (head[at + 1] ?? 0x80) === 0x80 ? 3 : head[at] === 0xc2 ? 2 : 0;

/** Whether octets start a text in ASCII, with typographic characters, or in UTF-16, also with a byte order mark. */
function startsText(head: Uint8Array): boolean {
  const [first, second] = head;
  const isMarked = first === 0xfe && second === 0xff || first === 0xff && second === 0xfe;
  const isWide = isMarked || first === 0 || second === 0;
  const from = isMarked ? 2 : first === 0xef && second === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (let at = from; at < head.length; at++) {
    const octet = head[at];
    const extra = typographic(head, at);
    if (extra > 0) at += extra - 1;
    const isPrinted = extra > 0 || octet >= 0x20 && octet < 0x7f || octet >= 0x09 && octet <= 0x0d;
    // In UTF-16, the other half of each character of ASCII is 0.
    if (!isPrinted && !(isWide && octet === 0 && head[at - 1] !== 0)) return false;
  }
  return true;
}
