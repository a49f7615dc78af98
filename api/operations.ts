/** The registry of the API: core's, and what only a server can do. */
import { chainAnalyze, chainAnalyzeUrl } from "../core/chain/contract.ts";
import { bind, type Registry, registry } from "../core/execute.ts";
import { operations } from "../core/operations.ts";
import { analyzeUrlOperation } from "./network/analyze-url.ts";
import { analyzeOperation } from "./network/analyze.ts";
import type { Network } from "./network/network.ts";

/** With the network chain/analyze fetches what is missing, and chain/analyze-url exists at all. */
export function apiOperations(network: Network): Registry {
  const online = registry([
    bind(chainAnalyze, () => Promise.resolve(analyzeOperation(network))),
    bind(chainAnalyzeUrl, () => Promise.resolve(analyzeUrlOperation(network))),
  ]);
  return new Map([...operations, ...online]);
}
