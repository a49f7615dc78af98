/** chain/analyze on the API: as on the device, and what is missing is fetched. */
import type { chainAnalyze } from "../../core/chain/contract.ts";
import type { Operation } from "../../core/kernel/execute.ts";
import { requireCertificates } from "../../core/x509/cms/bundles.ts";
import type { RequestContext } from "../request-context.ts";
import { Deadline } from "./deadline.ts";
import { analyzeOnline } from "./issuers.ts";
import type { Network } from "./network.ts";

const NOBODY_LEAVES = new AbortController().signal;

export function analyzeOperation(network: Network): Operation<typeof chainAnalyze> {
  return async (input, context: RequestContext) => {
    const { certificates, setAside } = requireCertificates(
      input.certificate,
      context.budget,
      "certificate",
    );
    const given = certificates.map((entry) => ({ ...entry, source: "input" as const }));
    const now = input.at ? Date.parse(input.at) : context.now;
    using deadline = new Deadline(network.overallMs, context.signal ?? NOBODY_LEAVES);
    const { signal } = deadline;
    return await analyzeOnline({ given, setAside, now }, context, network.fetchIssuer, signal);
  };
}
