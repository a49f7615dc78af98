/** The API's operations: those of core, and those that need the network. */
import { caaLookup } from "../core/caa/contract.ts";
import { chainAnalyze, chainAnalyzeUrl } from "../core/chain/contract.ts";
import * as caa from "../core/caa/schema.ts";
import * as chain from "../core/chain/schema.ts";
import { bind, type Binding, type Registry, registry } from "../core/kernel/execute.ts";
import { operations } from "../core/operations.ts";
import { analyzeUrlOperation } from "./network/analyze.ts";
import { analyzeOperation } from "./network/analyze.ts";
import { caaLookupOperation } from "./network/dns/caa.ts";
import type { Network } from "./network/network.ts";

type Online = (network: Network) => Binding;

/** The operations that get a network. In the API, chain/analyze also fetches missing issuers. */
const ONLINE: ReadonlyMap<string, Online> = new Map<string, Online>([
  [
    chainAnalyze.name,
    (network) =>
      bind(chainAnalyze, chain.chainAnalyze, () => Promise.resolve(analyzeOperation(network))),
  ],
  [
    chainAnalyzeUrl.name,
    (network) =>
      bind(
        chainAnalyzeUrl,
        chain.chainAnalyzeUrl,
        () => Promise.resolve(analyzeUrlOperation(network)),
      ),
  ],
  [
    caaLookup.name,
    ({ caa: lookUp }) =>
      bind(caaLookup, caa.caaLookup, () => Promise.resolve(caaLookupOperation(lookUp))),
  ],
]);

/** One operation. Calls that have a network of their own need no other. */
export function apiOperation(name: string, network: Network): Binding | undefined {
  return ONLINE.get(name)?.(network) ?? operations.get(name);
}

/** All operations, those that get a network included. */
export function apiOperations(network: Network): Registry {
  const online = [...ONLINE.values()].map((bindTo) => bindTo(network));
  return new Map([...operations, ...registry(online)]);
}
