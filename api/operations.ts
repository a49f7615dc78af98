/** The API's operations: those of core, and those that need the network. */
import { caaLookup } from "../core/caa/contract.ts";
import { chainAnalyze, chainAnalyzeUrl } from "../core/chain/contract.ts";
import * as caa from "../core/caa/schema.ts";
import * as chain from "../core/chain/schema.ts";
import { bind, type Registry, registry } from "../core/kernel/execute.ts";
import { operations } from "../core/operations.ts";
import { analyzeUrlOperation } from "./network/analyze.ts";
import { analyzeOperation } from "./network/analyze.ts";
import { caaLookupOperation } from "./network/dns/caa.ts";
import type { Network } from "./network/network.ts";

/** In the API, chain/analyze also fetches missing issuers. */
export function apiOperations(network: Network): Registry {
  const online = registry([
    bind(chainAnalyze, chain.chainAnalyze, () => Promise.resolve(analyzeOperation(network))),
    bind(
      chainAnalyzeUrl,
      chain.chainAnalyzeUrl,
      () => Promise.resolve(analyzeUrlOperation(network)),
    ),
    bind(caaLookup, caa.caaLookup, () => Promise.resolve(caaLookupOperation(network.caa))),
  ]);
  return new Map([...operations, ...online]);
}
