/** From a host to the addresses that may be connected to. */
import { OperationError } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import type { AddressGuard } from "../guard.ts";
import { Deadline, until } from "../concurrency.ts";
import { isWithoutAddress, systemServers } from "./query.ts";
import type { DnsServer } from "./query.ts";
import { DEADLINES } from "../limits.ts";

/**
 * All addresses of a host name, in the order in which they should be tried; none where it does not
 * exist. Rejects where nothing is known of it, because a resolver did not answer.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Resolution {
  resolve: Resolve;
  guard: AddressGuard;
  /** Milliseconds for the look-up. */
  resolveMs: number;
}

/** More than this many addresses are a fault, not a host. */
const MAX_ADDRESSES = 64;

/** Resolvers that are asked, one after the other, until one answers. */
const MAX_SERVERS = 3;

/**
 * Asks these resolvers, or those of the operating system if none are named; the hosts file counts
 * too. Not by getaddrinfo: that holds a thread for as long as a silent resolver is waited for, and
 * nobody can take it back. A question that is aborted here is over.
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
    // The dot at the end keeps the search domains of this machine away from the name.
    const name = `${hostname}.`;
    const ask = (type: "A" | "AAAA") => askInTurn(name, type, servers, questionMs, signal);
    const [four, six] = await Promise.allSettled([ask("A"), ask("AAAA")]);
    const found = inTryingOrder(
      four.status === "fulfilled" ? four.value : [],
      six.status === "fulfilled" ? six.value : [],
      hasGlobalIpv6(),
    );
    // A resolver that is silent on one family has not said that the host has no address.
    const silent = [four, six].find(({ status }) => status === "rejected");
    if (found.length === 0 && silent) throw (silent as PromiseRejectedResult).reason;
    if (found.length === 0 && !await isWithoutAddress(hostname, query(), signal)) {
      throw new Error("The resolvers fail for this name");
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
  let last: unknown;
  for (const server of asked) {
    using deadline = new Deadline(questionMs / asked.length, signal);
    try {
      return await Deno.resolveDns(name, type, {
        signal: deadline.signal,
        ...(server && { nameServer: { ipAddr: server.address, port: server.port } }),
      });
    } catch (fault) {
      signal.throwIfAborted();
      // The runtime reports this for a name that does not exist, for one without such an address, and
      // for a resolver that fails.
      if (fault instanceof Deno.errors.NotFound) return [];
      last = fault;
    }
  }
  throw last;
}

/** The families by turns (RFC 8305, 4): a host whose one family leads nowhere is reached soon. */
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

/** Whether this machine has an address of the space that is given out (RFC 3587, 3). */
function hasGlobalIpv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => /^[23][0-9a-f]{3}:/i.test(address));
}

/**
 * Looks the host up once and answers its addresses, each checked. One address that is not allowed
 * refuses the host. That a name does not exist or leads inside is one and the same answer, so that
 * nobody learns the names of a network from it.
 *
 * @param host a host name, or an IP address as URL spells it ([::1])
 * @throws OperationError `host_refused`, and `host_timeout` where the resolver did not answer
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
  } catch {
    throw new OperationError("host_timeout", TEXT.hostNotLookedUp);
  }
}

/** An address in the place of a name is not looked up. URL has brought it into its one spelling. */
function literal(host: string): string[] | null {
  if (host.startsWith("[")) return [host.slice(1, -1)];
  return /^[0-9.]+$/.test(host) ? [host] : null;
}
