/** chain/analyze on the API: as on the device, and what is missing is fetched. */
import { pastedParts } from "../../core/chain/analyze.ts";
import type { chainAnalyze } from "../../core/chain/contract.ts";
import type { Operation } from "../../core/kernel/execute.ts";
import type { RequestContext } from "../request-context.ts";
import { Deadline } from "./deadline.ts";
import { analyzeOnline } from "./issuers.ts";
import type { Network } from "./network.ts";

export function analyzeOperation(network: Network): Operation<typeof chainAnalyze> {
  return async (input, context: RequestContext) => {
    const parts = await pastedParts(input, context);
    using deadline = new Deadline(network.overallMs, context.signal);
    const { signal } = deadline;
    return await analyzeOnline(parts, context, network.fetchIssuer, signal);
  };
}
