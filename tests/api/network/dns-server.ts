/** A resolver on loopback for tests, which answers queries for addresses and CAA records over UDP. */
import { createSocket } from "node:dgram";
import ipaddr from "ipaddr.js";
import type { DnsServer } from "../../../api/network/dns/query.ts";

export interface TestDns extends DnsServer, AsyncDisposable {
  /** The queries as "name TYPE", each once. */
  asked: string[];
  /** Resolves after this number of different queries. */
  whenAsked(count: number): Promise<void>;
}

const TYPES: Readonly<Record<number, "A" | "AAAA" | "CAA">> = { 1: "A", 28: "AAAA", 257: "CAA" };
const CNAME_TYPE = 5;
const CAA_TYPE = 257;

/** The CAA records of a name: the authorities that may issue, an alias, or no usable answer. */
export type Caa = { issue: readonly string[] } | { alias: string } | "silence" | "failure";

/**
 * Answers with the addresses of a zone. Names that are not in it do not exist. "failure" is a server
 * failure. Names with null, and queries of the type `silentOn`, get no reply. A key that begins with
 * `*.` stands for every name below. The reply has the aliases in `caa`, up to the first one that
 * repeats.
 */
export async function startDns(
  zone: Readonly<Record<string, readonly string[] | "failure" | null>>,
  { silentOn, caa = {} }: {
    silentOn?: "A" | "AAAA";
    caa?: Readonly<Record<string, Caa>>;
  } = {},
): Promise<TestDns> {
  const socket = createSocket("udp4");
  const asked = new Set<string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  socket.on("message", (query: Uint8Array, { address, port }) => {
    const { name, type, end } = question(query);
    asked.add(`${name} ${type}`);
    for (const { resolve } of waiting.filter(({ count }) => asked.size >= count)) resolve();
    if (type === "CAA") {
      const answer = caaReply(query.subarray(0, end), name, caa);
      if (answer) socket.send(answer, port, address);
      return;
    }
    const above = `*.${name.slice(name.indexOf(".") + 1)}`;
    const known = Object.hasOwn(zone, name) ? zone[name] : zone[above];
    if (known === null || type === silentOn) return;
    socket.send(reply(query.subarray(0, end), type, known), port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", () => bound()));
  return {
    address: "127.0.0.1",
    port: socket.address().port,
    get asked() {
      return [...asked];
    },
    whenAsked: (count) =>
      new Promise((resolve) => {
        if (asked.size >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: () => new Promise((closed) => socket.close(() => closed())),
  };
}

/** The question of a message (RFC 1035, 4.1.2). */
function question(query: Uint8Array): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] > 0) {
    labels.push(new TextDecoder().decode(query.subarray(at + 1, at + 1 + query[at])));
    at += 1 + query[at];
  }
  const type = TYPES[query[at + 1] << 8 | query[at + 2]] ?? "another type";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

/** The reply, whose names are pointers to the question's (RFC 1035, 4.1.4). */
function reply(
  query: Uint8Array,
  type: string,
  known: readonly string[] | "failure" | undefined,
): Uint8Array {
  const addresses = known === "failure" ? [] : known ?? [];
  const code = known === "failure" ? 2 : known ? 0 : 3;
  const answers = addresses.map((address) => ipaddr.parse(address).toByteArray())
    .filter(({ length }) => length === (type === "A" ? 4 : type === "AAAA" ? 16 : -1));
  const head = query.slice();
  head.set([0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0], 2);
  const records = answers.flatMap((octets) => [
    ...[0xc0, 12, 0, octets.length === 4 ? 1 : 28, 0, 1, 0, 0, 1, 44, 0, octets.length],
    ...octets,
  ]);
  return new Uint8Array([...head, ...records]);
}

/** The reply to a query for CAA records; null for no reply. */
function caaReply(
  query: Uint8Array,
  name: string,
  zone: Readonly<Record<string, Caa>>,
): Uint8Array | null {
  const records: number[][] = [];
  const seen = new Set<string>();
  let at = name;
  let known: Caa | undefined;
  for (;;) {
    known = zone[at];
    if (known === "silence") return null;
    if (typeof known !== "object" || !("alias" in known)) break;
    records.push(record(at, CNAME_TYPE, wireName(known.alias)));
    if (seen.has(at)) break;
    seen.add(at);
    at = known.alias;
  }
  if (typeof known === "object" && "issue" in known) {
    for (const domain of known.issue) {
      const value = [...new TextEncoder().encode(`issue${domain}`)];
      records.push(record(at, CAA_TYPE, [0, "issue".length, ...value]));
    }
  }
  const head = query.slice();
  const code = known === "failure" ? 2 : 0;
  head.set([0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0], 2);
  return new Uint8Array([...head, ...records.flat()]);
}

const wireName = (name: string): number[] => [
  ...name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]),
  0,
];

const record = (owner: string, type: number, data: number[]): number[] => [
  ...wireName(owner),
  ...[type >> 8, type & 0xff, 0, 1, 0, 0, 1, 44, data.length >> 8, data.length & 0xff],
  ...data,
];
