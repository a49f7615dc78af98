/** The network as the operations know it: all that opens sockets, configured. */
import type { Config } from "../config.ts";
import { createAddressGuard } from "./address-guard.ts";
import { type CaaAccess, lookUpWith } from "./caa-lookup.ts";
import { cached, type FetchIssuer } from "./issuer-cache.ts";
import { fetchIssuer } from "./issuer-fetch.ts";
import { DEADLINES } from "./limits.ts";
import { type PresentedChain, presentedChain, type TlsAccess } from "./presented-chain.ts";
import { systemResolve } from "./resolve.ts";
import { Slots } from "./slots.ts";

export interface Network {
  presentedChain(hostname: string, signal: AbortSignal): Promise<PresentedChain>;
  fetchIssuer: FetchIssuer;
  /** Milliseconds for one analysis. */
  overallMs: number;
  caa: CaaAccess;
}

/** The settings that say what may be reached and who is asked for names. */
export type NetworkConfig = Pick<Config, "allowPrivateNetwork" | "denyNetworks" | "dnsServers">;

/** Issuers fetched at a time, over all requests. */
const MAX_CONCURRENT_FETCHES = 64;

/** @param parts what tests put in the place of the system's resolver, the guard, ports and times */
export function createNetwork(
  config: NetworkConfig,
  parts: Partial<TlsAccess> = {},
): Network {
  const deadlines = parts.deadlines ?? DEADLINES;
  const access: TlsAccess = {
    resolve: systemResolve,
    guard: createAddressGuard(config),
    resolveMs: deadlines.resolveMs,
    connectPort: (port) => port,
    ...parts,
    deadlines,
  };
  const slots = new Slots(MAX_CONCURRENT_FETCHES);
  return {
    presentedChain: (hostname, signal) => presentedChain(hostname, access, signal),
    fetchIssuer: cached((url, signal) =>
      slots.use(async () => {
        signal.throwIfAborted();
        return await fetchIssuer(url, access, signal);
      })
    ),
    overallMs: deadlines.overallMs,
    caa: {
      allowPrivateNetwork: config.allowPrivateNetwork,
      lookUp: lookUpWith(config.dnsServers),
    },
  };
}
