/**
 * Reads the text of a zone file, of a resolver or of a DNS provider, and answers like a name server that has
 * only these records (RFC 1034, 4.3.2): with aliases, wildcards (RFC 4592) and DNAME (RFC 6672).
 */
import { OperationError } from "../kernel/errors.ts";
import { readDomainName } from "../names/domain-name.ts";
import * as TEXT from "../texts.ts";
import type { CaaUndecided } from "../verdict/codes.ts";
import { type Failure, failuresIn } from "./failures.ts";
import { readProviderJson } from "./provider-json.ts";
import {
  layOut,
  lowerCase,
  MAX_NAME_OCTETS,
  MAX_WRITTEN_NAME,
  nameOctets,
  NOT_SHOWN,
  type Reading,
  readRecord,
} from "./record-text.ts";
import type { CaaRecord } from "./records.ts";
import { readEntries, splitName, type Token } from "./zone-text.ts";

/** The limit of CAA records and aliases of a text; no name has as many. */
const MAX_RECORDS = 1_000;
/** The limit of names and parts of names: each takes memory, and no zone of the size of a text has as many. */
const MAX_NAMES = 100_000;
/** The number of aliases that a resolver follows. */
const MAX_ALIASES = 16;

/** A name of the tree of names. It exists if a name below it does, even without records (RFC 4592, 2.2.2). */
interface Node {
  /** The name as it was written first, or as the path to it. */
  readonly name: string;
  below: Map<string, Node> | null;
  readonly caa: CaaRecord[];
  /** The target of its CNAME record. */
  alias: string | null;
  /** The target of its DNAME record, which redirects all names below it. */
  redirect: string | null;
  /** It has an SOA record: a zone begins here. */
  isApex: boolean;
  /** It has an NS record. */
  isServed: boolean;
}

export interface Zone {
  readonly root: Node;
  /** The records by their names; null has those without a name. */
  readonly records: ReadonlyMap<string | null, readonly CaaRecord[]>;
  readonly read: readonly { line: number; reading: Reading }[];
  /** The number of entries of other types. */
  readonly ignored: number;
  /** The look-ups in the text that failed. */
  readonly failures: readonly Failure[];
  /** The names that have both a CNAME record and CAA records. */
  readonly beside: readonly string[];
  /** The targets of ALIAS and ANAME records, with which providers answer for addresses only, by name. */
  readonly copied: ReadonlyMap<string, string>;
  /** It is a configuration of Terraform. */
  readonly isConfiguration: boolean;
  /** It mentions a CAA record without its data. */
  readonly hasNotShown: boolean;
  /** It has relative names and "@", and no $ORIGIN that completes them. */
  readonly needsOrigin: boolean;
}

/**
 * Reads zone text with $ORIGIN and inherited owners, or the JSON of a provider. A CAA record with a CNAME at its name has a
 * problem. Throws `too_complex` beyond MAX_RECORDS records and aliases, and `invalid_input` for a name of more
 * than 255 octets (RFC 1035, 2.3.4): a name that is completed by an origin of any length would make the work
 * grow with the square of the text.
 */
export function readZone(text: string): Zone {
  const root = createNode("");
  const names = { left: MAX_NAMES };
  const records = new Map<string | null, CaaRecord[]>();
  const read: { line: number; reading: Reading }[] = [];
  const copied = new Map<string, string>();
  let [ignored, aliases] = [0, 0];
  let origin: string | null = null;
  let owner: string | null = null;
  let [hasOwnName, hasRelative, hasNotShown] = [false, false, false];
  const count = () => {
    if (read.length + aliases < MAX_RECORDS) return;
    throw new OperationError("too_complex", TEXT.caaTooMany(MAX_RECORDS), "records");
  };

  const { entries, failures } = readProviderJson(text) ??
    { entries: readEntries(text), failures: failuresIn(text) };
  for (const entry of entries) {
    const [first, second] = entry.tokens;
    if (first && !first.quoted && first.source.startsWith("$")) {
      if (first.source.toUpperCase() === "$ORIGIN" && second) {
        origin = absolute(second, origin, entry.line);
      }
      continue;
    }
    const layout = layOut(entry);
    const { type, rdata } = layout;
    if (type === null) {
      ignored++;
      continue;
    }
    if (layout.owner) {
      owner = absolute(layout.owner, origin, entry.line);
      if (owner === "@") hasOwnName = true;
      else if (!layout.owner.source.includes(".") && origin === null) hasRelative = true;
    }
    const own = layout.owner || entry.indented ? owner : null;
    const node = own === null ? null : nodeAt(root, own, names);
    if (type === "CAA") {
      count();
      const reading = readRecord(entry);
      // A malformed value of a known tag is still in force, and authorizes no CA.
      const record = reading.record && { ...reading.record, owner: own };
      read.push({ line: entry.line, reading: { ...reading, record, domain: own } });
      if (record === null) continue;
      node?.caa.push(record);
      const same = records.get(own);
      if (same) same.push(record);
      else records.set(own, [record]);
      continue;
    }
    ignored++;
    hasNotShown ||= type === NOT_SHOWN;
    if (node === null) continue;
    if (type === "SOA") node.isApex = true;
    else if (type === "NS") node.isServed = true;
    else if (type === "ALIAS" || type === "ANAME") {
      if (rdata[0]) copied.set(own!, absolute(rdata[0], origin, entry.line));
    } else if ((type === "CNAME" || type === "DNAME") && rdata[0]) {
      count();
      aliases++;
      const target = absolute(rdata[0], origin, entry.line);
      if (type === "CNAME") node.alias = target;
      else node.redirect = target;
    }
  }
  const beside = new Set(
    [...records.keys()].filter((name) => name !== null && nodeAt(root, name, names).alias !== null),
  );
  return {
    ...{ root, records, copied, ignored, failures, beside: [...beside] as string[] },
    // An error of the zone (RFC 1034, 3.6.2): name servers refuse to load it.
    read: read.map(({ line, reading }) => ({
      line,
      reading: beside.has(reading.domain) && reading.problem === null
        ? { ...reading, problem: TEXT.caaBesideAlias }
        : reading,
    })),
    isConfiguration: /^[ \t]*resource[ \t]+"/m.test(text),
    hasNotShown,
    needsOrigin: hasOwnName && hasRelative,
  };
}

const createNode = (name: string): Node => ({
  ...{ name, below: null, caa: [], alias: null, redirect: null },
  ...{ isApex: false, isServed: false },
});

/** The node of a name, which is made if it is not there. Throws `too_complex` if no more names are `left`. */
function nodeAt(root: Node, name: string, names: { left: number }): Node {
  let node = root;
  const { labels, written } = splitName(name);
  for (let at = labels.length - 1; at >= 0; at--) {
    let next = node.below?.get(labels[at]);
    if (!next) {
      if (names.left-- === 0) {
        throw new OperationError("too_complex", TEXT.caaTooManyNames(MAX_NAMES), "records");
      }
      next = createNode(written.slice(at).join("."));
      node.below ??= new Map();
      node.below.set(labels[at], next);
    }
    node = next;
  }
  return node;
}

/**
 * A name in lower case and A-labels without the trailing dot; `origin` completes a relative name. Throws
 * `invalid_input` for a name on `line` that is longer than a domain name can be.
 */
function absolute({ source }: Token, origin: string | null, line: number): string {
  if (source === "@") return origin ?? "@";
  const dotted = source.endsWith(".") && source !== ".";
  const complete = dotted ? source.slice(0, -1) : origin === null ? source : `${source}.${origin}`;
  if (complete.length > MAX_WRITTEN_NAME || nameOctets(complete) > MAX_NAME_OCTETS) {
    throw new OperationError("invalid_input", TEXT.caaNameTooLong(line), "records");
  }
  const name = lowerCase(complete);
  return /[^ -~]/.test(name) ? readDomainName(name) ?? name : name;
}

/** The answer of DNS for one name. */
type Answer =
  /** `owner` has the records; null for records without a name. `wildcard`: the name of the one that answers. */
  | {
    status: "records";
    owner: string | null;
    records: readonly CaaRecord[];
    wildcard: string | null;
  }
  /** The name is neither there nor made by a wildcard, or it has no such records. */
  | { status: "none" }
  | { status: "cname_beside"; at: string }
  | { status: "failed"; failure: Failure }
  | { status: "undecided"; why: CaaUndecided; at: string | null };

/** The finding about a name and the names above it. */
type Finding = Exclude<Answer, { status: "none" }>;

/**
 * The records that apply to a name (RFC 8659, 3): those of the closest name at or above it. The names above an
 * alias are those of the alias, not of its target.
 */
export function findRecords(zone: Zone, name: string): Finding {
  if (zone.needsOrigin) return { status: "undecided", why: "no_origin", at: null };
  const { written } = splitName(name);
  for (let at = 0; at < written.length; at++) {
    const answer = answerFor(zone, written.slice(at).join("."));
    if (answer.status !== "none") return answer;
  }
  const target = zone.copied.get(name);
  if (target !== undefined && zone.records.size > 0 && !zone.records.has(null)) {
    return { status: "undecided", why: "addresses_copied", at: target };
  }
  return findUnnamed(zone);
}

/** Records without a name are the result of a look-up, so they apply to the name in question. */
export function findUnnamed(zone: Zone): Finding {
  const { records: all, failures } = zone;
  for (const owner of [null, "@"]) {
    const records = all.get(owner);
    if (records) return { status: "records", owner, records, wildcard: null };
  }
  const failure = failures.find(({ name }) => name === null || all.size === 0);
  if (failure) return { status: "failed", failure };
  const why = all.size === 0 ? unreadOf(zone) ?? "no_records" : "not_in_text";
  return { status: "undecided", why, at: null };
}

/** Why the records of a text were not read; null if none were left out. */
export const unreadOf = (
  { isConfiguration, hasNotShown }: Zone,
): "configuration" | "not_shown" | null =>
  isConfiguration ? "configuration" : hasNotShown ? "not_shown" : null;

/** Answers for one name. Aliases begin again with their target. */
function answerFor(zone: Zone, name: string): Answer {
  let asked = name;
  for (let hops = 0; hops <= MAX_ALIASES; hops++) {
    const found = walk(zone.root, asked);
    if (found.is === "delegated") return { status: "undecided", why: "delegated", at: found.name };
    let target = found.is === "redirected" ? found.target : null;
    if (found.is === "there") {
      const { node: { name: owner, caa: records, alias }, wildcard } = found;
      if (records.length > 0) {
        return alias === null
          ? { status: "records", owner, records, wildcard }
          : { status: "cname_beside", at: owner };
      }
      target = alias;
    }
    if (target === null) {
      const failure = zone.failures.find(({ name }) => name === asked);
      return failure ? { status: "failed", failure } : { status: "none" };
    }
    if (nameOctets(target) > MAX_NAME_OCTETS) {
      return { status: "undecided", why: "name_too_long", at: name };
    }
    asked = target;
  }
  // A loop is an error (RFC 1034, 3.6.2); it does not prove that there are no records.
  return { status: "undecided", why: "alias_loop", at: name };
}

type Found =
  /** `wildcard`: its name, if it is the one that answers. */
  | { is: "there"; node: Node; wildcard: string | null }
  | { is: "redirected"; target: string }
  /** Other name servers answer for `name` and the names below it. */
  | { is: "delegated"; name: string }
  | { is: "absent" };

/** RFC 1034, 4.3.2: walks down from the root to a name, or to the wildcard of the last name that exists. */
function walk(root: Node, name: string): Found {
  const { labels, written } = splitName(name);
  let node = root;
  let isInZone = false;
  for (let at = labels.length - 1; at >= 0; at--) {
    const next = node.below?.get(labels[at]);
    if (!next) {
      const wildcard = node.below?.get("*");
      return wildcard ? { is: "there", node: wildcard, wildcard: wildcard.name } : { is: "absent" };
    }
    node = next;
    if (isInZone && node.isServed && !node.isApex && node.caa.length === 0) {
      return { is: "delegated", name: node.name };
    }
    isInZone ||= node.isApex;
    if (at > 0 && node.redirect !== null) {
      return { is: "redirected", target: [...written.slice(0, at), node.redirect].join(".") };
    }
  }
  return { is: "there", node, wildcard: null };
}
