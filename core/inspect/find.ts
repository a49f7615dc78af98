/**
 * Finds the objects in a file by content, never by its name: DER (also several objects in a row), PEM with any text
 * around it, including the prefixes of a log, bare base64, the output of `dig` with CAA records, and domain names.
 * Decodes only enough to recognize the kind of an object and its end.
 */
import type { Budget } from "../kernel/context.ts";
import { counted, withCommas } from "../kernel/formatting.ts";
import { parseRecord } from "../caa/record-text.ts";
import { readTypedDomain } from "../names/hosts.ts";
import { byteCount } from "../x509/asn1/der.ts";
import { readHeader } from "../x509/asn1/header.ts";
import {
  identify,
  keyLabelFault,
  kindName,
  kindOfBlock,
  kindOfLabel,
  type ObjectKind,
} from "../x509/pem/identify.ts";
import { MalformedKey } from "../x509/keys/private-key-errors.ts";
import { jwkNote, jwkPublicKeyInfo } from "../x509/keys/containers/json-web-key.ts";
import { opensshPublicKeyInfo } from "../x509/keys/containers/openssh.ts";
import type { KeyNotation } from "../x509/pem/key-texts.ts";
import { embeddedSignature, signatureInText, signatureOfLabel } from "./signed/embedded.ts";
import { describedIn } from "../x509/pem/described.ts";
import { DECISIVE, decodeText, isText } from "../x509/pem/file-text.ts";
import { foreignType, isCertain, JKS_MAGIC, textDamage } from "../x509/pem/foreign-files.ts";
import type { PemBlock } from "../x509/pem/pem.ts";
import { inOrder, readLayers } from "../x509/pem/read-text.ts";
import { repairSentence } from "../x509/pem/repairs.ts";
import { isWindowsStore, partsOfStore } from "../x509/cms/windows-store.ts";
import { archiveKind } from "./archive-kind.ts";
import { pathsIn, type TextPaths } from "./text-path.ts";
import type { MailOrigin } from "./signed/mail.ts";
import { isJws, jwsIn } from "../x509/signed/jws-form.ts";
import * as TEXT from "../texts.ts";
import type { Place } from "./contract.ts";
import type { InspectedKind } from "./options.ts";

export interface InspectedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where it was found, if it was in base64 in a text; absent for a file. */
  within?: Within;
}

/** The place of a text or file in base64 inside another text. */
interface Within {
  path: string | null;
  /** The number of texts around it. */
  depth: number;
  /** Numbers the objects of the whole file. */
  counter: { next: number };
}

/** A file in base64 that only the collection can open. */
interface FoundFile {
  kind: "file";
  file: InspectedFile;
}

/** An object with its kind, bytes and place. */
export interface FoundObject {
  kind: InspectedKind;
  place: Place;
  /** DER; for records and names the UTF-8 text; for a PEM block its decoded content. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The PEM block of the object; null for DER and text. */
  block: PemBlock | null;
  /** An oddity in how it is written. */
  note: string | null;
  /** Finds damage in its text; called only if the object cannot be read. */
  damage?: () => string | null;
  /** For a CMS message in a mail. */
  mail?: MailOrigin;
}

/** The reader of mails, which is loaded for the first file that looks like one. */
export interface MailReader {
  readers: typeof import("./signed/mail.ts") | null;
}

/** Asks the caller to load the reader of mails into its MailReader. */
interface NeedsMail {
  kind: "mail";
}

/** Data that is not an object, or an object whose bytes cannot be decoded. */
interface FoundNothing {
  kind: null;
  place: Place;
  message: string;
  /** Whether it is a damaged object; absent if the file just has no objects. */
  ofPart?: boolean;
}

/** The first octets of a Java keystore (core/x509/cms/java-keystore.ts). */
/** Its header and its digest. */
const MIN_JKS = 32;

/** The longest line that is tested for a record or name; a longer line is prose. */
const MAX_LINE = 1024;
/** The most CAA records in a text. No name has as many. */
const MAX_RECORDS = 1000;
/** The most domain names in a text. A text with more is not read as a list of names. */
const MAX_NAMES = 1000;

/**
 * The contents of a file in order: DER, PEM blocks, keys in other forms, CAA records and domain names. Other data is
 * returned with a reason. A text that may be a mail asks for its reader first.
 */
export function* findObjects(
  file: InspectedFile,
  mail: MailReader,
  budget: Budget,
): Generator<FoundObject | FoundNothing | FoundFile | NeedsMail> {
  const { bytes, within } = file;
  const nothing = (message: string, ofPart = false): FoundNothing => (
    { kind: null, place: new Places(file).next("file"), message, ofPart }
  );
  if (bytes.length === 0) return yield nothing("The file is empty");
  if (bytes.length >= MIN_JKS && JKS_MAGIC.every((octet, at) => bytes[at] === octet)) {
    const place = new Places(file).next("JKS");
    const damage = () => damageOf(bytes);
    return yield { kind: "jks", place, bytes, block: null, note: null, damage };
  }
  if (isWindowsStore(bytes)) return yield* findInStore(file, budget);
  const foreign = foreignFile(bytes);
  if (foreign !== null) return yield nothing(foreign.message, foreign.advice !== null);
  // The first octet of a SEQUENCE is also the character "0", but no text continues like the header of a SEQUENCE.
  if (bytes[0] === 0x30 && !isText(bytes) && identify(bytes) !== null) {
    return yield* findDer(file);
  }
  const text = decodeText(bytes);
  if (text === null) {
    if (within) return;
    // Other files may have few line ends of their own.
    const start = bytes.subarray(0, DECISIVE);
    if (isCertain(textDamage(start))) return yield nothing(damageOf(start)!, true);
    const sequence = bytes[0] === 0x30 && bytes.length > 1;
    return yield nothing(
      sequence
        ? "This is ASN.1 data of an unknown type"
        : "This is not text, and the type of the file is unknown",
    );
  }
  yield* findInText(file, text, mail, budget);
}

/** Numbers the objects of a file. */
class Places {
  readonly #counter: { next: number };
  readonly #first: number;

  constructor(readonly file: InspectedFile) {
    this.#counter = file.within?.counter ?? { next: 0 };
    this.#first = this.#counter.next;
  }

  next(form: string, path: string | null = this.file.within?.path ?? null): Place {
    const position = this.#counter.next++;
    return { file: this.file.name, position, form, ...(path !== null && { path }) };
  }

  get isEmpty(): boolean {
    return this.#counter.next === this.#first;
  }

  /** A file in base64 at a path of this one; null if there are too many around it. */
  inside(bytes: Uint8Array<ArrayBuffer>, path: string | null): InspectedFile | null {
    const { within, name } = this.file;
    const depth = (within?.depth ?? 0) + 1;
    if (depth > MAX_ENCODED) return null;
    const whole = pathOf(this.file, path);
    return { name, bytes, within: { path: whole, depth, counter: this.#counter } };
  }
}

/** The most times that base64 is inside base64. */
const MAX_ENCODED = 3;

/** How a program damaged a binary file that it took for text; null if the file does not show it. */
function damageOf(bytes: Uint8Array): string | null {
  const damage = textDamage(bytes);
  return damage && TEXT.fileDamaged("the file", damage);
}

/** Finds DER objects that follow one another. */
function* findDer(file: InspectedFile): Generator<FoundObject | FoundNothing> {
  const { bytes } = file;
  const places = new Places(file);
  let at = 0;
  while (at < bytes.length) {
    const rest = bytes.subarray(at);
    const kind = rest[0] === 0x30 ? identify(rest) : null;
    if (kind === null) {
      // Ignore line ends and padding after the last object.
      if (rest.every((octet) => octet === 0 || octet === 0x0a || octet === 0x0d)) return;
      const message = `${byteCount(rest.length)} of unknown data after the last object`;
      const place = places.next("DER");
      return yield { kind: null, place, message };
    }
    const header = readHeader(rest, 0, rest.length);
    const length = header?.length == null ? null : header.body + header.length;
    const end = length === null || length > rest.length ? rest.length : length;
    yield {
      kind: inspectedKind(kind),
      place: places.next("DER"),
      bytes: rest.subarray(0, end),
      block: null,
      note: length !== null && length > rest.length
        ? `It is cut off: ${withCommas(length - rest.length)} of ${byteCount(length)} missing`
        : null,
      damage: () => damageOf(bytes),
    };
    at += end;
  }
}

/** The certificates and CRLs of a store of Windows. */
function* findInStore(file: InspectedFile, budget: Budget): Generator<FoundObject | FoundNothing> {
  const places = new Places(file);
  const { parts, isCutOff } = partsOfStore(file.bytes, budget);
  for (const { kind, bytes } of parts) {
    yield { kind, place: places.next("SST"), bytes, block: null, note: null };
  }
  if (!isCutOff && parts.length > 0) return;
  const message = isCutOff
    ? "This is a certificate store of Windows (SST) that is cut off"
    : "This is a certificate store of Windows (SST) without certificates";
  yield { kind: null, place: places.next("SST"), message, ofPart: true };
}

function inspectedKind(kind: ObjectKind): InspectedKind {
  return kind === "rsa-public-key" ? "public-key" : kind;
}

/** Key formats that look like PEM but have other content, by label. */
const PEM_FORMS: ReadonlyMap<string, string> = new Map([["OPENSSH PRIVATE KEY", "OpenSSH"]]);

function* findInText(
  file: InspectedFile,
  whole: string,
  mail: MailReader,
  budget: Budget,
): Generator<FoundObject | FoundNothing | FoundFile | NeedsMail> {
  const { bytes } = file;
  const places = new Places(file);
  const place = (form: string): Place => places.next(form);
  if (isJws(whole)) {
    yield { kind: "jws", place: place("text"), bytes, block: null, note: null };
    return;
  }
  let given = whole;
  if (MAIL_LINE.test(whole) && mail.readers === null) yield { kind: "mail" };
  const parts = mail.readers?.mailParts(bytes, whole) ?? [];
  for (const { origin, start, end, bytes: message } of parts) {
    const kind = identify(message);
    if (kind !== "pkcs7") continue;
    yield {
      kind,
      place: place("S/MIME"),
      bytes: message,
      block: null,
      note: null,
      mail: origin,
    };
    // The message is not to be found again as base64. A mail is ASCII, so both texts have the same offsets.
    if (given.length === bytes.length) {
      given = given.slice(0, start) + " ".repeat(end - start) + given.slice(end);
    }
  }
  const signature = signatureInText(given);
  if (signature !== null) {
    yield { kind: null, place: place("text"), message: signature, ofPart: true };
  }
  // A message is left out of the text, so that its header is not found again as base64.
  const rest: string[] = [];
  let tokenPaths: TextPaths | null = null;
  let after = 0;
  for (const { start, end } of jwsIn(given)) {
    const path = pathOf(file, (tokenPaths ??= pathsIn(given)).at(start));
    const message = given.slice(start, end);
    const bytes = new TextEncoder().encode(message);
    yield { kind: "jws", place: places.next("JWS", path), bytes, block: null, note: null };
    rest.push(given.slice(after, start), " ".repeat(end - start));
    after = end;
  }
  if (after > 0) given = rest.join("") + given.slice(after);
  let stray: MailOrigin | null | undefined;
  const inMail = (kind: ObjectKind): { mail?: MailOrigin } => {
    if (kind !== "pkcs7") return {};
    stray ??= mail.readers?.strayOrigin(bytes, whole) ?? null;
    return stray === null ? {} : { mail: stray };
  };
  const { text, blocks, files, repairs } = readLayers(given, budget);
  const repaired = repairSentence(repairs);
  const { length } = text.trim();
  let paths: TextPaths | null = null;
  let hasFiles = false;
  // `line` is the line number of the offset `counted`.
  let counted = 0;
  let line = 1;
  for (const part of inOrder([...blocks, ...files])) {
    for (let at; (at = text.indexOf("\n", counted)) !== -1 && at < part.offset; line++) {
      counted = at + 1;
    }
    const firstLine = line;
    const isAll = part.end - part.offset >= length;
    const pathHere = () => (paths ??= pathsIn(text)).at(part.offset);
    const pathOrLine = () => isAll ? null : pathHere() ?? `line ${withCommas(firstLine)}`;
    if (!("label" in part)) {
      const inside = places.inside(part.bytes, pathOrLine());
      if (inside === null) continue;
      if (archiveKind(part.bytes) !== null) {
        hasFiles = true;
        yield { kind: "file", file: inside };
      } else yield* findObjects(inside, mail, budget);
      continue;
    }
    const block = part;
    if (block.notation) {
      const path = pathOf(file, block.path ?? null);
      yield otherwiseWritten(block, block.notation, places.next(block.notation, path));
      continue;
    }
    const kind = kindOfBlock(block);
    if (block.label === "" && (block.bytes === null || kind === null)) continue;
    const form = block.label === "" ? "base64" : PEM_FORMS.get(block.label) ?? "PEM";
    if (block.bytes === null) {
      const what = kind === null ? "a PEM block" : kindName(kind);
      yield {
        kind: null,
        place: place(form),
        message: `This is ${what} that cannot be read: ${block.problem!}`,
        ofPart: true,
      };
    } else if (kind === null) {
      const message = signatureOfLabel(block.label) ?? "The content of a PEM block is unknown";
      yield { kind: null, place: place(form), message, ofPart: true };
    } else {
      yield {
        kind: inspectedKind(kind),
        place: block.label === ""
          ? places.next(form, pathOf(file, pathOrLine()))
          : isValue(text, block.offset)
          ? places.next(form, pathOf(file, pathHere()))
          : place(form),
        bytes: block.bytes,
        block: block.label === "" && block.problem === null ? null : block,
        note: noteOf(block, kind) ?? repaired,
        damage: () => unevenLine(text.slice(block.offset, block.end), firstLine),
        ...inMail(kind),
      };
    }
  }
  // Names in base64 are not a list of domains.
  if (file.within) return;
  const hasBlocks = !places.isEmpty;
  yield* findLines(text, hasBlocks, place);
  if (!places.isEmpty || hasFiles) return;
  const message = text.trim() === ""
    ? "The text is empty"
    : describedIn(text) ?? "No certificates or keys were found in this text";
  yield { kind: null, place: place("text"), message };
}

/** Every mail has a line with one of these fields. */
const MAIL_LINE =
  /^[ \t]*(?:from|to|date|subject|received|mime-version|content-(?:type|transfer-encoding|disposition))[ \t]*:/im;

/** The path from the outermost text. */
const pathOf = ({ within }: InspectedFile, path: string | null): string | null =>
  [within?.path, path].filter(Boolean).join(", ") || null;

/** Whether a PEM block is a value in a structured text: it is indented, follows other characters or an opening tag. */
function isValue(text: string, offset: number): boolean {
  const before = text[offset - 1];
  if (before === undefined) return false;
  if (before !== "\n") return before !== "\ufeff";
  const end = text[offset - 2] === "\r" ? offset - 2 : offset - 1;
  return text[end - 1] === ">";
}

/** Reads a key in a format other than PEM; a public key becomes a SubjectPublicKeyInfo. */
function otherwiseWritten(
  block: PemBlock,
  notation: KeyNotation,
  place: Place,
): FoundObject | FoundNothing {
  const kind = kindOfLabel(block.label) ?? "public-key";
  try {
    if (block.bytes === null) throw new MalformedKey(block.problem ?? "It is empty");
    if (kind !== "public-key") {
      const note = oddity(block, notation);
      return { kind: inspectedKind(kind), place, bytes: block.bytes, block, note };
    }
    const bytes = notation === "JWK"
      ? jwkPublicKeyInfo(block.bytes)
      : opensshPublicKeyInfo(block.bytes);
    return { kind, place, bytes, block, note: block.problem ?? oddity(block, notation) };
  } catch (thrown) {
    if (!(thrown instanceof MalformedKey)) throw thrown;
    const message = `This is ${kindName(kind)} that cannot be read: ${thrown.message}`;
    return { kind: null, place, message };
  }
}

const oddity = ({ bytes }: PemBlock, notation: KeyNotation): string | null =>
  notation === "JWK" && bytes !== null ? jwkNote(bytes) : null;

function noteOf(block: PemBlock, kind: ObjectKind): string | null {
  if (block.problem !== null) return block.problem;
  const fault = keyLabelFault(block);
  if (fault !== null) return fault;
  const labelled = kindOfLabel(block.label);
  if (labelled === null || labelled === kind) return null;
  // The label of an encrypted traditional key names the type of the key.
  if (labelled === "private-key" && kind === "encrypted-private-key") return null;
  return `The label says ${kindName(labelled)}, but the content is ${kindName(kind)}`;
}

/**
 * Describes the first line of a PEM block, other than the last, that is longer or shorter than the others: characters were
 * lost or added there, even if the block is valid base64. Null if there is none. `firstLine` is the line number of BEGIN.
 */
function unevenLine(text: string, firstLine: number): string | null {
  const lines = text.split("\n").map((line) => line.trim());
  const last = lines.findLastIndex((line) => line !== "" && !line.includes("-"));
  const first = lines.findIndex((line, at) => at > 0 && line !== "" && !line.includes(":"));
  if (first === -1) return null;
  const usual = lines[first].length;
  // Too few lines have the same length to know the usual one.
  if (last - first < 2 || lines[first + 1].length !== usual && lines[first + 2].length !== usual) {
    return null;
  }
  const uneven = lines.findIndex((line, at) => at > first && at < last && line.length !== usual);
  return uneven === -1
    ? null
    : `Line ${withCommas(firstLine + uneven)} has ${characters(lines[uneven].length)}, ` +
      `the others ${withCommas(usual)}`;
}

/** Finds CAA records among the lines, and domain names if the text has nothing else. */
function* findLines(
  text: string,
  hasBlocks: boolean,
  place: (form: string) => Place,
): Generator<FoundObject | FoundNothing> {
  const names: string[] = [];
  let records = 0;
  let onlyNames = !hasBlocks;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = end - start > MAX_LINE ? "" : text.slice(start, end).trim();
    if (end - start > MAX_LINE) onlyNames = false;
    start = end + 1;
    if (line === "") continue;
    if (mayBeRecord(line)) {
      const { record, flags, tag, problem } = parseRecord(line);
      if (record !== null || (problem !== null && flags !== null && tag !== null)) {
        onlyNames = false;
        if (records++ === MAX_RECORDS) {
          const message = `This text has more than ${withCommas(MAX_RECORDS)} CAA records. ` +
            "Put the others into a file of their own";
          return yield { kind: null, place: place("text"), message, ofPart: true };
        }
        yield textObject("caa-record", line, place("text"), problem);
        continue;
      }
    }
    const domain = onlyNames && names.length < MAX_NAMES ? readTypedDomain(line) : null;
    if (domain) names.push((domain.wildcard ? "*." : "") + domain.name);
    else if (!line.startsWith(";")) onlyNames = false;
  }
  if (onlyNames) {
    for (const name of names) yield textObject("domain-name", name, place("text"), null);
  }
}

function characters(length: number): string {
  return counted(length, "character");
}

/** A type of CAA in a zone line, between its name and its data. */
const RECORD_TYPE = /[ \t](?:CAA[ \t]|TYPE257[ \t]|RDATA_257 )/i;

/** Whether a line may be a zone line with its type, or output of `dig +short`: flags, tag and quoted value. */
function mayBeRecord(line: string): boolean {
  // A record has spaces between its parts; a line of PEM has none.
  if (line.startsWith(";") || !line.includes(" ") && !line.includes("\t")) return false;
  return RECORD_TYPE.test(line) || /^\d{1,3}[ \t]{1,8}[A-Z0-9]{1,15}[ \t]{1,8}"/i.test(line);
}

function textObject(
  kind: InspectedKind,
  line: string,
  place: Place,
  note: string | null,
): FoundObject {
  return { kind, place, bytes: new TextEncoder().encode(line), block: null, note };
}

/** The type of a foreign file, as a message; null if unknown. */
function foreignFile(bytes: Uint8Array): { message: string; advice: string | null } | null {
  const type = foreignType(bytes);
  if (type === null) return null;
  const { name, advice } = type;
  const signature = embeddedSignature(bytes);
  if (signature !== null) return { message: `This is ${name}. ${signature}`, advice: signature };
  return { message: advice === null ? `This is ${name}` : `This is ${name}: ${advice}`, advice };
}
