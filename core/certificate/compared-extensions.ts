/** Compares the extensions of two certificates or CSRs, and describes each change in a sentence. */
import { abridged, counted, named, withCommas } from "../kernel/formatting.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { BasicConstraints, Extension, GeneralName } from "../x509/shapes.ts";
import { MAX_LISTED } from "./options.ts";

interface ExtensionChange {
  oid: string;
  name: string;
  change: "added" | "removed" | "changed";
  message: string;
  /** The values that only one of the two has, at most MAX_LISTED each. */
  added: string[];
  removed: string[];
}

/** How many values a sentence names. */
const MAX_NAMED = 3;

/**
 * The differences, in the order of the first list and then of the second. If an extension occurs twice, the
 * first one counts (as in `readExtensions`). `same` is the number of equal extensions.
 */
export function compareExtensions(
  before: readonly Extension[],
  after: readonly Extension[],
): { changes: ExtensionChange[]; same: number } {
  const old = firstOfEach(before);
  const current = firstOfEach(after);
  const changes: ExtensionChange[] = [];
  let same = 0;
  for (const [oid, extension] of old) {
    const now = current.get(oid);
    if (now === undefined) changes.push(gone(extension));
    else if (now.hex === extension.hex && now.critical === extension.critical) same++;
    else changes.push(changed(extension, now));
  }
  for (const [oid, extension] of current) if (!old.has(oid)) changes.push(come(extension));
  return { changes, same };
}

function firstOfEach(list: readonly Extension[]): Map<string, Extension> {
  const byOid = new Map<string, Extension>();
  for (const extension of list) if (!byOid.has(extension.oid)) byOid.set(extension.oid, extension);
  return byOid;
}

function come(extension: Extension): ExtensionChange {
  const added = itemsOf(extension) ?? [];
  return { ...only(extension, "Only in the second", added), change: "added", added, removed: [] };
}

function gone(extension: Extension): ExtensionChange {
  const removed = itemsOf(extension) ?? [];
  return {
    ...only(extension, "Only in the first", removed),
    change: "removed",
    added: [],
    removed,
  };
}

function only({ oid, name, critical }: Extension, where: string, items: string[]) {
  const what = items.length === 0 ? "" : `: ${some(items)}`;
  const message = `${where}${critical ? ", critical" : ""}${what}.`;
  items.splice(MAX_LISTED);
  return { oid, name, message };
}

function changed(before: Extension, after: Extension): ExtensionChange {
  const sentences: string[] = [];
  let added: string[] = [];
  let removed: string[] = [];
  if (before.critical !== after.critical) {
    sentences.push(after.critical ? "It is critical now." : "It is no longer critical.");
  }
  if (before.hex !== after.hex) {
    const [old, current] = [itemsOf(before), itemsOf(after)];
    const isUnread = old === null || current === null;
    if (!isUnread) ({ added, removed } = difference(old, current));
    sentences.push(
      isUnread || added.length + removed.length === 0
        ? otherValue(before, after, isUnread)
        : valuesChanged(after.oid, added, removed),
    );
  }
  added = added.slice(0, MAX_LISTED);
  removed = removed.slice(0, MAX_LISTED);
  const { oid, name } = after;
  return { oid, name, change: "changed", message: sentences.join(" "), added, removed };
}

/** Extensions with a single value: a change replaces it. */
const SINGLE: ReadonlySet<string> = new Set([
  EXTENSION.subjectKeyIdentifier,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.basicConstraints,
  EXTENSION.inhibitAnyPolicy,
  EXTENSION.netscapeComment,
]);

function valuesChanged(oid: string, added: string[], removed: string[]): string {
  if (SINGLE.has(oid) && added.length > 0 && removed.length > 0) {
    return `${some(added)} instead of ${some(removed)}.`;
  }
  return [
    added.length > 0 && `${withCommas(added.length)} added: ${some(added)}.`,
    removed.length > 0 && `${withCommas(removed.length)} removed: ${some(removed)}.`,
  ].filter(Boolean).join(" ");
}

function otherValue(before: Extension, after: Extension, isUnread: boolean): string {
  if (!isUnread) return "The same values in another order or encoding.";
  const [old, current] = [before.hex.length / 2, after.hex.length / 2];
  const now = counted(current, "byte");
  return old === current
    ? `Another value of ${now}.`
    : `Another value: ${now} instead of ${withCommas(old)}.`;
}

const some = (items: readonly string[]): string => abridged(items, MAX_NAMED, named);

/** The values that only one of the lists has, each once, in the order of its list. */
export function difference(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[]; same: number } {
  const old = new Set(before);
  const current = new Set(after);
  const added = [...current].filter((item) => !old.has(item));
  const removed = [...old].filter((item) => !current.has(item));
  return { added, removed, same: current.size - added.length };
}

/** A name with its type: "DNS:www.example.com". */
export const typedName = ({ type, value }: GeneralName): string => `${type}:${value}`;

/** The values of an extension as short texts; null if it has no decoder or cannot be decoded. */
function itemsOf({ oid, value, problem }: Extension): string[] | null {
  if (problem !== null || value === null || value === undefined) return null;
  if (oid === EXTENSION.basicConstraints) return [basicConstraintsText(value as BasicConstraints)];
  if (oid === EXTENSION.signedCertificateTimestamps) return null;
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (value === true) return [];
  if (Array.isArray(value)) return value.flatMap(itemTexts);
  return Object.entries(value).flatMap(([field, part]) =>
    Array.isArray(part)
      ? part.flatMap(itemTexts).map((text) => `${field} ${text}`)
      : part === null
      ? []
      : [SINGLE.has(oid) ? String(part) : `${field} ${part}`]
  );
}

/** In OpenSSL's notation: values have no words of ours. */
const basicConstraintsText = ({ ca, pathLen }: BasicConstraints): string =>
  !ca ? "CA:FALSE" : pathLen === null ? "CA:TRUE" : `CA:TRUE, pathlen:${pathLen}`;

/** The texts of one entry of a decoded list, whichever of the decoders made it. */
function itemTexts(entry: unknown): string[] {
  if (typeof entry !== "object" || entry === null) return [String(entry)];
  if ("type" in entry && "value" in entry) {
    const { type, value } = entry as GeneralName;
    return [typedName({ type, value: type === "DNS" ? value.toLowerCase() : value })];
  }
  if ("location" in entry && "method" in entry) {
    return [`${entry.method} ${typedName(entry.location as GeneralName).replace(/^URI:/, "")}`];
  }
  if ("names" in entry && Array.isArray(entry.names)) {
    const names = (entry.names as GeneralName[]).map((name) =>
      name.type === "URI" ? name.value : typedName(name)
    );
    return names.length > 0 ? names : [JSON.stringify(entry)];
  }
  if ("qualifiers" in entry && "oid" in entry) return [String(entry.oid)];
  return [JSON.stringify(entry)];
}
