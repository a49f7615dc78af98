/**
 * The reader of every text: fields of pages, texts of the API, dropped files, and the check before sending. It finds PEM,
 * base64 among other text, and keys in other formats. If that finds nothing, or only damaged objects, it undoes the layers
 * around them (layers.ts), one after another, and returns their kinds.
 *
 * Clean text is read once. Other text is read again a limited number of times.
 */
import { TAG } from "../asn1/header.ts";
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import { unescapeNewlines } from "./blocks.ts";
import { embeddedIn, objectsIn, SHORTEST } from "./embedded.ts";
import { decodeText } from "./file-text.ts";
import { identify, kindOfLabel, type ObjectKind } from "./identify.ts";
import { jsonWebKeysIn, type KeyNotation } from "./key-texts.ts";
import { type LayerCode, peeled, Work } from "./layers.ts";
import { MAX_BLOCKS, type PemBlock, pemBlocks } from "./pem.ts";
import type { Repair } from "./repairs.ts";
import { isExact, isWhole } from "./whole.ts";

/** A text or file in base64. */
interface EncodedFile {
  offset: number;
  end: number;
  bytes: Uint8Array<ArrayBuffer>;
}

interface TextReading {
  /** The text without the layers that were undone. All offsets are in it. */
  text: string;
  /** The objects in the order of the text. */
  blocks: PemBlock[];
  /** Texts and files in base64, which have objects of their own. */
  files: EncodedFile[];
  repairs: Repair[];
}

/** The most times that base64 is inside base64. */
const MAX_DEPTH = 3;

/**
 * Reads a text, but not the texts and files in base64 in it. `budget`: what counts the work; null on a device that
 * reads its own text before it sends it.
 *
 * @throws OperationError `too_complex` if it has too many objects, or costs more than the budget has.
 */
export function readLayers(text: string, budget: Budget | null): TextReading {
  return read(text, 0, new Work(text.length, budget));
}

/** Reads the objects of a text, also those of texts in base64 in it. Throws like `readLayers`. */
export function readText(
  text: string,
  budget: Budget | null,
): { blocks: PemBlock[]; repairs: Repair[] } {
  return flat(text, 0, new Work(text.length, budget));
}

function flat(
  text: string,
  depth: number,
  work: Work,
): { blocks: PemBlock[]; repairs: Repair[] } {
  const { blocks, files, repairs } = read(text, depth, work);
  if (files.length === 0) return { blocks, repairs };
  const inner = files.map(({ offset, end, bytes }) => {
    const text = depth < MAX_DEPTH && work.spend(bytes.length) ? decodeText(bytes) : null;
    if (text === null) return { blocks: [bareBlock(offset, end, bytes)], repairs: [] };
    const { blocks, repairs } = flat(text, depth + 1, work);
    return { blocks: blocks.map((block) => ({ ...block, offset, end })), repairs };
  });
  const all = [...blocks, ...inner.flatMap(({ blocks }) => blocks)];
  if (all.length > MAX_BLOCKS) throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
  return {
    blocks: inOrder(all),
    repairs: [...repairs, ...inner.flatMap(({ repairs }) => repairs)],
  };
}

const bareBlock = (offset: number, end: number, bytes: Uint8Array<ArrayBuffer>): PemBlock => (
  { label: "", bytes, headers: new Map(), offset, end, problem: null }
);

/** Sorts parts of a text by their place. A JSON Web Key, whose place is all of the JSON, comes after the others. */
export function inOrder<Part extends { offset: number; notation?: KeyNotation }>(
  parts: Part[],
): Part[] {
  const placeOf = ({ offset, notation }: Part) => notation === "JWK" ? Infinity : offset;
  // Infinity minus itself is NaN.
  return parts.sort((a, b) => placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b));
}

/** A reading, and how good it is. */
interface Attempt extends TextReading {
  /** The objects that are complete, and those that are damaged. */
  found: number;
  damaged: number;
  /** The octets of texts and files in base64. Layers of their own may hide their objects. */
  octets: number;
  /** Whether the rest of the text may have more. */
  mayHide: boolean;
}

function read(text: string, depth: number, work: Work): TextReading {
  const first = attempt(text, depth, work);
  if (isGood(first)) return first;
  let best = first;
  let codes: readonly LayerCode[] = [];
  for (const step of peeled(text, work)) {
    if (!work.spendText(step.text)) break;
    const next = attempt(step.text, depth, work);
    if (!isBetter(next, best)) continue;
    best = next;
    codes = step.codes;
    if (isGood(best)) break;
  }
  if (best === first) return first;
  return withFewerSteps(text, best, codes, depth, work);
}

/** Leaves out each layer that was undone without need. */
function withFewerSteps(
  text: string,
  best: Attempt,
  codes: readonly LayerCode[],
  depth: number,
  work: Work,
): TextReading {
  const used = new Set(codes);
  const skipped = new Set<LayerCode>();
  let current = best;
  let needed = codes;
  for (const code of used) {
    if (new Set(needed).size === 1) break;
    const others = new Set([...skipped, code]);
    for (const step of peeled(text, work, ({ code }) => others.has(code) || !used.has(code))) {
      if (!work.spendText(step.text)) break;
      const next = attempt(step.text, depth, work);
      if (isBetter(best, next)) continue;
      skipped.add(code);
      current = next;
      needed = step.codes;
      break;
    }
  }
  return { ...current, repairs: [...new Set(needed)].map((code) => ({ code })) };
}

const isGood = ({ found, damaged, mayHide }: Attempt): boolean =>
  found > 0 && damaged === 0 && !mayHide;

const isBetter = (a: Attempt, b: Attempt): boolean =>
  a.found > b.found ||
  a.found === 0 && b.found === 0 && a.octets > b.octets ||
  a.found > 0 && a.found === b.found &&
    (a.damaged < b.damaged || a.damaged === b.damaged && b.mayHide && !a.mayHide);

/** Reads a text as it is. */
function attempt(text: string, depth: number, work: Work): Attempt {
  const blocks: PemBlock[] = [];
  const add = (block: PemBlock) => {
    if (blocks.length === MAX_BLOCKS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    blocks.push(block);
  };
  let bare: PemBlock | null = null;
  for (const block of pemBlocks(text)) {
    if (block.label === "") bare = block;
    else for (const each of inARow(block)) add(each);
  }
  // JSON with PEM may have keys of its own. They are in all of the text.
  if (blocks.length > 0 && !blocks[0].notation) {
    for (const key of jsonWebKeysIn(text, MAX_BLOCKS)) add(key);
  }
  const row = bare === null || bare.bytes === null || !isWhole(bare.bytes) ? [] : inARow(bare);
  const isBare = row.length > 0 && isExact(row.at(-1)!.bytes!);
  if (isBare) { for (const block of row) add(block); }
  const spans = blocks.filter(({ notation }) => notation !== "JWK");
  const covered = spans.reduce((sum, { offset, end }) => sum + end - offset, 0);
  const files: EncodedFile[] = [];
  let mayHide = false;
  // Most texts have nothing but PEM.
  if (text.length - covered >= SHORTEST) {
    const searched = unescapeNewlines(text);
    const found: { offset: number; end: number }[] = [];
    for (const { offset, end, bytes, kind } of embeddedIn(searched, identify, spans)) {
      found.push({ offset, end });
      if (kind === null) files.push({ offset, end, bytes });
      else add(bareBlock(offset, end, bytes));
    }
    if (found.length > 0) inOrder(blocks);
    mayHide = hides(text, [...spans, ...found].sort((a, b) => a.offset - b.offset));
  }
  // Base64 that begins with an object and goes on with other octets, or that has no object.
  if (bare !== null && blocks.length === 0 && files.length === 0) {
    for (const block of row.length > 0 ? row : [bare]) add(block);
  }
  let found = 0;
  let damaged = 0;
  for (const block of blocks) {
    if (isComplete(block)) found++;
    else damaged++;
  }
  let octets = 0;
  for (const { bytes } of files) {
    octets += bytes.length;
    const inner = depth < MAX_DEPTH && work.spend(bytes.length) ? decodeText(bytes) : null;
    if (inner === null || attempt(inner, depth + 1, work).found > 0) found++;
  }
  return { text, blocks, files, repairs: [], found, damaged, octets, mayHide };
}

/** The objects of a block with several in a row, each as a block. Octets of another kind stay with the last one. */
function inARow(block: PemBlock): PemBlock[] {
  const { bytes, label } = block;
  // The settings after a trusted certificate of OpenSSL belong to it.
  if (bytes === null || block.notation || label === "TRUSTED CERTIFICATE" || !hasMore(bytes)) {
    return [block];
  }
  const objects = objectsIn(bytes, identify);
  return objects.length < 2 ? [block] : objects.map(({ bytes }) => ({ ...block, bytes }));
}

/** Whether octets follow the object that the first length octets describe. */
function hasMore(bytes: Uint8Array): boolean {
  if (bytes[0] !== TAG.SEQUENCE || bytes[1] !== 0x82) {
    return bytes[0] === TAG.SEQUENCE && bytes[1] < 0x82;
  }
  return 4 + bytes[2] * 256 + bytes[3] < bytes.length;
}

/** Whether octets are one SEQUENCE of 256 to 65,535 octets, as nearly all objects are. */
const isExactSequence = (bytes: Uint8Array): boolean =>
  bytes[0] === TAG.SEQUENCE && bytes[1] === 0x82 &&
  4 + bytes[2] * 256 + bytes[3] === bytes.length;

/** Kinds whose content is not DER. */
const OTHERWISE: ReadonlySet<ObjectKind | null> = new Set(["openpgp"]);
/** Keys in the format of ssh.com. */
const SSH_LABEL = "SSH2 ";
/** The octets of one block of the oldest ciphers. */
const CIPHER_BLOCK = 8;

/** Whether a block has all of an object of a known kind. */
function isComplete({ label, bytes, headers, notation }: PemBlock): boolean {
  if (bytes === null) return false;
  if (notation || OTHERWISE.has(kindOfLabel(label)) || label.startsWith(SSH_LABEL)) return true;
  if (headers.has("dek-info")) return bytes.length % CIPHER_BLOCK === 0;
  // Clean PEM is recognized by its length, without reading it.
  if (isExactSequence(bytes) && kindOfLabel(label) !== null) return true;
  return isWhole(bytes);
}

/** Signs of an object that a layer hides: a word of PEM, or the first octets of DER in base64, hexadecimal or numbers. */
const SIGN =
  /B\0?E\0?G\0?I\0?N|MI[IGHEDCABFLM]|LS0tLS1CRUdJTi|424547494e|30[\s:,-]{0,4}(?:0x|\\x|%)?8[0-4]|\b48[\s,;]{1,8}-?1[23]\d\b/i;

/** "--BEGIN CRL". */
const SHORTEST_SIGN = 11;

function hides(text: string, spans: readonly { offset: number; end: number }[]): boolean {
  let at = 0;
  for (const { offset, end } of [...spans, { offset: text.length, end: text.length }]) {
    if (offset - at >= SHORTEST_SIGN && SIGN.test(text.slice(at, offset))) return true;
    at = Math.max(at, end);
  }
  return false;
}
