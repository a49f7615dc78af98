/** A resolver on loopback that tests ask over UDP for addresses. */
import { createSocket } from "node:dgram";
import ipaddr from "ipaddr.js";
import type { DnsServer } from "../../../api/network/dns-server.ts";

export interface TestDns extends DnsServer, AsyncDisposable {
  /** What was asked, as "name TYPE", without what was asked again. */
  asked: string[];
  /** Resolves when that many different questions have been asked. */
  whenAsked(count: number): Promise<void>;
}

const TYPES: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };

/**
 * Answers with the addresses of a zone. What is not in it does not exist; for null, and for
 * questions of the type `silentOn`, there is no answer at all. A key that begins with `*.` is
 * every name below.
 */
export async function startDns(
  zone: Readonly<Record<string, readonly string[] | null>>,
  { silentOn }: { silentOn?: "A" | "AAAA" } = {},
): Promise<TestDns> {
  const socket = createSocket("udp4");
  const asked = new Set<string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  socket.on("message", (query: Uint8Array, { address, port }) => {
    const { name, type, end } = question(query);
    asked.add(`${name} ${type}`);
    for (const { resolve } of waiting.filter(({ count }) => asked.size >= count)) resolve();
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

/** The message back, its names pointing at the question's (RFC 1035, 4.1.4). */
function reply(
  query: Uint8Array,
  type: string,
  addresses: readonly string[] | undefined,
): Uint8Array {
  const answers = (addresses ?? []).map((address) => ipaddr.parse(address).toByteArray())
    .filter(({ length }) => length === (type === "A" ? 4 : type === "AAAA" ? 16 : -1));
  const head = query.slice();
  head.set([0x81, addresses ? 0x80 : 0x83, 0, 1, 0, answers.length, 0, 0, 0, 0], 2);
  const records = answers.flatMap((octets) => [
    ...[0xc0, 12, 0, octets.length === 4 ? 1 : 28, 0, 1, 0, 0, 1, 44, 0, octets.length],
    ...octets,
  ]);
  return new Uint8Array([...head, ...records]);
}
