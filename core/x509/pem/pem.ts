/**
 * Reads PEM (RFC 7468, with headers of RFC 1421) in pasted text: with other text around it, CRLF, byte order
 * marks, indentation, mail quoting, newlines escaped as "\n", or base64 without its BEGIN line.
 *
 * The work is linear in the length of the text. A broken block is reported with its problem and never
 * dropped. The kind of a block comes from its content (identify.ts), not from its label.
 */
import { OperationError } from "../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import { type BlockOffsets, blocksIn, DASHES, END, unescapeNewlines } from "./blocks.ts";
import { decode, decodeBase64, encodeBase64Lines, IGNORED, kindOf, Lines } from "./base64.ts";
import { type KeyNotation, keysInText } from "./key-texts.ts";

/** The maximum number of blocks. Bundles of certificates in use have fewer. */
export const MAX_BLOCKS = 20_000;

export interface PemBlock {
  /** The words between BEGIN and the dashes; "" for base64 without a BEGIN line. */
  label: string;
  /** The decoded content; null if it cannot be decoded. `problem` then has the reason. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** RFC 1421 headers such as Proc-Type and DEK-Info, names in lower case. */
  headers: ReadonlyMap<string, string>;
  /** The start and the end of the block in the text, in UTF-16 code units. */
  offset: number;
  end: number;
  /** A message about the fault of the block; null if it has none. */
  problem: string | null;
  /** The format of `bytes` if the key was not in PEM; absent otherwise. */
  notation?: KeyNotation;
  /** The place of a JSON Web Key in other JSON; absent if the text is the key or a set of keys. */
  path?: string;
}

/**
 * Returns all blocks in the order of the text. A text without a BEGIN line is read as bare base64, or as
 * keys in other formats. The fault of a block is in its `problem`.
 *
 * @throws OperationError `too_complex` beyond MAX_BLOCKS.
 */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (const block of pemBlocks(text)) {
    if (blocks.length === MAX_BLOCKS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    blocks.push(block);
  }
  return blocks;
}

/** `readPem` block by block, without a limit. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  const plain = unescapeNewlines(text);
  const lines = new Lines(plain);
  let isEmpty = true;
  for (const found of blocksIn(plain)) {
    isEmpty = false;
    yield found.end === null ? openBlock(lines, found) : closedBlock(lines, found, found.end);
  }
  if (!isEmpty) return;
  const bare = bareBase64(lines);
  if (bare) yield bare;
  else yield* keysInText(text, MAX_BLOCKS);
}

function closedBlock(
  lines: Lines,
  { label, begin, body }: BlockOffsets,
  end: number,
): PemBlock {
  const after = end + END.length;
  const block = readBody(lines, label, begin, body, end);
  block.end = after + label.length + DASHES.length;
  if (lines.text.slice(after, block.end) !== label + DASHES) {
    block.end = after;
    block.problem ??= "The END line does not match the BEGIN line";
  }
  return block;
}

/** A block without its END line; the base64 before it is still decoded. */
function openBlock(lines: Lines, { label, begin, body, limit }: BlockOffsets): PemBlock {
  // An END line that is cut off still starts with its dashes.
  const dashes = lines.text.slice(body, limit).indexOf(DASHES);
  const block = readBody(lines, label, begin, body, dashes === -1 ? limit : body + dashes);
  block.problem = block.bytes === null && block.problem !== null
    ? `The END line is missing. ${block.problem}`
    : "The END line is missing";
  return block;
}

function readBody(
  lines: Lines,
  label: string,
  begin: number,
  body: number,
  end: number,
): PemBlock {
  const headers = new Map<string, string>();
  const start = readHeaders(lines.text, body, end, headers);
  const decoded = decodeBody(lines, label, start, end);
  const problem = typeof decoded === "string" ? decoded : null;
  const bytes = typeof decoded === "string" ? null : decoded;
  return { label, bytes, headers, offset: begin, end, problem };
}

/** Strings joined by "+" at the end or the start of a line: a plus sign is a digit of base64 too. */
const JOINS = /["'][ \t]{0,16}\+[ \t]{0,16}\r?\n|\n[ \t]{0,64}\+[ \t]{0,16}["']/g;
/** A padding sign and line break as quoted-printable writes them (RFC 2045, 6.7), line breaks and signs of HTML. */
const ESCAPES =
  /=3[Dd]|=\r?\n(?=[^-\s])|<br ?\/?>|&#(?:43|47|61|x2[BbFf]|x3[Dd]);|&(?:plus|sol|equals);/g;
/** The checksum of OpenPGP (RFC 9580, 6.1). */
const CHECKSUM = /\n=[A-Za-z0-9+/]{4}\s{0,8}$/;

const unescaped = (escape: string): string => {
  if (/^(?:=3|&#61|&#x3|&eq)/i.test(escape)) return "=";
  if (/^(?:&#43|&#x2b|&pl)/i.test(escape)) return "+";
  return /^&/.test(escape) ? "/" : "";
};

/** Decodes the content of a block; if that fails, without what mail, HTML, OpenPGP and source code add to it. */
function decodeBody(
  lines: Lines,
  label: string,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> | string {
  const body = lines.text.slice(start, end);
  const isQuoted = body.includes('"') || body.includes("'");
  const plain = isQuoted ? body.replace(JOINS, "\n") : body;
  if (plain !== body) return decodeBase64(plain);
  const decoded = decode(lines, start, end);
  if (typeof decoded !== "string") return decoded;
  const repaired = label.startsWith("PGP ")
    ? body.replace(CHECKSUM, "")
    : body.replace(ESCAPES, unescaped);
  const again = repaired === body ? decoded : decodeBase64(repaired);
  return typeof again === "string" ? decoded : again;
}

/** Reads lines of "Name: value" up to the empty line. Returns the offset at which base64 starts. */
function readHeaders(
  text: string,
  body: number,
  end: number,
  headers: Map<string, string>,
): number {
  let at = body;
  let name = "";
  for (let first = true; at < end; first = false) {
    const newline = text.slice(at, end).indexOf("\n");
    const lineEnd = newline === -1 ? end : at + newline;
    const line = text.slice(at, lineEnd).trim();
    const colon = line.indexOf(":");
    if (line === "") {
      // An empty line ends the headers. Before them or without headers it has no meaning.
      if (headers.size > 0) return lineEnd;
      if (!first && newline === -1) return at;
    } else if (colon > 0) {
      name = line.slice(0, colon).toLowerCase();
      headers.set(name, line.slice(colon + 1).trim());
    } else if (headers.size > 0 && text.charCodeAt(at) === 0x20) {
      headers.set(name, headers.get(name) + line);
    } else return at;
    at = lineEnd + 1;
  }
  return Math.min(at, end);
}

/**
 * Reads the whole text as base64 without a BEGIN line, with or without an END line. DER starts with a
 * SEQUENCE, so its base64 starts with "M"; any other text is not base64 of DER.
 */
function bareBase64(lines: Lines): PemBlock | null {
  const { text } = lines;
  let first = 0;
  while (first < text.length && kindOf(text.charCodeAt(first)) === IGNORED) first++;
  if (text[first] !== "M") return null;
  const closing = text.indexOf(END);
  const end = closing === -1 ? text.length : closing;
  const bytes = decode(lines, first, end);
  if (typeof bytes === "string") return null;
  const problem = closing === -1 ? null : "The BEGIN line is missing";
  return { label: "", bytes, headers: new Map(), offset: first, end, problem };
}

/** Writes one PEM block (RFC 7468). The text ends with a newline. */
export function writePem(label: string, bytes: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${encodeBase64Lines(bytes)}-----END ${label}-----\n`;
}
