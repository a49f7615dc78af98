/**
 * The layers that programs and people put around keys and certificates: escapes of other formats, text at the start of each
 * line, characters that were replaced. One list serves the reader of every field (read-text.ts) and the check before
 * sending (private-key-in.ts), so that both see the same.
 *
 * Each layer returns the text without it, or the text unchanged. The work of each is linear in the length of the text: every
 * pattern is bounded, and no layer makes the text longer.
 */
import type { Budget } from "../../kernel/context.ts";
import { BEGIN } from "./blocks.ts";
import { withoutNul } from "./file-text.ts";
import { withoutHex } from "./hex.ts";
import {
  withoutOtherCharacters,
  withoutPrefixes,
  withoutSeparators,
  withPlusSigns,
} from "./bodies.ts";
import { xmlKeysAsPem } from "./xml-keys.ts";
import { plainLabels, withoutLookalikes } from "./label-lines.ts";

/** The kinds of layers. `repairSentence` in repairs.ts names them. */
export type LayerCode =
  | "nul"
  | "control"
  | "hex"
  | "rtf"
  | "xml-key"
  | "entities"
  | "tags"
  | "percent"
  | "backslashes"
  | "quoted-printable"
  | "lookalikes"
  | "labels"
  | "headers"
  | "quotes"
  | "line-ends"
  | "prefixes"
  | "separators"
  | "spaces"
  | "other-characters";

interface Layer {
  code: LayerCode;
  /** Whether it undoes escapes and leaves the structure of the text. */
  isEscape?: true;
  undo(text: string): string;
}

/** Escape sequences of terminals (ECMA-48, 5.4), also written out or without their first character. */
const TERMINAL =
  // deno-lint-ignore no-control-regex
  /(?:\x1b|\^\[|\\e|\\033|\\x1b|\u241b)\[[0-?]{0,32}[ -/]{0,4}[@-~]|\x1b\][^\x07\x1b]{0,256}(?:\x07|\x1b\\)|\x1b[@-Z\\^_]|\[(?:[0-9]{1,2};){0,3}[0-9]{0,2}[mK]/gi;
/** Control characters such as the end mark of DOS, and characters without width. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\x01-\x08\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const withoutControl = (text: string): string => text.replace(TERMINAL, "").replace(CONTROL, "");

const RTF_BREAK = /\\(?:par|line|pard)\b ?/g;
const RTF_WORD = /\\'([0-9a-f]{2})|\\[a-z]{1,32}-?\d{0,10} ?|[{}]/gi;

function withoutRtf(text: string): string {
  if (!text.includes("{\\rtf")) return text;
  return text.replace(RTF_BREAK, "\n").replace(
    RTF_WORD,
    (_, octet) => octet === undefined ? "" : String.fromCharCode(parseInt(octet, 16)),
  );
}

const ENTITY = /&#(\d{1,7});?|&#x([0-9a-f]{1,6});?|&([a-z]{2,8});/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  colon: ":",
  dash: "-",
  equals: "=",
  gt: ">",
  hyphen: "-",
  lt: "<",
  mdash: "-",
  minus: "-",
  nbsp: " ",
  ndash: "-",
  newline: "\n",
  num: "#",
  plus: "+",
  quot: '"',
  shy: "",
  sol: "/",
  tab: "\t",
};

function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    return characterOf(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
  });
}

const characterOf = (code: number): string =>
  code === 0 || code > 0xffff ? "" : String.fromCharCode(code);

const TAG =
  /<(\/?)([a-z][\w:-]{0,40})(?:\s[^<>]{0,400})?\/?>|<!--[^<>]{0,400}-->|<!\[CDATA\[|\]\]>/gi;
/** Elements that begin a new line. */
const BREAKS = new Set("br div h1 h2 h3 h4 li p pre td tr w:p".split(" "));

const withoutTags = (text: string): string =>
  text.includes("<")
    ? text.replace(TAG, (_, _end, name = "") => BREAKS.has(name.toLowerCase()) ? "\n" : "")
    : text;

const PERCENT = /(?:%[0-9a-f]{2}){1,64}|%u([0-9a-f]{4})/gi;
/** Forms write a space as a plus sign, and a plus sign as %2B. */
const FORM_LABEL = /BEGIN\+[A-Z]/;
const utf8 = new TextDecoder();

function withoutPercent(text: string): string {
  if (!text.includes("%")) return text;
  const spaced = FORM_LABEL.test(text) ? text.replaceAll("+", " ") : text;
  return spaced.replace(PERCENT, (run, unit) => {
    if (unit !== undefined) return String.fromCharCode(parseInt(unit, 16));
    const octets = Uint8Array.from(
      { length: run.length / 3 },
      (_, at) => parseInt(run.slice(at * 3 + 1, at * 3 + 3), 16),
    );
    return utf8.decode(octets);
  });
}

/** Escapes of JSON, C, shells, property files and Markdown, escaped up to three times; and those of PowerShell. */
const BACKSLASH =
  /\\{1,8}(?:(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})|x([0-9a-f]{2})|([01][0-7]{2})|([nrtfv])|([^\w\s]|_|$))|\\{1,8}(?=[ \t]{0,16}\r?\n)|`([nrt])/gi;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };

function withoutBackslashes(text: string): string {
  if (!text.includes("\\") && !text.includes("`")) return text;
  return text.replace(BACKSLASH, (_, unit, braced, octet, octal, letter, mark, tick) => {
    if (unit ?? braced) return characterOf(parseInt(unit ?? braced, 16));
    if (octet !== undefined) return characterOf(parseInt(octet, 16));
    if (octal !== undefined) return characterOf(parseInt(octal, 8));
    if (mark !== undefined) return mark === "\\" ? "" : mark;
    const short = letter ?? tick;
    return short === undefined ? "" : ESCAPED[short.toLowerCase()];
  });
}

/** RFC 2045, 6.7. */
const QUOTED_PRINTABLE = /=([0-9A-F]{2})|=[ \t]{0,16}\r?\n/gi;
const QUOTED_SIGN = /=(?:3D|2B|2D|20|0A|0D)/i;
/** Two lines in a row that were cut: one line of base64 may end with padding too. */
const SOFT_BREAKS = /=[ \t]{0,16}\r?\n[^\n]{1,90}=[ \t]{0,16}\r?\n/;

const isQuotedPrintable = (text: string): boolean =>
  QUOTED_SIGN.test(text) || SOFT_BREAKS.test(text);

const withoutQuotedPrintable = (text: string): string =>
  isQuotedPrintable(text)
    ? text.replace(
      QUOTED_PRINTABLE,
      (_, octet) => octet === undefined ? "" : characterOf(parseInt(octet, 16)),
    )
    : text;

/** The headers of an encrypted key (RFC 1421, 4.6) on one line. */
const HEADERS =
  /(Proc-Type:[ \t]{0,8}4[ \t]{0,4},[ \t]{0,8}ENCRYPTED)\s{0,16}(DEK-Info:[ \t]{0,8}[A-Z0-9-]{3,24}[ \t]{0,4},[ \t]{0,4}[0-9A-F]{16,64})\s{0,16}/gi;

const withHeaderLines = (text: string): string => text.replace(HEADERS, "\n$1\n$2\n\n");

/** The marks of mail quoting at the start of a line. */
const QUOTING = /^[ \t]{0,8}(?:>[ \t]?){1,16}/gm;

const withoutQuoting = (text: string): string =>
  text.includes(">") ? text.replace(QUOTING, "") : text;

/** The text between the first and the last quote of each line: strings of a programming language that are joined. */
function withoutQuotes(text: string): string {
  if (!/["'`]/.test(text)) return text;
  return text.split("\n").map((line) => {
    const first = line.search(/["'`]/);
    if (first === -1) return line;
    const last = line.lastIndexOf(line[first]);
    return last === first ? line.replaceAll(line[first], "") : line.slice(first + 1, last);
  }).join("\n");
}

/** Marks that continue a line, and other text at its end. */
const LINE_END = /[ \t]{0,16}(?:[\\^`|,;&"'.]|[ \t][_+]){1,8}[ \t]{0,16}\r?$/gm;

const withoutLineEnds = (text: string): string => text.replace(LINE_END, "");

/** The layers, the outer ones first. Those at the end change more of a text, and check that an object results. */
const LAYERS: readonly Layer[] = [
  { code: "nul", undo: withoutNul, isEscape: true },
  { code: "control", undo: withoutControl, isEscape: true },
  { code: "hex", undo: withoutHex },
  { code: "rtf", undo: withoutRtf, isEscape: true },
  { code: "entities", undo: withoutEntities, isEscape: true },
  { code: "percent", undo: withoutPercent, isEscape: true },
  { code: "quoted-printable", undo: withoutQuotedPrintable, isEscape: true },
  { code: "backslashes", undo: withoutBackslashes, isEscape: true },
  { code: "xml-key", undo: xmlKeysAsPem, isEscape: true },
  { code: "tags", undo: withoutTags },
  { code: "lookalikes", undo: withoutLookalikes, isEscape: true },
  { code: "labels", undo: plainLabels },
  { code: "prefixes", undo: withoutQuoting, isEscape: true },
  { code: "headers", undo: withHeaderLines },
  { code: "prefixes", undo: withoutPrefixes },
  { code: "spaces", undo: withPlusSigns },
  { code: "separators", undo: withoutSeparators },
  { code: "other-characters", undo: withoutOtherCharacters },
  { code: "quotes", undo: withoutQuotes },
  { code: "line-ends", undo: withoutLineEnds },
];

/** A layer after which a text may say something else. The check before sending looks for signs of keys without these. */
export const isStructural = ({ isEscape }: Layer): boolean => !isEscape;

/** Escapes inside escapes, such as those of a URL inside JSON. */
const MAX_ROUNDS = 3;

/** Counts the characters that are read again, so that a hostile text costs a limited multiple of reading it once. */
export class Work {
  #left: number;
  readonly #budget: Budget | null;
  #counted = { text: "", lines: 0, blocks: 0 };

  constructor(length: number, budget: Budget | null) {
    this.#budget = budget;
    this.#left = Math.min(MAX_WORK, length * MAX_READINGS);
  }

  /** Whether as many characters may still be read; if so, they are counted. */
  spend(length: number): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }

  /** The same for the characters of a text. Its lines and blocks count too, because the layers look at each of them. */
  spendText(text: string): boolean {
    if (!this.spend(text.length)) return false;
    if (this.#budget === null) return true;
    if (text !== this.#counted.text) {
      this.#counted = { text, lines: 1 + timesIn(text, "\n"), blocks: timesIn(text, BEGIN) };
    }
    const { lines, blocks } = this.#counted;
    this.#budget.spend(
      "work",
      text.length * WORK_PER_CHARACTER + lines * WORK_PER_LINE + blocks * WORK_PER_BLOCK,
    );
    return true;
  }
}

function timesIn(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) times++;
  return times;
}

/** A small text may be read more often than a large one. */
const MAX_READINGS = 400;
const MAX_WORK = 16 * 1024 * 1024;
/** Microseconds of a slow core for each character, line and block of a reading. A damaged block is mended in some 25 ways. */
const WORK_PER_CHARACTER = 0.015;
const WORK_PER_LINE = 0.2;
const WORK_PER_BLOCK = 4;

/** The text without one layer after another, and the codes of those that were undone. `skipped` are not undone. */
export function* peeled(
  text: string,
  work: Work,
  isSkipped: (layer: Layer) => boolean = () => false,
): Generator<{ text: string; codes: readonly LayerCode[] }> {
  let plain = text;
  const codes: LayerCode[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = plain;
    for (const layer of LAYERS) {
      if (isSkipped(layer)) continue;
      if (!work.spendText(plain)) return;
      const next = layer.undo(plain);
      if (next === plain) continue;
      plain = next;
      codes.push(layer.code);
      yield { text: plain, codes: [...codes] };
    }
    if (plain === before) return;
  }
}
