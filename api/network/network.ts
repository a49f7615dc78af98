/** The network functions that operations call. Everything that opens a socket is behind them. */
import { ByteAccount } from "../byte-account.ts";
import type { Config } from "../config.ts";
import { createAddressGuard } from "./guard.ts";
import { type CaaAccess, lookUpWith } from "./dns/caa.ts";
import { cached, type FetchIssuer } from "./issuers/cache.ts";
import type { FurtherReading, ReadingQuestion } from "./tls/further-readings.ts";
import { fetchIssuer } from "./issuers/fetch.ts";
import { type HttpAccess } from "./outbound-http.ts";
import { DEADLINES } from "./limits.ts";
import {
  HTTPS,
  postQuantum,
  type PostQuantumQuestion,
  type PresentedChain,
  presentedChain,
  readFurther,
  type TlsAccess,
} from "./tls/presented-chain.ts";
import { type FetchRevocation, revocationFetcher } from "./revocation/fetch.ts";
import { resolveWith } from "./dns/resolve.ts";

export interface Network {
  presentedChain(hostname: string, signal: AbortSignal): Promise<PresentedChain>;
  /** Reads the certificates at other addresses, and for other kinds of ClientHello. */
  readFurther(question: ReadingQuestion, signal: AbortSignal): Promise<FurtherReading[]>;
  /** Whether the server selects post-quantum key agreement. */
  postQuantum(
    question: PostQuantumQuestion,
    signal: AbortSignal,
  ): Promise<{ selected: boolean | null }>;
  fetchIssuer: FetchIssuer;
  fetchRevocation: FetchRevocation;
  /** Milliseconds for one analysis. */
  overallMs: number;
  caa: CaaAccess;
}

/** The settings that determine which hosts may be reached, and which resolvers are used. */
type NetworkConfig = Pick<Config, "allowPrivateNetwork" | "denyNetworks" | "dnsServers">;

/** How the server reaches hosts that the operator or a client chose. */
export function accessOf(
  config: NetworkConfig,
  parts: Partial<TlsAccess & Pick<HttpAccess, "onFault">> = {},
): TlsAccess {
  const deadlines = parts.deadlines ?? DEADLINES;
  return {
    resolve: resolveWith(config.dnsServers, deadlines.questionMs),
    guard: createAddressGuard(config),
    resolveMs: deadlines.resolveMs,
    connectPort: (port) => port,
    service: HTTPS,
    ...parts,
    deadlines,
  };
}

/**
 * @param account counts the bytes of caches
 * @param parts `onFault`, and replacements that tests use for the resolver, the guard, ports and times
 */
export function createNetwork(
  config: NetworkConfig,
  { account = new ByteAccount(), ...parts }:
    & Partial<TlsAccess & Pick<HttpAccess, "onFault">>
    & { account?: ByteAccount } = {},
): Network {
  const access = accessOf(config, parts);
  const { deadlines } = access;
  // The client chooses the host to analyze, but the certificate's author chooses these URLs.
  const fromCertificates: HttpAccess = {
    ...access,
    guard: parts.guard ?? createAddressGuard({ ...config, allowLoopback: false }),
  };
  // The schedule bounds the number of concurrent requests, and limits.ts bounds each of them. Nothing
  // here outlives its request.
  return {
    presentedChain: (hostname, signal) => presentedChain(hostname, access, signal),
    readFurther: (question, signal) => readFurther(question, access, signal),
    postQuantum: (question, signal) => postQuantum(question, access, signal),
    fetchIssuer: cached((url, signal) => fetchIssuer(url, fromCertificates, signal), { account }),
    fetchRevocation: revocationFetcher(fromCertificates, { account }),
    overallMs: deadlines.overallMs,
    caa: {
      allowPrivateNetwork: config.allowPrivateNetwork,
      lookUp: lookUpWith(config.dnsServers),
    },
  };
}
