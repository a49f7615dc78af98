/**
 * Finds the signatures and encrypted parts of a mail (RFC 8551, 3): multipart/signed with its content, and
 * application/pkcs7-mime. Only as much of MIME is read as this needs, with limits on headers, parts and
 * depth. Each level reads its part of the text once, so the time is linear in its length.
 */
import { ascii } from "../../kernel/octets.ts";
import { decodeBase64 } from "../../x509/pem/base64.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A part of a mail with a CMS message. */
interface MailPart {
  /** The CMS message in DER or BER. */
  readonly bytes: Bytes;
  /** The octets that a detached signature covers, with CRLF line ends; null if the message contains them. */
  readonly content: Bytes | null;
  /** The address of the sender, or its From fields if they have several; null if the mail has none. */
  readonly from: string | null;
  /** Whether the mail has other parts, which the message does not cover: anyone can have added them. */
  readonly isPart: boolean;
  /** The place of the encoded message in the text. */
  readonly start: number;
  readonly end: number;
}

const MAX_DEPTH = 4;
const MAX_PARTS = 100;
const MAX_HEADERS = 64 * 1024;
const MAX_HEADER_LINES = 1000;
const MAX_BOUNDARY = 256;

/** A mail begins with a header, or with mbox's line. */
const FIRST_LINE = /^(?:From |[!-9;-~]{1,76}:)/;
const PKCS7_MIME = /^application\/(?:x-)?pkcs7-mime$/;
const PKCS7_SIGNATURE = /^application\/(?:x-)?pkcs7-signature$/;

/** Each part that is read has one of these types. */
const ANY_TYPE = /pkcs7-(?:mime|signature)/i;

/** The signed and encrypted parts of a mail; empty if the file is something else. `text` is the decoded file. */
export function mailParts(bytes: Bytes, text: string): MailPart[] {
  // Most texts are something else, so they must cost little.
  if (!FIRST_LINE.test(text.slice(0, 100)) || !ANY_TYPE.test(text)) return [];
  const head = ascii(bytes.subarray(0, MAX_HEADERS));
  const headers = readHeaders(head, 0, head.length);
  const { type } = contentType(headers?.fields.get("content-type"));
  if (headers === null || !(type.startsWith("multipart/") || PKCS7_MIME.test(type))) return [];
  const parts: MailPart[] = [];
  const mail = new Mail(ascii(bytes), addressOf(headers.fields.get("from")), parts);
  mail.read(0, bytes.length, 0, false);
  return parts;
}

class Mail {
  #count = 0;

  constructor(
    /** One character for each octet. */
    readonly text: string,
    readonly from: string | null,
    readonly found: MailPart[],
  ) {}

  /** Reads the entity between two offsets: header fields, an empty line, and the body. */
  read(start: number, end: number, depth: number, isPart: boolean): void {
    if (depth > MAX_DEPTH || this.#count++ > MAX_PARTS) return;
    const headers = readHeaders(this.text, start, end);
    if (headers === null) return;
    const { type, boundary } = contentType(headers.fields.get("content-type"));
    if (PKCS7_MIME.test(type)) return this.#take(headers, end, null, isPart);
    // A mail in a mail: the signature does not cover the outer header.
    if (type === "message/rfc822") return this.read(headers.body, end, depth + 1, true);
    if (!type.startsWith("multipart/") || boundary === "") return;
    const parts = this.#partsOf(headers.body, end, boundary);
    if (type === "multipart/signed" && parts.length === 2) {
      const [signed, signature] = parts;
      const second = readHeaders(this.text, signature.start, signature.end);
      const kind = contentType(second?.fields.get("content-type")).type;
      if (second !== null && PKCS7_SIGNATURE.test(kind)) {
        const content = canonical(this.text, signed.start, signed.end);
        this.#take(second, signature.end, content, isPart);
        return this.read(signed.start, signed.end, depth + 1, isPart);
      }
    }
    const isOne = isPart || parts.length > 1;
    for (const part of parts) this.read(part.start, part.end, depth + 1, isOne);
  }

  #take({ fields, body }: Headers, end: number, content: Bytes | null, isPart: boolean): void {
    const encoding = (fields.get("content-transfer-encoding") ?? "").trim().toLowerCase();
    const raw = this.text.slice(body, end);
    const bytes = encoding === "base64"
      ? decodeBase64(raw)
      : encoding === "quoted-printable"
      ? unquote(raw)
      : octetsOf(raw);
    if (typeof bytes === "string" || bytes.length === 0) return;
    this.found.push({ bytes, content, from: this.from, isPart, start: body, end });
  }

  /** The parts between the lines with the boundary (RFC 2046, 5.1.1), without the line end before each. */
  #partsOf(start: number, end: number, boundary: string): { start: number; end: number }[] {
    const { text } = this;
    const parts: { start: number; end: number }[] = [];
    let open = -1;
    for (let line = start; line < end && parts.length < MAX_PARTS;) {
      const feed = text.indexOf("\n", line);
      const next = feed === -1 || feed >= end ? end : feed + 1;
      if (text.startsWith("--", line) && text.startsWith(boundary, line + 2)) {
        const rest = text.slice(line + 2 + boundary.length, next).trim();
        if (rest === "" || rest === "--") {
          if (open !== -1) {
            parts.push({ start: open, end: Math.max(open, withoutLineEnd(text, line)) });
          }
          if (rest === "--") return parts;
          open = next;
        }
      }
      line = next;
    }
    if (open !== -1) parts.push({ start: open, end });
    return parts;
  }
}

function withoutLineEnd(text: string, at: number): number {
  if (text[at - 1] !== "\n") return at;
  return text[at - 2] === "\r" ? at - 2 : at - 1;
}

interface Headers {
  /** By name in lower case; the first of equal names, but all From fields, separated by commas. */
  readonly fields: ReadonlyMap<string, string>;
  /** Offset of the body. */
  readonly body: number;
}

/** The header fields from `start`, unfolded; null if they do not end within the limits. */
function readHeaders(text: string, start: number, end: number): Headers | null {
  const fields = new Map<string, string>();
  let name = "";
  const limit = Math.min(end, start + MAX_HEADERS);
  let at = start;
  for (let count = 0; count < MAX_HEADER_LINES; count++) {
    if (at >= limit) return at >= end ? { fields, body: end } : null;
    const feed = text.indexOf("\n", at);
    const next = feed === -1 || feed >= end ? end : feed + 1;
    if (next > limit) return null;
    const line = text.slice(at, next).replace(/\r?\n$/, "");
    at = next;
    if (line === "") return { fields, body: at };
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (name !== "") fields.set(name, `${fields.get(name)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (key === "from" && fields.has(key)) {
      fields.set(key, `${fields.get(key)}, ${line.slice(colon + 1).trim()}`);
    }
    // A second field of the same name does not replace the first.
    name = key === "" || fields.has(key) ? "" : key;
    if (name !== "") fields.set(name, line.slice(colon + 1).trim());
  }
  return null;
}

/** The media type in lower case, and the boundary (RFC 2045, 5.1); "" for absent ones. */
function contentType(field = ""): { type: string; boundary: string } {
  const [type] = field.split(";", 1);
  const at = field.toLowerCase().indexOf("boundary=");
  const rest = at === -1 ? "" : field.slice(at + 9, at + 9 + MAX_BOUNDARY);
  const boundary = rest.startsWith('"')
    ? rest.slice(1).split('"', 1)[0]
    : rest.split(/[;\s]/, 1)[0];
  return { type: type.trim().toLowerCase(), boundary };
}

/** The most characters of a From field that are read. */
const MAX_FROM = 320;

/**
 * The address in a From field: between angle brackets, otherwise the field itself. A field with several addresses is
 * returned as it is, because programs differ in which of them they show. Null for an absent or empty field.
 */
function addressOf(field = ""): string | null {
  const text = field.slice(0, MAX_FROM).trim();
  const open = text.lastIndexOf("<");
  const close = text.indexOf(">", open);
  const isOne = open !== -1 && close !== -1 && !/>\s*,/.test(text);
  return (isOne ? text.slice(open + 1, close).trim() : text) || null;
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
