/**
 * Reads the records in the JSON of DNS providers and resolvers: Route 53, Cloudflare, Google Cloud DNS, PowerDNS, Azure
 * and DNS over HTTPS. Each object with a name, a type and data becomes a zone line, which the one reader of zone
 * text reads.
 */
import { readJson } from "../kernel/json.ts";
import { type Failure, failureName, isAnswer, RESPONSE_CODES } from "./failures.ts";
import { MAX_WRITTEN_NAME } from "./record-text.ts";
import { formatRdata, textToOctets } from "./records.ts";
import { type Entry, readEntries } from "./zone-text.ts";

/** Types that JSON has as numbers; others decide nothing. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ 1: "A", 2: "NS", 5: "CNAME", 6: "SOA", 16: "TXT", 28: "AAAA", 39: "DNAME", 257: "CAA" },
};

/** Fields that hold the data of one record, or a list of them. */
const DATA = ["content", "data", "Value", "value", "rdata"];
const LISTS = ["ResourceRecords", "records", "rrdatas", "caaRecords", "values", "answers"];

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface JsonRecords {
  readonly entries: Entry[];
  readonly failures: Failure[];
}

/** The records of a JSON text; null if it is not JSON. Never throws. */
export function readProviderJson(text: string): JsonRecords | null {
  if (!/^\ufeff?\s*[[{]/.test(text)) return null;
  const { value, fault } = readJson(text.replace(/^\ufeff/, ""));
  if (fault !== null) return null;
  const entries: Entry[] = [];
  const failures: Failure[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) { for (const one of value) walk(one); }
    if (!isObject(value)) return;
    const failure = failureOf(value);
    if (failure) failures.push(failure);
    const lines = linesOf(value);
    // The line of an entry is its place among the records, because JSON may be one line.
    for (const line of lines ?? []) {
      entries.push(...readEntries(line).map((entry) => ({ ...entry, line: entries.length + 1 })));
    }
    // A set of records has no sets in it.
    if (lines === null) { for (const one of Object.values(value)) walk(one); }
  };
  walk(value);
  return { entries, failures };
}

/** The failure that a response of DNS over HTTPS reports. */
function failureOf({ Status, Question }: Members): Failure | null {
  if (typeof Status !== "number") return null;
  const code = RESPONSE_CODES[Status] ?? `code ${Status}`;
  const asked = Array.isArray(Question) ? Question[0] : Question;
  if (isAnswer(code)) return null;
  if (!isObject(asked) || typeof asked.name !== "string") return { name: null, code };
  return typeOf(asked) === "CAA" ? { name: failureName(asked.name), code } : null;
}

function typeOf(record: Members): string | null {
  const type = record.type ?? record.Type ?? record.rrtype;
  if (typeof type === "number") return TYPES[type] ?? `TYPE${type}`;
  if (typeof type !== "string") return "caaRecords" in record ? "CAA" : null;
  // Azure writes "Microsoft.Network/dnszones/CAA".
  const word = type.slice(type.lastIndexOf("/") + 1).toUpperCase();
  return /^[A-Z][A-Z0-9]{0,15}$/.test(word) ? TYPES[word.replace("TYPE", "")] ?? word : null;
}

/** A zone line for each record of an object; null if it is not a record. */
function linesOf(record: Members): string[] | null {
  const type = typeOf(record);
  const name = [record.fqdn, record.name, fromOctal(record.Name)].find((one) =>
    typeof one === "string"
  );
  if (type === null || typeof name !== "string" || /[\s"();]/.test(name)) return null;
  const properties = isObject(record.properties) ? record.properties : {};
  const { fqdn } = properties;
  const all = { ...record, ...properties };
  const list = LISTS.map((field) => all[field]).find(Array.isArray);
  const field = DATA.find((field) => all[field] !== undefined);
  const values: readonly unknown[] = list ?? (field === undefined ? [] : [all]);
  const rdata = values.map((one) => rdataOf(one, type)).filter((one) => one !== null);
  const owner = typeof fqdn === "string" ? fqdn : name;
  const written = owner.includes(".") && !owner.endsWith(".") ? `${owner}.` : owner;
  if (rdata.length === 0) return null;
  // The zone reader refuses a name that is too long. With a line for each record, it would read as many copies.
  const isTooLong = written.length > MAX_WRITTEN_NAME;
  return (isTooLong ? rdata.slice(0, 1) : rdata).map((data) => `${written} IN ${type} ${data}`);
}

/** Route 53 writes octets as octal numbers, "\\052" for "*"; zone files have decimal ones. */
const fromOctal = (name: unknown): unknown =>
  typeof name === "string"
    ? name.replace(
      /\\([0-3][0-7]{2})/g,
      (_, octal) => `\\${String(parseInt(octal, 8)).padStart(3, "0")}`,
    )
    : undefined;

/** The data of a record as in a zone file. */
function rdataOf(value: unknown, type: string): string | null {
  if (typeof value === "string") return value.replace(/[\r\n]/g, " ");
  if (!isObject(value)) return null;
  const parts = isObject(value.data) ? value.data : value;
  const { flags = 0, tag } = parts;
  if (type === "CAA" && typeof tag === "string" && DATA.some((field) => field in parts)) {
    const content = DATA.map((field) => parts[field]).find((one) => typeof one === "string");
    if (typeof content !== "string" || typeof flags !== "number") return null;
    const written = { owner: null, flags, tag: tag.replace(/[\s"();]/g, "?") };
    return formatRdata({ ...written, value: textToOctets(content) });
  }
  const data = DATA.map((field) => value[field]).find((one) => typeof one === "string");
  return data === undefined ? null : rdataOf(data, type);
}
