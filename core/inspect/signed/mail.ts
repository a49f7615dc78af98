/**
 * Finds the signatures and encrypted parts of a mail (RFC 8551, 3): multipart/signed with its content, and
 * application/pkcs7-mime. Only as much of MIME is read as this needs, with limits on headers, parts and
 * depth. Each level reads its part of the text once, so the time is linear in its length.
 */
import { ascii } from "../../kernel/octets.ts";
import { decodeBase64 } from "../../x509/pem/base64.ts";
import {
  type ContentType,
  type Header,
  readAuthors,
  readContentType,
  readEncoding,
  readHeader,
} from "./mail-fields.ts";

export { lowerAscii } from "./mail-fields.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The facts about the mail around a CMS message that its verdict needs. */
export interface MailOrigin {
  /** The octets that a detached signature covers, with CRLF line ends; null if the message contains them. */
  readonly content: Bytes | null;
  /** The addresses in its field From, with ASCII letters in lower case. */
  readonly authors: readonly string[];
  /** Why mail programs can read the mail in different ways, as a clause; null if they cannot. */
  readonly doubt: string | null;
  /** Whether the mail has other parts, which the message does not cover: anyone can have added them. */
  readonly isPart: boolean;
}

/** A part of a mail with a CMS message. */
interface MailPart {
  readonly origin: MailOrigin;
  /** The CMS message in DER or BER. */
  readonly bytes: Bytes;
  /** The place of the encoded message in the text. */
  readonly start: number;
  readonly end: number;
}

const MAX_DEPTH = 4;
const MAX_PARTS = 100;
const MAX_HEADERS = 64 * 1024;

/** A mail begins with a header field, or with mbox's line. */
const FIRST_LINE = /^(?:From |[!-9;-~]{1,76}[ \t]{0,8}:)/;
const PKCS7_MIME = /^application\/(?:x-)?pkcs7-mime$/;
const PKCS7_SIGNATURE = /^application\/(?:x-)?pkcs7-signature$/;

/** Each part that is read has one of these types. */
const ANY_TYPE = /pkcs7-(?:mime|signature)/i;

/** The signed and encrypted parts of a mail; empty if the file is something else. `text` is the decoded file. */
export function mailParts(bytes: Bytes, text: string): MailPart[] {
  // Most texts are something else, so they must cost little.
  if (!FIRST_LINE.test(text.slice(0, 100)) || !ANY_TYPE.test(text)) return [];
  const whole = ascii(bytes);
  const doubts: string[] = [];
  const header = readHeader(whole, 0, whole.length, doubts);
  if (header === null) return [];
  const { type } = readContentType(header.fields.get("content-type"), []);
  if (!(type.startsWith("multipart/") || PKCS7_MIME.test(type))) return [];
  if (type.startsWith("multipart/")) doubts.push(...lineDoubts(whole));
  const found: Found[] = [];
  new Mail(whole, found).read(0, whole.length, 0, false, doubts);
  const authors = readAuthors(header.fields.get("from"), doubts);
  return found.map(({ content, isPart, doubts, ...part }) => ({
    ...part,
    origin: { content, authors, isPart, doubt: doubts[0] ?? null },
  }));
}

/** Fields of a mail, on any line: its header may begin late. */
const MAIL_LINE =
  /^[ \t]*(from|to|date|subject|received|mime-version|content-(?:type|transfer-encoding|disposition))[ \t]*:/gim;

/**
 * The origin of a CMS message that is in a mail, but not where S/MIME has one: a mail program does not show that it is
 * signed, or reads the mail otherwise than we do. `text` is the decoded file. Null for other texts.
 */
export function strayOrigin(bytes: Bytes, text: string): MailOrigin | null {
  const lines = new Set<string>();
  for (const [, name] of text.matchAll(MAIL_LINE)) {
    if (lines.add(name.toLowerCase()).size > 1) break;
  }
  if (lines.size < 2) return null;
  const head = ascii(bytes.subarray(0, MAX_HEADERS));
  const doubts: string[] = [];
  const header = readHeader(head, 0, head.length, doubts);
  const authors = readAuthors(header?.fields.get("from"), doubts);
  return { content: null, authors, isPart: true, doubt: doubts[0] ?? null };
}

/**
 * The authors in the header of a signed content. RFC 8551, 3.1, and RFC 9788 let a mail protect its own header in this
 * way, and some programs show these authors. Empty if it has no field From.
 */
export function protectedAuthors(content: Bytes, doubts: string[]): string[] {
  const text = ascii(content.subarray(0, 2 * MAX_HEADERS));
  const own: string[] = [];
  let header = readHeader(text, 0, text.length, own);
  const isMail = readContentType(header?.fields.get("content-type"), []).type === "message/rfc822";
  if (header !== null && isMail) header = readHeader(text, header.body, text.length, own);
  const from = header?.fields.get("from");
  if (from === undefined) return [];
  doubts.push(...own);
  return readAuthors(from, doubts);
}

/** Doubts about the lines of a whole mail. */
function lineDoubts(text: string): string[] {
  if (/\r(?!\n)/.test(text)) return ["it has carriage returns that end no line"];
  // In mbox, a mail begins after an empty line.
  return text.startsWith("From ") && /\n\r?\nFrom /.test(text)
    ? ["its file has several mails"]
    : [];
}

interface Found extends Omit<MailPart, "origin"> {
  readonly content: Bytes | null;
  readonly isPart: boolean;
  /** All doubts about the entities around it, also those that are found later. */
  readonly doubts: readonly string[];
}

class Mail {
  #count = 0;

  constructor(
    /** One character for each octet. */
    readonly text: string,
    readonly found: Found[],
  ) {}

  /** Reads the entity between two offsets: header fields, an empty line, and the body. */
  read(start: number, end: number, depth: number, isPart: boolean, doubts: string[]): void {
    if (depth > MAX_DEPTH || this.#count++ > MAX_PARTS) return;
    const header = readHeader(this.text, start, end, start === 0 ? [] : doubts);
    if (header === null) return void doubts.push("the header of a part is very long");
    const { type, parameters } = this.#typeOf(header, doubts);
    if (PKCS7_MIME.test(type)) return this.#take(header, end, null, isPart, doubts);
    // A mail in a mail: the signature does not cover the outer header.
    if (type === "message/rfc822") return this.read(header.body, end, depth + 1, true, doubts);
    const boundary = parameters.get("boundary") ?? "";
    if (!type.startsWith("multipart/") || boundary === "") return;
    const parts = this.#partsOf(header.body, end, boundary, doubts);
    if (type === "multipart/signed" && parts.length === 2) {
      const [signed, signature] = parts;
      const second = readHeader(this.text, signature.start, signature.end, doubts);
      if (second !== null && PKCS7_SIGNATURE.test(this.#typeOf(second, doubts).type)) {
        const content = canonical(this.text, signed.start, signed.end);
        this.#take(second, signature.end, content, isPart, doubts);
        // The author signed all of this part.
        return this.read(signed.start, signed.end, depth + 1, isPart, [...doubts]);
      }
    }
    const isOne = isPart || parts.length > 1;
    for (const part of parts) this.read(part.start, part.end, depth + 1, isOne, doubts);
  }

  #typeOf({ fields }: Header, doubts: string[]): ContentType {
    const read = readContentType(fields.get("content-type"), doubts);
    const isWhole = /^(?:multipart|message)\//.test(read.type);
    readEncoding(fields.get("content-transfer-encoding"), isWhole, doubts);
    return read;
  }

  #take(
    { fields, body }: Header,
    end: number,
    content: Bytes | null,
    isPart: boolean,
    doubts: readonly string[],
  ): void {
    const encoding = readEncoding(fields.get("content-transfer-encoding"), false, []);
    const raw = this.text.slice(body, end);
    const bytes = encoding === "base64"
      ? decodeBase64(raw)
      : encoding === "quoted-printable"
      ? unquote(raw)
      : octetsOf(raw);
    if (typeof bytes === "string" || bytes.length === 0) return;
    this.found.push({ bytes, content, isPart, doubts, start: body, end });
  }

  /** The parts between the lines with the boundary (RFC 2046, 5.1.1), without the line end before each. */
  #partsOf(
    start: number,
    end: number,
    boundary: string,
    doubts: string[],
  ): { start: number; end: number }[] {
    const { text } = this;
    const parts: { start: number; end: number }[] = [];
    let open = -1;
    let isClosed = false;
    for (let line = start; line < end && parts.length < MAX_PARTS;) {
      const feed = text.indexOf("\n", line);
      const next = feed === -1 || feed >= end ? end : feed + 1;
      if (text.startsWith("--", line) && text.startsWith(boundary, line + 2)) {
        const rest = text.slice(line + 2 + boundary.length, next).replace(/\r?\n$/, "");
        const after = rest.trim();
        // RFC 2046, 5.1.1, has programs compare only the start of the line. Many compare all of it.
        if (isClosed || rest !== after || after !== "" && after !== "--") {
          doubts.push("a line looks like the boundary between its parts, but is not");
        }
        if (!isClosed && (after === "" || after === "--")) {
          if (open !== -1) {
            parts.push({ start: open, end: Math.max(open, withoutLineEnd(text, line)) });
          }
          open = next;
          isClosed = after === "--";
        }
      }
      line = next;
    }
    if (open !== -1 && !isClosed) parts.push({ start: open, end });
    return parts;
  }
}

function withoutLineEnd(text: string, at: number): number {
  if (text[at - 1] !== "\n") return at;
  return text[at - 2] === "\r" ? at - 2 : at - 1;
}

/** The text with CRLF at each line end (RFC 8551, 3.1.1). */
function canonical(text: string, start: number, end: number): Bytes {
  return octetsOf(text.slice(start, end).replace(/\r?\n/g, "\r\n"));
}

function octetsOf(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Quoted-printable (RFC 2045, 6.7). */
function unquote(text: string): Bytes {
  const plain = text.replace(/=\r?\n/g, "").replace(
    /=([0-9A-Fa-f]{2})/g,
    (_, hex: string) => String.fromCharCode(parseInt(hex, 16)),
  );
  return octetsOf(plain);
}
