/** From a host to the addresses that may be connected to. */
import { lookup } from "node:dns/promises";
import { OperationError } from "../../core/errors.ts";
import { TEXT } from "../../core/texts.ts";
import type { AddressGuard } from "./address-guard.ts";
import { Deadline, until } from "./deadline.ts";
import { Slots } from "./slots.ts";

/** All addresses of a host name, in the order in which they should be tried; rejects for none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Resolution {
  resolve: Resolve;
  guard: AddressGuard;
  /** Milliseconds for the look-up. */
  resolveMs: number;
}

/** More than this many addresses are a fault, not a host. */
const MAX_ADDRESSES = 64;

/** A look-up holds a thread of the runtime and cannot be taken back, hence few at once. */
const lookups = new Slots(64);

/** The operating system's resolver: the hosts file, the order by RFC 6724, IPv6 and IPv4. */
export const systemResolve: Resolve = (hostname, signal) =>
  lookups.use(async () => {
    signal.throwIfAborted();
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  });

/**
 * Looks the host up once and answers its addresses, each checked. One address that is not allowed
 * refuses the host. That a name does not exist, cannot be looked up or leads inside is one and the
 * same answer, so that nobody learns the names of a network from it.
 *
 * @param host a host name, or an IP address as URL spells it ([::1])
 * @throws OperationError `host_refused`
 */
export async function publicAddresses(
  host: string,
  { resolve, guard, resolveMs }: Resolution,
  signal: AbortSignal,
): Promise<string[]> {
  const found = literal(host) ?? await lookUp(host, resolve, resolveMs, signal);
  const addresses = [...new Set(found)];
  const usable = addresses.length > 0 && addresses.length <= MAX_ADDRESSES;
  if (!usable || !addresses.every((address) => guard(address))) throw refused();
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
    throw refused();
  }
}

/** An address in the place of a name is not looked up. URL has brought it into its one spelling. */
function literal(host: string): string[] | null {
  if (host.startsWith("[")) return [host.slice(1, -1)];
  return /^[0-9.]+$/.test(host) ? [host] : null;
}

function refused(): OperationError {
  return new OperationError("host_refused", TEXT.hostRefused);
}
