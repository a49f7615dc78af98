/** Resolves a host to addresses that the server may connect to. */
import { OperationError } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import type { AddressGuard } from "../guard.ts";
import { Deadline, until } from "../concurrency.ts";
import { isWithoutAddress, MAX_SERVERS, systemServers } from "./query.ts";
import type { DnsServer } from "./query.ts";
import { DEADLINES } from "../limits.ts";

/**
 * Returns all addresses of a host name in the order in which to try them; none if it does not exist.
 * Rejects with NotResolved if the resolvers do not answer, and with the signal's reason.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Resolution {
  resolve: Resolve;
  guard: AddressGuard;
  /** Milliseconds for the look-up. */
  resolveMs: number;
}

/** The resolvers do not answer, or fail for this name. */
export class NotResolved extends Error {
  override readonly name = "NotResolved";
}

/** A host with more addresses is refused. */
const MAX_ADDRESSES = 64;

/**
 * Resolves names with the given resolvers, or if there are none, with those of the operating system
 * and its hosts file. It does not use getaddrinfo, which blocks a thread while it waits for a silent
 * resolver and cannot be aborted.
 */
export function resolveWith(
  servers: readonly DnsServer[],
  questionMs: number = DEADLINES.questionMs,
): Resolve {
  const query = () => ({
    servers: servers.length > 0 ? servers : systemServers(),
    timeoutMs: questionMs,
  });
  return async (hostname, signal) => {
    // The dot at the end keeps this machine's search domains from being applied.
    const name = `${hostname}.`;
    const ask = (type: "A" | "AAAA") => askInTurn(name, type, servers, questionMs, signal);
    const [four, six] = await Promise.allSettled([ask("A"), ask("AAAA")]);
    const found = inTryingOrder(
      four.status === "fulfilled" ? four.value : [],
      six.status === "fulfilled" ? six.value : [],
      hasGlobalIpv6(),
    );
    // If one family has no answer, it is not known that the host has no address.
    const silent = [four, six].find(({ status }) => status === "rejected");
    if (found.length === 0 && silent) throw (silent as PromiseRejectedResult).reason;
    if (found.length === 0 && !await isWithoutAddress(hostname, query(), signal)) {
      throw new NotResolved("The resolvers fail for this name");
    }
    return found;
  };
}

async function askInTurn(
  name: string,
  type: "A" | "AAAA",
  servers: readonly DnsServer[],
  questionMs: number,
  signal: AbortSignal,
): Promise<string[]> {
  const asked = servers.length > 0 ? servers.slice(0, MAX_SERVERS) : [null];
  let last = "";
  for (const server of asked) {
    using deadline = new Deadline(questionMs / asked.length, signal);
    try {
      return await Deno.resolveDns(name, type, {
        signal: deadline.signal,
        ...(server && { nameServer: { ipAddr: server.address, port: server.port } }),
      });
    } catch (fault) {
      signal.throwIfAborted();
      // The runtime throws this if the name does not exist, if it has no address of the family, and if
      // the resolver fails.
      if (fault instanceof Deno.errors.NotFound) return [];
      last = fault instanceof Error ? fault.name : "";
    }
  }
  throw new NotResolved(last);
}

/** Alternates between the families (RFC 8305, 4), in case one of them is unreachable. */
export function inTryingOrder(
  four: readonly string[],
  six: readonly string[],
  sixFirst: boolean,
): string[] {
  const [first, second] = sixFirst ? [six, four] : [four, six];
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, at) => [first[at], second[at]]).flat()
    .filter((address) => address !== undefined);
}

/** Whether this machine has a global IPv6 address (RFC 3587, 3). */
function hasGlobalIpv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => /^[23][0-9a-f]{3}:/i.test(address));
}

/**
 * Looks up the host once, checks every address and returns them. One forbidden address refuses the
 * host. The error is the same for a name that does not exist and for an internal one, so that a client
 * cannot probe the names of the server's network.
 *
 * @param host a host name, or an IP address in the spelling of URL ([::1])
 * @throws OperationError `host_refused`, or `host_timeout` if the resolvers do not answer
 */
export async function publicAddresses(
  host: string,
  { resolve, guard, resolveMs }: Resolution,
  signal: AbortSignal,
): Promise<string[]> {
  const found = literal(host) ?? await lookUp(host, resolve, resolveMs, signal);
  const addresses = [...new Set(found)];
  const usable = addresses.length > 0 && addresses.length <= MAX_ADDRESSES;
  if (!usable || !addresses.every((address) => guard(address))) {
    throw new OperationError("host_refused", TEXT.hostRefused);
  }
  return addresses;
}

async function lookUp(
  host: string,
  resolve: Resolve,
  ms: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  using deadline = new Deadline(ms, signal);
  try {
    return await until(resolve(host, deadline.signal), deadline.signal);
  } catch (fault) {
    // Any other fault is one of our own code, which belongs in the log.
    if (!(fault instanceof NotResolved) && !deadline.signal.aborted) throw fault;
    throw new OperationError("host_timeout", TEXT.hostNotLookedUp);
  }
}

/** The address, if the host is one. URL has normalized its spelling. */
function literal(host: string): string[] | null {
  if (host.startsWith("[")) return [host.slice(1, -1)];
  return /^[0-9.]+$/.test(host) ? [host] : null;
}
