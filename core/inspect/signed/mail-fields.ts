/**
 * The header fields of a mail, as RFC 5322 and RFC 2045 define them and no wider. Mail programs differ in how they
 * read other texts, so a text outside of the grammar is a doubt: a verdict about "this mail" would hold for the author
 * and the parts that one program shows, and not for those of another.
 *
 * Each reader adds a clause to `doubts` ("it has a comment in its field From"), and goes on as well as it can.
 */
import { decodeBase64 } from "../../x509/pem/base64.ts";

/** Header fields, by name in lower case. A value has a line feed where it is folded. */
export interface Header {
  readonly fields: ReadonlyMap<string, string>;
  /** Offset of the body. */
  readonly body: number;
}

const MAX_HEADERS = 64 * 1024;
const MAX_HEADER_LINES = 1000;

/** RFC 5322, 3.6.8: printable characters of ASCII without the colon. */
const FIELD = /^([!-9;-~]+):/;
/** The first line of a mail in mbox (RFC 4155, A): the sender and a date. */
const MBOX_LINE = /^From [^\s:]{1,320} {1,2}[A-Z][a-z]{2} /;
/** Fields that decide who wrote the mail or how it is read. Each may occur once (RFC 5322, 3.6; RFC 2045, 3). */
const ONCE: ReadonlySet<string> = new Set([
  "from",
  "sender",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
]);

/**
 * The header fields from `start` (RFC 5322, 2.2); null if they do not end within the limits. `text` has one character
 * for each octet.
 */
export function readHeader(
  text: string,
  start: number,
  end: number,
  doubts: string[],
): Header | null {
  const fields = new Map<string, string>();
  let name = "";
  const ends = new Set<number>();
  const limit = Math.min(end, start + MAX_HEADERS);
  let at = start;
  for (let count = 0; count < MAX_HEADER_LINES; count++) {
    if (at >= limit) return at >= end ? { fields, body: end } : null;
    const feed = text.indexOf("\n", at);
    const next = feed === -1 || feed >= end ? end : feed + 1;
    if (next > limit) return null;
    const line = text.slice(at, next).replace(/\r?\n$/, "");
    ends.add(next - at - line.length);
    at = next;
    if (line === "") {
      if (ends.size > 1) doubts.push("the line ends of its header are mixed");
      return { fields, body: at };
    }
    // deno-lint-ignore no-control-regex
    if (/[\0-\x08\x0a-\x1f\x7f]/.test(line)) doubts.push("its header has control characters");
    if (/^[ \t]/.test(line)) {
      if (line.trim() === "") doubts.push("its header has a line of nothing but spaces");
      if (name === "") doubts.push("its header begins with a folded line");
      else fields.set(name, `${fields.get(name)}\n${line}`);
      continue;
    }
    const [, found] = FIELD.exec(line) ?? [];
    if (found === undefined) {
      // A file in mbox begins with a line of its own.
      if (!(count === 0 && start === 0 && MBOX_LINE.test(line))) {
        doubts.push("a line of its header is not a field");
      }
      name = "";
      continue;
    }
    name = found.toLowerCase();
    const value = line.slice(found.length + 1);
    if (!fields.has(name)) fields.set(name, value);
    else {
      if (ONCE.has(name)) doubts.push(`it has more than one field ${fieldName(name)}`);
      // A second field of the same name does not replace the first.
      name = "";
    }
  }
  return null;
}

const fieldName = (name: string): string =>
  name === "mime-version"
    ? "MIME-Version"
    : name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

/** A media type with its parameters. */
export interface ContentType {
  /** In lower case, such as "multipart/signed"; "" for a missing field. */
  readonly type: string;
  /** By name in lower case. The first of two with the same name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** RFC 2045, 5.1: any character of ASCII except spaces, control characters and tspecials. */
const TOKEN = /[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]{1,1000}/y;
/** RFC 5322, 3.2.4, without its obsolete forms and without folding inside. */
const QUOTED = /"((?:[^"\\\n]|\\[^\n])*)"/y;
const SPACE = /[ \t\n]*/y;
/** Parameters that decide how a mail is read. RFC 2231 allows other spellings of them, which few programs read. */
const DECISIVE: ReadonlySet<string> = new Set(["boundary", "protocol", "micalg", "smime-type"]);
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** Reads a field Content-Type (RFC 2045, 5.1). A missing field has the type "". */
export function readContentType(field: string | undefined, doubts: string[]): ContentType {
  const parameters = new Map<string, string>();
  if (field === undefined) return { type: "", parameters };
  const words = new Words(field);
  const malformed = (type: string): ContentType => {
    doubts.push(
      words.peek("(")
        ? "its field Content-Type has a comment"
        : "its field Content-Type is malformed",
    );
    return { type, parameters };
  };
  words.take(SPACE);
  const major = words.take(TOKEN);
  const slash = major !== null && words.skip("/");
  const minor = slash ? words.take(TOKEN) : null;
  if (minor === null) return malformed("");
  const type = `${major}/${minor}`.toLowerCase();
  while (true) {
    words.take(SPACE);
    if (words.isAtEnd) break;
    if (!words.skip(";")) return malformed(type);
    words.take(SPACE);
    // Some programs write a semicolon after the last parameter.
    if (words.isAtEnd) break;
    const name = words.take(TOKEN)?.toLowerCase();
    if (name === undefined || !words.skip("=")) return malformed(type);
    const isQuoted = words.peek('"');
    const value = isQuoted ? words.take(QUOTED, 1) : words.take(TOKEN);
    if (value === null) return malformed(type);
    const [base] = name.split("*", 1);
    if (base !== name && DECISIVE.has(base)) {
      doubts.push(`its parameter ${base} is written in pieces or with a language (RFC 2231)`);
    } else if (parameters.has(name)) doubts.push(`it has more than one parameter ${name}`);
    else parameters.set(name, value);
    if (name === "boundary" && (!BOUNDARY.test(value) || /^=\?.*\?=$/.test(value))) {
      doubts.push("the boundary of its parts has characters that no boundary may have");
    }
  }
  return { type, parameters };
}

/** RFC 2045, 6.1. Only the first three leave a multipart readable (6.4). */
const ENCODINGS: readonly string[] = ["7bit", "8bit", "binary", "base64", "quoted-printable"];

/** Reads a field Content-Transfer-Encoding in lower case; "7bit" if it is missing. `isWhole`: of a multipart or mail. */
export function readEncoding(field: string | undefined, isWhole: boolean, doubts: string[]) {
  const encoding = (field ?? "7bit").trim().toLowerCase();
  if (!ENCODINGS.slice(0, isWhole ? 3 : 5).includes(encoding)) {
    doubts.push("its Content-Transfer-Encoding is not allowed for its type");
  }
  return encoding;
}

/* Authors: mailbox-list of RFC 5322, 3.4 */

const MAX_FROM = 4_000;
const MAX_AUTHORS = 20;
/** RFC 5322, 3.2.3, and RFC 6532, 3.2, for names. The dot is obsolete there, but all programs read "J. Doe". */
const NAME_ATOM = /[!#$%&'*+\-./0-9=?A-Z^_`a-z{|}~\x80-\xff]{1,1000}/y;
const ADDRESS =
  /[!#$%&'*+\-/0-9=?A-Z^_`a-z{|}~]{1,64}(?:\.[!#$%&'*+\-/0-9=?A-Z^_`a-z{|}~]{1,64}){0,32}@[0-9A-Za-z_-]{1,63}(?:\.[0-9A-Za-z_-]{1,63}){0,32}/y;

/**
 * The addresses of all authors in a field From, with the letters of ASCII in lower case. Comments, groups, routes,
 * quoted local parts and anything else that programs read in several ways are doubts.
 */
export function readAuthors(field: string | undefined, doubts: string[]): string[] {
  const authors: string[] = [];
  const doubt = (clause: string): string[] => {
    doubts.push(clause);
    return authors;
  };
  if (field === undefined) return doubt("it has no field From");
  if (field.length > MAX_FROM) return doubt("its field From is very long");
  const words = new Words(field);
  do {
    words.take(SPACE);
    let name = "";
    let address = words.take(ADDRESS);
    if (address === null) {
      for (let word; (word = words.take(QUOTED, 1) ?? words.take(NAME_ATOM)) !== null;) {
        name += word + words.take(SPACE);
      }
      if (words.skip("<")) address = words.take(ADDRESS);
      if (address === null || !words.skip(">")) return doubt(malformedAuthor(words));
    }
    words.take(SPACE);
    const author = lowerAscii(address);
    const odd = oddName(name, author);
    if (odd !== null) doubts.push(odd);
    if (author.includes("=?")) doubts.push("the address of its author has an encoded word");
    authors.push(author);
    if (authors.length > MAX_AUTHORS) return doubt("it has very many authors");
  } while (words.skip(","));
  return words.isAtEnd ? authors : doubt(malformedAuthor(words));
}

function malformedAuthor(words: Words): string {
  if (words.peek("(")) return "its field From has a comment";
  if (words.peek(":") || words.peek(";")) return "its field From has a group of addresses";
  return words.isEmpty ? "its field From is empty" : "its field From is malformed";
}

/** RFC 2047, 2. */
const ENCODED_WORD = /=\?([^?\s]{1,40})\?([BQ])\?([^?\s]{0,1000})\?=(?:[ \t\n]+(?==\?))?/gi;
/** Line ends and other control characters, and those that change the direction of text. */
// deno-lint-ignore no-control-regex
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Why the name of an author may look like another author; null if it does not. */
function oddName(name: string, author: string): string | null {
  const text = decodedName(name);
  if (text === null) return "the name of its author has an unknown encoding";
  if (HIDDEN.test(text)) return "the name of its author has hidden characters";
  if (/[<>]/.test(text)) return "the name of its author has angle brackets";
  const words = text.split(/[\s"'(),;:]+/).filter((word) => word.includes("@"));
  return words.every((word) => lowerAscii(word) === author)
    ? null
    : "the name of its author looks like another address";
}

/** A name without its encoded words (RFC 2047), and in UTF-8 (RFC 6532); null if that cannot be read. */
function decodedName(name: string): string | null {
  let isReadable = true;
  const decode = (octets: Uint8Array, charset: string): string => {
    try {
      return new TextDecoder(charset.split("*", 1)[0], { fatal: true }).decode(octets);
    } catch {
      // The charset is unknown, or the octets are not in it.
      isReadable = false;
      return "";
    }
  };
  const octetsOf = (text: string) => Uint8Array.from(text, (unit) => unit.charCodeAt(0));
  const plain = decode(octetsOf(name.replaceAll("\n", "")), "utf-8");
  const text = plain.replace(ENCODED_WORD, (_, charset, encoding, content) => {
    const octets = encoding.toUpperCase() === "B" ? decodeBase64(content) : octetsOf(
      content.replaceAll("_", " ").replace(
        /=([0-9A-F]{2})/gi,
        (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16)),
      ),
    );
    if (typeof octets !== "string") return decode(octets, charset);
    isReadable = false;
    return "";
  });
  return isReadable && !text.includes("=?") ? text : null;
}

/** toLowerCase would change the letters of others: it makes "k" of U+212A. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Takes words from the start of a text. */
class Words {
  #at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.#at === this.text.length;
  }
  get isEmpty(): boolean {
    return this.text.trim() === "";
  }

  /** The text that a sticky pattern matches next, or its group; null if it does not match. */
  take(pattern: RegExp, group = 0): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[group];
  }

  peek(character: string): boolean {
    return this.text[this.#at] === character;
  }

  skip(character: string): boolean {
    if (!this.peek(character)) return false;
    this.#at++;
    return true;
  }
}
