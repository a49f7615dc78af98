/** The network as the operations know it: all that opens sockets, configured. */
import type { Config } from "../config.ts";
import { createAddressGuard } from "./guard.ts";
import { type CaaAccess, lookUpWith } from "./dns/caa.ts";
import { cached, type FetchIssuer } from "./issuers/cache.ts";
import type { FurtherReading } from "./tls/further-readings.ts";
import { fetchIssuer } from "./issuers/fetch.ts";
import { type HttpAccess } from "./outbound-http.ts";
import { DEADLINES } from "./limits.ts";
import {
  type PresentedChain,
  presentedChain,
  readFurther,
  type TlsAccess,
} from "./tls/presented-chain.ts";
import { type FetchRevocation, revocationFetcher } from "./revocation/fetch.ts";
import { resolveWith } from "./dns/resolve.ts";

export interface Network {
  presentedChain(hostname: string, signal: AbortSignal): Promise<PresentedChain>;
  /** What the host presents elsewhere; the question is a ReadingQuestion as JSON. */
  readFurther(question: string, signal: AbortSignal): Promise<FurtherReading[]>;
  fetchIssuer: FetchIssuer;
  fetchRevocation: FetchRevocation;
  /** Milliseconds for one analysis. */
  overallMs: number;
  caa: CaaAccess;
}

/** The settings that say what may be reached and who is asked for names. */
type NetworkConfig = Pick<Config, "allowPrivateNetwork" | "denyNetworks" | "dnsServers">;

/**
 * @param parts `onFault`, and what tests put in the place of the system's resolver, the guard, ports
 * and times
 */
export function createNetwork(
  config: NetworkConfig,
  parts: Partial<TlsAccess & Pick<HttpAccess, "onFault">> = {},
): Network {
  const deadlines = parts.deadlines ?? DEADLINES;
  const access: TlsAccess = {
    resolve: resolveWith(config.dnsServers, deadlines.questionMs),
    guard: createAddressGuard(config),
    resolveMs: deadlines.resolveMs,
    connectPort: (port) => port,
    ...parts,
    deadlines,
  };
  // A user names a host; the address of an issuer was written by whoever made the certificate.
  const fromCertificates: HttpAccess = {
    ...access,
    guard: parts.guard ?? createAddressGuard({ ...config, allowLoopback: false }),
  };
  // How much of this runs at a time is bounded where requests wait for their turn, and by what one
  // request may do; nothing in here outlives its request.
  return {
    presentedChain: (hostname, signal) => presentedChain(hostname, access, signal),
    readFurther: (question, signal) => readFurther(question, access, signal),
    fetchIssuer: cached((url, signal) => fetchIssuer(url, fromCertificates, signal)),
    fetchRevocation: revocationFetcher(fromCertificates),
    overallMs: deadlines.overallMs,
    caa: {
      allowPrivateNetwork: config.allowPrivateNetwork,
      lookUp: lookUpWith(config.dnsServers),
    },
  };
}
