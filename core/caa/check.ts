/**
 * caa/check: reads the text of a zone file or a resolver, explains the CAA records of each name, and
 * determines whether an authority may issue for a name by climbing the tree as RFC 8659, section 3
 * requires. It uses only the text: if the text lacks a record, the answer is unknown.
 */
import type { Operation } from "../kernel/execute.ts";
import { readDomainName } from "../names/domain-name.ts";
import { OperationError } from "../kernel/errors.ts";
import * as TEXT from "../texts.ts";
import { authorityByKey } from "./authorities.ts";
import type { caaCheck } from "./contract.ts";
import { readTypedDomain } from "../names/hosts.ts";
import { explain, mayIssue, policyOf, type Purpose } from "./effective.ts";
import { layOut, lowerCase, MAX_NAME_OCTETS, nameOctets, readRecord } from "./record-text.ts";
import { readEntries, type Token } from "./zone-text.ts";
import type { CaaRecord } from "./records.ts";
import { toParsed } from "./validate.ts";

/** The limit of CAA records and aliases of a text; no name has as many. */
const MAX_RECORDS = 1_000;
/** The number of aliases that a resolver follows. */
const MAX_ALIASES = 16;

/** The records of a text by name; null has those without a name. */
interface Zone {
  readonly records: ReadonlyMap<string | null, readonly CaaRecord[]>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly read: readonly { line: number; reading: ReturnType<typeof readRecord> }[];
  readonly ignored: number;
}

/**
 * Returns every record of a zone text, the meaning of the records by name, and whether the authority may
 * issue. `problem` of a record is its fault. Throws `too_complex`.
 */
export const check: Operation<typeof caaCheck> = (input, context) => {
  context.budget.spend("bytes", input.records.length);
  const zone = readZone(input.records);
  const policies = [...zone.records].map(([domain, records]) => ({
    domain,
    sentences: explain(policyOf(records), domain),
  }));
  return {
    records: zone.read.map(({ line, reading }) => ({ line, ...toParsed(reading) })),
    ignored: zone.ignored,
    policies,
    answer: input.authority.trim() === "" ? null : answer(zone, input),
  };
};

/**
 * Reads zone text with $ORIGIN, inherited owners and CNAME records. Throws `too_complex` beyond MAX_RECORDS
 * records and aliases, and `invalid_input` for a name of more than 255 octets (RFC 1035, 2.3.4): a name that
 * is completed by an origin of any length would make the work grow with the square of the text.
 */
export function readZone(text: string): Zone {
  const records = new Map<string | null, CaaRecord[]>();
  const aliases = new Map<string, string>();
  const read: { line: number; reading: ReturnType<typeof readRecord> }[] = [];
  let ignored = 0;
  let origin: string | null = null;
  let owner: string | null = null;
  const count = () => {
    if (read.length + aliases.size < MAX_RECORDS) return;
    throw new OperationError("too_complex", TEXT.caaTooMany(MAX_RECORDS), "records");
  };

  for (const entry of readEntries(text)) {
    const [first, second] = entry.tokens;
    if (first && !first.quoted && first.source.startsWith("$")) {
      if (first.source.toUpperCase() === "$ORIGIN" && second) {
        origin = absolute(second, null, entry.line);
      }
      continue;
    }
    const layout = layOut(entry);
    if (layout.owner) owner = absolute(layout.owner, origin, entry.line);
    const own = layout.owner || entry.indented ? owner : null;
    if (layout.type !== "CAA") {
      ignored++;
      if (layout.type === "CNAME" && own !== null && layout.rdata[0]) {
        count();
        aliases.set(own, absolute(layout.rdata[0], origin, entry.line));
      }
      continue;
    }
    count();
    const reading = readRecord(entry);
    // A malformed value of a known tag is still in force, and authorizes no CA.
    const record = reading.record && { ...reading.record, owner: own };
    read.push({ line: entry.line, reading: { ...reading, record, domain: own } });
    if (record) records.set(own, [...records.get(own) ?? [], record]);
  }
  return { records, aliases, read, ignored };
}

/**
 * A name in lower case without the trailing dot; `origin` completes a relative name. Throws `invalid_input`
 * for a name on `line` that is longer than a domain name can be.
 */
function absolute({ source }: Token, origin: string | null, line: number): string {
  if (source === "@") return origin ?? "@";
  const dotted = source.endsWith(".") && source !== ".";
  const complete = dotted ? source.slice(0, -1) : origin === null ? source : `${source}.${origin}`;
  // The text is at most four times as long as the name, because of escapes such as "\\065".
  if (complete.length > 4 * MAX_NAME_OCTETS || nameOctets(complete) > MAX_NAME_OCTETS) {
    throw new OperationError("invalid_input", TEXT.caaNameTooLong(line), "records");
  }
  const name = lowerCase(complete);
  return dotted ? name : readDomainName(name) ?? name;
}

interface Question {
  domain: string;
  authority: string;
  purpose: Purpose;
}

interface Answer {
  permitted: boolean | null;
  reason: string;
  conditions: string[];
  governedBy: string | null;
}

function answer(zone: Zone, { domain, authority, purpose }: Question): Answer {
  const names = [...zone.records.keys()];
  if (names.length === 0) return unknown("No CAA record was found in the text.");
  const asked = domain.trim();
  const wanted = asked === "" ? null : readTypedDomain(asked);
  const name = asked === "" ? names[0] : wanted?.name ?? null;
  if (asked === "" && names.length > 1) {
    return unknown("The text has records for several names. Choose one of them.");
  }
  const found = name === null ? { owner: names[0] } : governing(zone, name);
  if ("reason" in found) return unknown(found.reason);
  const kind = wanted?.wildcard && purpose === "tls" ? "wildcard" : purpose;
  const key = authority.trim();
  const domains = authorityByKey(key)?.domains ?? [readDomainName(key) ?? key];
  const verdict = mayIssue(policyOf(zone.records.get(found.owner)!), domains, kind);
  return { ...verdict, conditions: [...verdict.conditions], governedBy: found.owner };
}

function unknown(reason: string): Answer {
  return { permitted: null, reason, conditions: [], governedBy: null };
}

/** The name whose records apply (null for records without a name), or why it is unknown. */
type Governing = { owner: string | null } | { reason: string };

/** RFC 8659, section 3: the closest name at or above, following aliases. */
function governing({ records, aliases }: Zone, name: string): Governing {
  const labels = name.split(".");
  for (let at = 0; at < labels.length; at++) {
    const asked = labels.slice(at).join(".");
    let owner: string | undefined = asked;
    for (let hops = 0; owner !== undefined; hops++) {
      if (records.has(owner)) return { owner };
      // A loop is an error (RFC 1034, 3.6.2); it does not prove that there are no records.
      if (hops === MAX_ALIASES) {
        return { reason: `The aliases of ${asked} form a loop or are too many to follow.` };
      }
      owner = aliases.get(owner);
    }
  }
  // Records without a name are the result of a lookup, so they apply to the name in question.
  if (records.has(null)) return { owner: null };
  if (records.has("@")) return { owner: "@" };
  return {
    reason: "The text has no CAA record for this name or above it. If none is published, any " +
      "authority may issue.",
  };
}
