/**
 * Parses the words of zone text as a CAA record (RFC 8659, section 4.1.1; RFC 3597, section 5). No function
 * of this file throws.
 */
import { counted, withCommas } from "../kernel/formatting.ts";
import type { Statement } from "../verdict/model.ts";
import { state } from "../verdict/statements.ts";
import { type CaaRecord, KNOWN_TAGS, readValue, textToOctets } from "./records.ts";
import { meantRecords, remarksOn } from "./remarks.ts";
import { type Entry, isDigit, readEntries, type Token } from "./zone-text.ts";

/** The result of reading a record; `record` is null if the text is incomplete. */
export interface Reading {
  readonly record: CaaRecord | null;
  readonly domain: string | null;
  readonly flags: number | null;
  readonly tag: string | null;
  /** Octet string. */
  readonly value: string | null;
  /** Why the record is invalid, or null. */
  readonly problem: string | null;
  /** About input that is legal but probably not intended, or the record that was meant. */
  readonly notes: readonly Statement[];
}

/** The parts of an entry. */
interface Layout {
  /** The owner as written, or null. */
  readonly owner: Token | null;
  /** The class as written in upper case, or null. */
  readonly class: string | null;
  /** The record type in upper case, "CAA" for all its spellings; null if there is none. */
  readonly type: string | null;
  /** Tokens after the type. */
  readonly rdata: readonly Token[];
}

/**
 * Finds owner, class, type and RDATA, in zone lines, in bare RDATA (`dig +short`), and in the sentences that
 * host and nslookup print.
 */
export function layOut({ tokens, indented }: Entry): Layout {
  const words = tokens.map((token) => token.quoted ? "" : token.source.toUpperCase());
  if (words[1] === "HAS" && words[2] === "CAA" && words[3] === "RECORD") {
    return { owner: tokens[0], class: null, type: "CAA", rdata: tokens.slice(4) };
  }
  if (words[1] === "RDATA_257" && words[2] === "=") {
    return { owner: tokens[0], class: null, type: "CAA", rdata: tokens.slice(3) };
  }
  // nslookup of Windows shows the data only in hexadecimal, and older ones not at all.
  if (words[1] === "RECORDTYPE" && words[2] === "257" && tokens.length === 4) {
    const length = { ...tokens[3], source: String(tokens[3].source.length / 2) };
    return { owner: tokens[0], class: null, type: "CAA", rdata: [GENERIC, length, tokens[3]] };
  }
  if (words[1] === "???" && words.slice(2, 5).join(" ") === "UNKNOWN TYPE 257") {
    return { owner: tokens[0], class: null, type: NOT_SHOWN, rdata: [] };
  }
  // The sentences of host and nslookup about an alias.
  const isAlias = words.slice(1, 5).join(" ").toLowerCase() === "is an alias for" ||
    words[1] === "CANONICAL" && words[2] === "NAME" && words[3] === "=";
  if (isAlias) {
    return { owner: tokens[0], class: null, type: "CNAME", rdata: tokens.slice(-1) };
  }
  // Search from the right, because an owner or a TTL can look like a type.
  for (let at = Math.min(3, words.length - 1); at >= 0; at--) {
    if (words[at] !== "CAA" && words[at] !== "TYPE257") continue;
    const front = readFront(tokens, words, at, indented);
    if (front === null || at > 0 && tokens.length < at + 4 && isCaa(words, at)) continue;
    return { ...front, type: "CAA", rdata: tokens.slice(at + 1) };
  }
  for (let at = Math.min(3, words.length - 1); at > 0; at--) {
    const front = /^[A-Z][A-Z0-9-]{0,15}$/.test(words[at]) && !isClass(words[at])
      ? readFront(tokens, words, at, indented)
      : null;
    if (front && (OTHER_TYPES.has(words[at]) || words[at].startsWith("TYPE"))) {
      return { ...front, type: words[at], rdata: tokens.slice(at + 1) };
    }
  }
  const first = tokens[0]?.quoted ? "" : words[0] ?? "";
  const bare = first === "\\#" ||
    tokens.length >= 2 && (/^[0-9]{1,5}$/.test(first) || isTagFirst(first));
  return { owner: null, class: null, type: bare ? "CAA" : null, rdata: tokens };
}

/** The type of a CAA record that the text mentions without its data. */
export const NOT_SHOWN = "CAA not shown";

const GENERIC: Token = { source: "\\#", octets: "\\#", quoted: false };

/** Whether a record begins with its tag, or joins flags and tag with a comma. */
const isTagFirst = (word: string): boolean =>
  KNOWN_TAGS.includes(word.toLowerCase()) || /^[0-9]{1,3},[A-Z]{1,16},?$/.test(word);

/** Whether the first word is the type, so that another `CAA` is part of the data. */
function isCaa(words: readonly string[], at: number): boolean {
  return words[0] === "CAA" && at > 0 && isNumber(words[1]);
}

/**
 * Other types that a pasted text often has. They are named in a message and otherwise ignored. ALIAS and ANAME are types
 * of DNS providers.
 */
const OTHER_TYPES = new Set([
  ..."A AAAA AFSDB ALIAS ANAME CDNSKEY CDS CERT CNAME DHCID DNAME DNSKEY DS HINFO HTTPS LOC MX NAPTR NS NSEC"
    .split(" "),
  ..."NSEC3 NSEC3PARAM OPENPGPKEY PTR RP RRSIG SMIMEA SOA SPF SRV SSHFP SVCB TLSA TXT URI".split(
    " ",
  ),
]);

/** `[owner] [ttl] [class]` or `[owner] [class] [ttl]` in the first `count` tokens; null if not. */
function readFront(
  tokens: readonly Token[],
  words: readonly string[],
  count: number,
  indented: boolean,
): { owner: Token | null; class: string | null } | null {
  let left = count;
  let class_: string | null = null;
  let ttl = false;
  while (left > 0) {
    const word = words[left - 1];
    if (class_ === null && isClass(word)) class_ = word;
    else if (!ttl && isTtl(word)) ttl = true;
    else break;
    left--;
  }
  if (left === 0) return { owner: null, class: class_ };
  return left === 1 && !indented ? { owner: tokens[0], class: class_ } : null;
}

function isClass(word: string): boolean {
  return word === "IN" || word === "CH" || word === "HS" || /^CLASS[0-9]{1,5}$/.test(word);
}

/** Seconds, or BIND's `1h30m`. */
function isTtl(word: string): boolean {
  return /^([0-9]{1,10}|([0-9]{1,6}[SMHDW]){1,5})$/.test(word);
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^[0-9]{1,10}$/.test(word);
}

/** Reads a text with one record, in any form that `layOut` supports. */
export function parseRecord(text: string): Reading {
  const entries = readEntries(text).filter(({ tokens }) =>
    !tokens[0]?.source.startsWith("$") || tokens[0].quoted
  );
  if (entries.length === 0) return unreadable(null, "No record found");
  if (entries.length > 1) {
    const broken = entries.find(({ problem }) => problem !== null)?.problem;
    return unreadable(
      null,
      broken ?? `Found ${withCommas(entries.length)} records. Check one at a time`,
    );
  }
  return readRecord(entries[0]);
}

/** Reads the record of one entry. If it is invalid, a remark names the records that were probably meant. */
export function readRecord(entry: Entry): Reading {
  const reading = readEntry(entry);
  if (reading.problem === null) return reading;
  const records = meantRecords(entry.tokens.map(({ source }) => source).join(" "));
  return records.length === 0
    ? reading
    : { ...reading, notes: [...reading.notes, state("caa_record_meant", { records })] };
}

function readEntry(entry: Entry): Reading {
  const layout = layOut(entry);
  const owner = layout.owner ? readOwner(layout.owner) : { name: null, problem: null };
  const domain = owner.name;
  if (entry.problem) return unreadable(domain, entry.problem);
  if (layout.type === null) return unreadable(domain, "This is not a CAA record");
  if (layout.type !== "CAA") {
    return unreadable(domain, "This is a DNS record of another type, not a CAA record");
  }
  if (owner.problem) return unreadable(null, owner.problem);
  if (layout.class !== null && layout.class !== "IN" && layout.class !== "CLASS1") {
    return unreadable(domain, "The class must be IN");
  }
  const [first] = layout.rdata;
  return first && !first.quoted && first.source === "\\#"
    ? readGeneric(domain, layout.rdata.slice(1))
    : readPresentation(domain, layout.rdata, entry.commented);
}

function unreadable(domain: string | null, problem: string): Reading {
  return {
    record: null,
    domain,
    flags: null,
    tag: null,
    value: null,
    problem,
    notes: [],
  };
}

/** `flags tag value` (RFC 8659, section 4.1.1). */
function readPresentation(
  domain: string | null,
  rdata: readonly Token[],
  commented: boolean,
): Reading {
  const [flagsToken, tagToken, valueToken] = rdata;
  const flags = flagsToken ? readFlags(flagsToken) : null;
  const tag = tagToken ? readTag(tagToken) : null;
  const value = valueToken?.octets ?? null;
  const partial = { record: null, domain, flags, tag, value, notes: [] };
  const fails = (problem: string): Reading => ({ ...partial, problem });
  if (!flagsToken) return fails("Flags, tag and value are missing");
  if (flags === null) return fails("Flags must be a number from 0 to 255");
  if (!tagToken) return fails("Tag and value are missing");
  if (tagToken.quoted) return fails("The tag must not be in quotes");
  if (tag === null) return fails("The tag must be letters and digits");
  if (!valueToken) {
    return fails(
      commented
        ? 'The value is missing. An unquoted semicolon starts a comment: write ";" in quotes'
        : "The value is missing",
    );
  }
  if (rdata.length > 3) {
    return fails(
      `Found ${
        withCommas(rdata.length - 2)
      } values, expected one. Put a value that contains spaces in quotes`,
    );
  }
  const notes = commented && !valueToken.quoted ? [state("caa_comment_ends_value", {})] : [];
  return checkRecord({ owner: domain, flags, tag, value: valueToken.octets }, notes);
}

/** `\# length hex…` (RFC 3597, section 5); the hex may be in several words. */
function readGeneric(domain: string | null, words: readonly Token[]): Reading {
  const [length, ...rest] = words;
  const fails = (problem: string) => unreadable(domain, problem);
  if (!length || length.quoted || !/^[0-9]{1,5}$/.test(length.source)) {
    return fails("The length after \\# must be a number");
  }
  const hex = rest.map(({ source }) => source).join("");
  if (rest.some(({ quoted }) => quoted) || hex.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(hex)) {
    return fails("The data after \\# must be pairs of hex digits");
  }
  if (hex.length / 2 !== Number(length.source)) {
    return fails(
      `The length after \\# is wrong: the data has ${counted(hex.length / 2, "octet")}`,
    );
  }
  if (hex.length > 2 * 0xffff) return fails("The record is too long");
  let octets = "";
  for (let at = 0; at < hex.length; at += 2) {
    octets += String.fromCharCode(parseInt(hex.slice(at, at + 2), 16));
  }
  if (octets.length < 2) return fails("The data is too short for flags and tag");
  const end = 2 + octets.charCodeAt(1);
  const tag = octets.slice(2, end);
  if (octets.length < end) return fails("The data ends in the middle of the tag");
  if (!isTag(tag)) return fails("The tag must be letters and digits");
  return checkRecord({
    owner: domain,
    flags: octets.charCodeAt(0),
    tag: tag.toLowerCase(),
    value: octets.slice(end),
  });
}

/** Checks the value of a complete record and adds remarks to `notes`. */
export function checkRecord(record: CaaRecord, notes: readonly Statement[] = []): Reading {
  const { owner, flags, tag, value } = record;
  const tooLong = 2 + tag.length + value.length > 0xffff;
  const { issue, problem } = readValue(tag, value);
  return {
    ...{ record, domain: owner, flags, tag, value },
    problem: tooLong ? "The record is too long" : problem,
    notes: [...notes, ...remarksOn(record, issue)],
  };
}

function readFlags({ source, quoted }: Token): number | null {
  if (quoted || !/^[0-9]{1,3}$/.test(source)) return null;
  const flags = Number(source);
  return flags <= 255 ? flags : null;
}

function readTag({ source, quoted }: Token): string | null {
  return !quoted && isTag(source) ? source.toLowerCase() : null;
}

function isTag(text: string): boolean {
  return /^[A-Za-z0-9]{1,255}$/.test(text);
}

/**
 * Reads an owner name in lower case without the trailing dot; `@` and `.` stay. Escapes are kept, so that the
 * name can be written back. Lengths: RFC 1035, section 2.3.4.
 */
function readOwner(token: Token): { name: string | null; problem: string | null } {
  const { source, quoted } = token;
  if (quoted || source === "") {
    return { name: null, problem: "The owner name is not a valid domain name" };
  }
  if (/^https?:\/\//i.test(source)) {
    return { name: null, problem: "The owner must be a domain name, not a URL" };
  }
  if (source.includes("\ufeff")) {
    return { name: null, problem: "The owner name contains a byte order mark" };
  }
  if (source === "@" || source === ".") return { name: source, problem: null };
  // An escaped octet stands for itself. No name to be certified has one of these.
  if (/[:/@,;|]/.test(source.replace(/\\(\d{3}|.)/g, ""))) {
    return {
      name: null,
      problem: "The owner must be a domain name, without a port, a path or an e-mail address",
    };
  }
  const labels = labelOctets(source);
  const dotted = labels.at(-1) === 0;
  if (dotted) labels.pop();
  if (labels.includes(0)) return { name: null, problem: "The owner name has an empty label" };
  if (labels.some((octets) => octets > 63)) {
    return { name: null, problem: "The owner name has a label of more than 63 octets" };
  }
  if (nameOctets(source) > MAX_NAME_OCTETS) {
    return { name: null, problem: "The owner name is longer than 255 octets" };
  }
  return { name: lowerCase(dotted ? source.slice(0, -1) : source), problem: null };
}

/** The longest domain name on the wire, in octets (RFC 1035, 2.3.4). */
export const MAX_NAME_OCTETS = 255;
/** The longest text of such a name: each octet may be an escape such as "\\065". */
export const MAX_WRITTEN_NAME = 4 * MAX_NAME_OCTETS;

/** The octets of each label of a written name, whose escapes count as one octet (RFC 1035, 5.1). */
function labelOctets(source: string): number[] {
  const labels = [0];
  for (let at = 0; at < source.length; at++) {
    if (source[at] === ".") labels.push(0);
    else if (source[at] === "\\") {
      at += isDigit(source[at + 1] ?? "") ? 3 : 1;
      labels[labels.length - 1]++;
    } else if (source.charCodeAt(at) < 0x80) labels[labels.length - 1]++;
    else {
      const character = String.fromCodePoint(source.codePointAt(at)!);
      labels[labels.length - 1] += textToOctets(character).length;
      at += character.length - 1;
    }
  }
  return labels;
}

/** The octets of a written name on the wire: each label with its length, and the root. */
export function nameOctets(source: string): number {
  const labels = labelOctets(source.endsWith(".") ? source.slice(0, -1) : source);
  return labels.reduce((sum, octets) => sum + octets + 1, 1);
}

/** DNS ignores the case of ASCII letters only (RFC 4343, 3); other letters would become other octets. */
export function lowerCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
