/** Encodes DNS queries and decodes replies (RFC 1035, 4.1). */
import { failureReason, RESPONSE_CODES } from "../../../core/caa/failures.ts";
import { CAA_TYPE, type CaaRecord } from "../../../core/caa/records.ts";
import { ascii, uint16 } from "../../../core/kernel/octets.ts";

/** A resolver's answer for one name. */
export type CaaAnswer =
  /** `aliases`: the chain of aliases from the name. The last one has the records. */
  | { status: "records"; aliases: readonly string[]; records: CaaRecord[] }
  | { status: "no_records" | "no_such_name"; aliases: readonly string[] }
  | { status: "failure"; reason: string };

export const ADDRESS_TYPE = 1;
const CNAME_TYPE = 5;
const CLASS_IN = 1;
export const HEADER_LENGTH = 12;
const MAX_NAME_LENGTH = 255;
/** A name of 255 octets has at most this many labels, and each pointer leads to at least one label. */
const MAX_POINTERS = 127;
/**
 * The most labels and pointers of all names in a reply together. With pointers, a reply of 64 KiB can
 * repeat a long name in each of 4,000 records, and the main thread decodes it.
 */
const MAX_STEPS = 16_384;

/** A malformed reply, or no reply. The message is a clause for the user. */
export class DnsFault extends Error {}

/** Encodes a query with recursion desired (RFC 1035, 4.1). */
export function encodeQuery(id: number, name: string, type = CAA_TYPE): Uint8Array {
  const labels = name.split(".").map((label) => new TextEncoder().encode(label));
  const length = HEADER_LENGTH + labels.reduce((sum, label) => sum + 1 + label.length, 0) + 5;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, id);
  view.setUint16(2, 0x0100);
  view.setUint16(4, 1);
  let at = HEADER_LENGTH;
  for (const label of labels) {
    bytes[at++] = label.length;
    bytes.set(label, at);
    at += label.length;
  }
  view.setUint16(at + 1, type);
  view.setUint16(at + 3, CLASS_IN);
  return bytes;
}

/** Decodes a reply. Throws DnsFault if it is malformed or does not answer the query. */
export function decodeReply(
  bytes: Uint8Array,
  id: number,
  name: string,
  type = CAA_TYPE,
): CaaAnswer {
  const reader = new Reader(bytes);
  if (bytes.length < HEADER_LENGTH || reader.uint16(0) !== id) throw notOurs();
  const flags = reader.uint16(2);
  const isReply = flags & 0x8000;
  const authoritative = flags & 0x0400;
  const recursive = flags & 0x0080;
  const rcode = flags & 0x000f;
  if (!isReply) throw notOurs();
  if (rcode !== 0 && rcode !== 3) {
    const { reason } = failureReason({ name, code: RESPONSE_CODES[rcode] ?? `code ${rcode}` });
    return { status: "failure", reason };
  }
  if (reader.uint16(4) !== 1) throw notOurs();
  let at = HEADER_LENGTH;
  const question = reader.name(at);
  at = question.end;
  if (
    question.name !== name.toLowerCase() || reader.uint16(at) !== type ||
    reader.uint16(at + 2) !== CLASS_IN
  ) throw notOurs();
  at += 4;

  const leadsTo = new Map<string, string>();
  const found: CaaRecord[] = [];
  for (let left = reader.uint16(6); left > 0; left--) {
    const owner = reader.name(at);
    at = owner.end;
    const type = reader.uint16(at);
    const length = reader.uint16(at + 8);
    at += 10;
    reader.check(at, length);
    if (reader.uint16(at - 8) === CLASS_IN) {
      if (type === CNAME_TYPE) leadsTo.set(owner.name, reader.name(at).name);
      else if (type === CAA_TYPE) found.push(reader.caa(owner.name, at, length));
    }
    at += length;
  }
  const aliases = follow(leadsTo, name.toLowerCase());
  const end = aliases.at(-1) ?? name.toLowerCase();
  const records = found.filter(({ owner }) => owner === end);
  if (rcode === 3) return { status: "no_such_name", aliases };
  if (records.length > 0) return { status: "records", aliases, records };
  // A server that is neither authoritative nor recursive does not know whether there are records.
  if (!authoritative && !recursive) {
    return { status: "failure", reason: "the resolver does not look names up for others" };
  }
  return { status: "no_records", aliases };
}

/**
 * Follows the aliases of a reply. Throws DnsFault for a loop (RFC 1034, 3.6.2), because a loop does not
 * prove that there are no records.
 */
function follow(leadsTo: ReadonlyMap<string, string>, name: string): string[] {
  const names = new Set([name]);
  let at = leadsTo.get(name);
  while (at !== undefined) {
    if (names.has(at)) throw new DnsFault(`the aliases of ${name} form a loop`);
    names.add(at);
    at = leadsTo.get(at);
  }
  return [...names].slice(1);
}

function notOurs(): DnsFault {
  return new DnsFault("the resolver's reply does not match the question");
}

/** Reads a message with bounds checks. */
class Reader {
  readonly #bytes: Uint8Array;
  #steps = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  check(at: number, length: number): void {
    if (at + length > this.#bytes.length) {
      throw new DnsFault("the resolver's reply ends too early");
    }
  }

  uint16(at: number): number {
    this.check(at, 2);
    return uint16(this.#bytes, at);
  }

  octets(at: number, length: number): string {
    this.check(at, length);
    return ascii(this.#bytes.subarray(at, at + length));
  }

  /**
   * Reads a name: in lower case, without the dot at its end, and the offset after it. Pointers must
   * lead backwards, so that there is no loop (RFC 1035, 4.1.4). Their number is limited, in this name
   * and in the whole reply.
   */
  name(start: number): { name: string; end: number } {
    const labels: string[] = [];
    let at = start;
    let end = -1;
    let lowest = start;
    let total = 0;
    let pointers = 0;
    for (;;) {
      this.check(at, 1);
      const length = this.#bytes[at];
      if (length === 0) {
        return { name: labels.join("."), end: end < 0 ? at + 1 : end };
      }
      if (++this.#steps > MAX_STEPS) {
        throw new DnsFault("the resolver's reply has too many labels");
      }
      if ((length & 0xc0) === 0xc0) {
        const target = this.uint16(at) & 0x3fff;
        if (target >= lowest) {
          throw new DnsFault("the resolver's reply has a name that refers to itself");
        }
        if (++pointers > MAX_POINTERS) {
          throw new DnsFault("a name in the resolver's reply has too many compression pointers");
        }
        if (end < 0) end = at + 2;
        at = lowest = target;
        continue;
      }
      total += length + 1;
      if (length > 63 || total > MAX_NAME_LENGTH) {
        throw new DnsFault("the resolver's reply has a name that is not valid");
      }
      labels.push(escapeLabel(this.octets(at + 1, length)));
      at += 1 + length;
    }
  }

  caa(owner: string, at: number, length: number): CaaRecord {
    if (length < 2) throw new DnsFault("the resolver's reply has a CAA record that is not valid");
    const flags = this.#bytes[at];
    const tagLength = this.#bytes[at + 1];
    if (tagLength === 0 || tagLength > length - 2) {
      throw new DnsFault("the resolver's reply has a CAA record that is not valid");
    }
    const tag = this.octets(at + 2, tagLength);
    if (!/^[A-Za-z0-9]+$/.test(tag)) {
      throw new DnsFault("the resolver's reply has a CAA record that is not valid");
    }
    const value = this.octets(at + 2 + tagLength, length - 2 - tagLength);
    return { owner, flags, tag: tag.toLowerCase(), value };
  }
}

function escapeLabel(octets: string): string {
  return octets.toLowerCase().replace(
    /[^a-z0-9_*-]/g,
    (octet) => `\\${String(octet.charCodeAt(0)).padStart(3, "0")}`,
  );
}
