/**
 * DNS queries for CAA records and addresses, sent to the operating system's resolvers or to configured
 * ones. A query goes over UDP, and over TCP if the UDP answer is missing or truncated (RFC 7766). The
 * runtime's resolver cannot be used, because it reports "no such name", "no data" and "server failure"
 * in the same way.
 */
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect, isIP, isIPv4, isIPv6 } from "node:net";
import { CAA_TYPE } from "../../../core/caa/records.ts";
import { concatenate } from "../../../core/kernel/octets.ts";
import {
  ADDRESS_TYPE,
  type CaaAnswer,
  decodeReply,
  DnsFault,
  encodeQuery,
  HEADER_LENGTH,
} from "./message.ts";
import ipaddr from "ipaddr.js";

interface Query {
  servers: readonly DnsServer[];
  /** Milliseconds for one server: half for UDP and half for TCP. */
  timeoutMs: number;
}

/** The most servers to try, one after the other. */
export const MAX_SERVERS = 3;

/** The resolvers that the operating system uses. */
export function systemServers(): DnsServer[] {
  return getServers().flatMap((server) => readDnsServer(server) ?? []);
}

/**
 * Queries the CAA records of `name`, an ASCII domain name without a dot at its end. The resolver follows
 * aliases. Rejects only when aborted.
 */
export function queryCaa(name: string, query: Query, signal?: AbortSignal): Promise<CaaAnswer> {
  return ask(name, CAA_TYPE, query, signal);
}

/**
 * Whether a resolver confirms that a name does not exist or has no address; false if all of them fail.
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
    answer = await askServer(server, name, type, timeoutMs, signal);
    if (answer.status !== "failure") return answer;
  }
  return answer;
}

/** Only a fault of the network or of the reply is a failed answer. A fault of our own code is thrown. */
async function askServer(
  server: DnsServer,
  name: string,
  type: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<CaaAnswer> {
  const id = crypto.getRandomValues(new Uint16Array(1))[0];
  const query = encodeQuery(id, name, type);
  let reply: Uint8Array;
  try {
    reply = await overUdp(server, query, timeoutMs / 2, signal) ??
      await overTcp(server, query, timeoutMs / 2, signal);
  } catch (fault) {
    signal?.throwIfAborted();
    const reason = fault instanceof DnsFault ? fault.message : "the resolver was not reached";
    return { status: "failure", reason };
  }
  try {
    return decodeReply(reply, id, name, type);
  } catch (fault) {
    if (!(fault instanceof DnsFault)) throw fault;
    return { status: "failure", reason: fault.message };
  }
}

function key({ address, port }: DnsServer): string {
  return `${address} ${port}`;
}

/**
 * Sends one datagram and returns the reply, or null if none came in time or it was truncated. The
 * socket's port and the query's ID are random. Datagrams from another address or with another ID are
 * ignored.
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

/** Sends one message over TCP and returns the reply. A length precedes each (RFC 1035, 4.2.2). */
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
        const [high, low] = concatenate(received);
        wanted = 2 + (high << 8 | low);
      }
      if (length >= wanted) end(() => resolve(concatenate(received).subarray(2, wanted)));
    });
    socket.on("error", () => end(() => reject(new DnsFault("the resolver was not reached"))));
    socket.on("close", () => end(() => reject(new DnsFault("the resolver broke off"))));
  });
}

/** The address of a resolver. */
export interface DnsServer {
  address: string;
  port: number;
}

const DNS_PORT = 53;

/**
 * Whether two texts are the same address. IPv6 has many spellings (RFC 5952, 1), and a socket reports
 * a peer without its zone.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || withoutZone(one) === withoutZone(other);
}

const withoutZone = (address: string): string =>
  ipaddr.parse(address.split("%")[0]).toNormalizedString();

/** Parses 192.0.2.1, 192.0.2.1:5353, 2001:db8::1 and [2001:db8::1]:5353; null for anything else. */
export function readDnsServer(text: string): DnsServer | null {
  if (isIP(text)) return { address: text, port: DNS_PORT };
  const [, bracketed, bare, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? bare;
  const port = digits === undefined ? DNS_PORT : Number(digits);
  if (address === undefined || port < 1 || port > 65535) return null;
  return (bracketed === undefined ? isIPv4(address) : isIPv6(address)) ? { address, port } : null;
}
