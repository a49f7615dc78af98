/**
 * A DNS question for CAA records or an address, asked of the operating system's resolvers or of named ones: over
 * UDP, and over TCP where that does not give a whole answer (RFC 7766). The runtime's own resolver
 * answers "no such name", "no data" and "server failure" all the same, and they mean three things.
 */
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect, isIPv6 } from "node:net";
import { CAA_TYPE, type CaaRecord } from "../../core/caa/records.ts";
import { type DnsServer, isSameAddress, readDnsServer } from "./dns-server.ts";

/** What a resolver says of one name. */
export type CaaAnswer =
  /** `aliases`: the names that the name's aliases lead to, in turn; the last has the records. */
  | { status: "records"; aliases: readonly string[]; records: CaaRecord[] }
  | { status: "no_records" | "no_such_name"; aliases: readonly string[] }
  | { status: "failure"; reason: string };

interface Query {
  servers: readonly DnsServer[];
  /** Milliseconds for one server: half over UDP, half over TCP. */
  timeoutMs: number;
}

/** Servers that are asked, one after the other, until one gives an answer. */
const MAX_SERVERS = 3;

const ADDRESS_TYPE = 1;
const CNAME_TYPE = 5;
const CLASS_IN = 1;
const HEADER_LENGTH = 12;
const MAX_NAME_LENGTH = 255;
/** Each pointer of a name leads to a label at least, and a name of 255 octets has no more labels. */
const MAX_POINTERS = 127;
/**
 * Labels and pointers of all names in a reply together: pointers let a reply of 64 KiB repeat a long
 * name in each of 4,000 records, and the thread that answers all clients reads it.
 */
const MAX_STEPS = 16_384;

const RCODES: readonly string[] = [
  "",
  "the resolver calls the question malformed",
  "the resolver reports a server failure, which a broken DNSSEC signature causes too",
  "",
  "the resolver does not implement the question",
  "the resolver refuses to answer",
];

/** The resolvers that the operating system uses. */
export function systemServers(): DnsServer[] {
  return getServers().flatMap((server) => readDnsServer(server) ?? []);
}

/**
 * Asks for the CAA records of `name`, an ASCII domain name without a dot at its end. Aliases are
 * followed by the resolver. Rejects only when aborted.
 */
export function queryCaa(name: string, query: Query, signal?: AbortSignal): Promise<CaaAnswer> {
  return ask(name, CAA_TYPE, query, signal);
}

/**
 * Whether a resolver says that a name does not exist, or has no address. False where all of them fail.
 * Rejects only when aborted.
 */
export async function isWithoutAddress(
  name: string,
  query: Query,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await ask(name, ADDRESS_TYPE, query, signal)).status !== "failure";
}

async function ask(
  name: string,
  type: number,
  { servers, timeoutMs }: Query,
  signal?: AbortSignal,
): Promise<CaaAnswer> {
  let answer: CaaAnswer = { status: "failure", reason: "no resolver is configured" };
  for (
    const server of [...new Map(servers.map((each) => [key(each), each])).values()].slice(
      0,
      MAX_SERVERS,
    )
  ) {
    signal?.throwIfAborted();
    const id = crypto.getRandomValues(new Uint16Array(1))[0];
    try {
      const query = encodeQuery(id, name, type);
      const reply = await overUdp(server, query, timeoutMs / 2, signal) ??
        await overTcp(server, query, timeoutMs / 2, signal);
      answer = decodeReply(reply, id, name, type);
    } catch (fault) {
      signal?.throwIfAborted();
      const reason = fault instanceof DnsFault ? fault.message : "the resolver was not reached";
      answer = { status: "failure", reason };
    }
    if (answer.status !== "failure") return answer;
  }
  return answer;
}

function key({ address, port }: DnsServer): string {
  return `${address} ${port}`;
}

/** What is wrong with a reply, or that none came. */
class DnsFault extends Error {}

/**
 * One datagram there and one back, or null when none came in time or it was cut short. The
 * socket's port and the query's number are random; datagrams from elsewhere or with another number
 * are passed over.
 */
function overUdp(
  { address, port }: DnsServer,
  query: Uint8Array,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
    let ended = false;
    const end = (finish: () => void) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.close();
      finish();
    };
    const abort = () => end(() => reject(signal!.reason));
    const timer = setTimeout(() => end(() => resolve(null)), timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    socket.on("error", () => end(() => resolve(null)));
    socket.on("message", (reply: Uint8Array, { address: from, port: fromPort }) => {
      if (fromPort !== port || !isSameAddress(from, address)) return;
      if (reply.length < HEADER_LENGTH || reply[0] !== query[0] || reply[1] !== query[1]) return;
      const truncated = reply[2] & 0x02;
      end(() => resolve(truncated ? null : new Uint8Array(reply)));
    });
    socket.send(query, port, address, (fault) => {
      if (fault) end(() => resolve(null));
    });
  });
}

/** One message there and one back, each after its length (RFC 1035, section 4.2.2). */
function overTcp(
  { address, port }: DnsServer,
  query: Uint8Array,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const received: Uint8Array[] = [];
    let length = 0;
    let wanted = Infinity;
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.destroy();
      finish();
    };
    const abort = () => end(() => reject(signal!.reason));
    const timer = setTimeout(
      () => end(() => reject(new DnsFault("the resolver did not answer in time"))),
      timeoutMs,
    );
    signal?.addEventListener("abort", abort, { once: true });
    socket.on("connect", () => {
      const framed = new Uint8Array(2 + query.length);
      new DataView(framed.buffer).setUint16(0, query.length);
      framed.set(query, 2);
      socket.write(framed);
    });
    socket.on("data", (chunk: Uint8Array) => {
      received.push(chunk);
      length += chunk.length;
      if (length >= 2 && wanted === Infinity) {
        const [high, low] = join(received, length);
        wanted = 2 + (high << 8 | low);
      }
      if (length >= wanted) end(() => resolve(join(received, length).subarray(2, wanted)));
    });
    socket.on("error", () => end(() => reject(new DnsFault("the resolver was not reached"))));
    socket.on("close", () => end(() => reject(new DnsFault("the resolver broke off"))));
  });
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** A recursive question (RFC 1035, section 4.1). */
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

/** Reads a reply; throws DnsFault for one that is no answer to the question. */
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
    return {
      status: "failure",
      reason: RCODES[rcode] ?? `the resolver answers with code ${rcode}`,
    };
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
  // A server that neither knows nor asks has not said that there is nothing.
  if (!authoritative && !recursive) {
    return { status: "failure", reason: "the resolver does not look names up for others" };
  }
  return { status: "no_records", aliases };
}

/**
 * The names that the aliases of a reply lead to. A loop is an error (RFC 1034, 3.6.2): it does not
 * say that there are no records.
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
  return new DnsFault("the resolver's reply does not fit the question");
}

/** Bounds-checked reading of a message. */
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
    return this.#bytes[at] << 8 | this.#bytes[at + 1];
  }

  octets(at: number, length: number): string {
    this.check(at, length);
    return String.fromCharCode(...this.#bytes.subarray(at, at + length));
  }

  /**
   * A name in lower case, without the dot at its end, and where it ends. Pointers must lead
   * backwards, so that they cannot go round (RFC 1035, section 4.1.4). They are counted, in this name
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
          throw new DnsFault("the resolver's reply has a name of too many pointers");
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
