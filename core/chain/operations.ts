/** Operations of the chain analyzer, in the order of the documentation. */
import { bind, remote } from "../kernel/execute.ts";
import { chainAnalyze, chainAnalyzeUrl } from "./contract.ts";
import * as schema from "./schema.ts";

export const chainOperations = [
  bind(chainAnalyze, schema.chainAnalyze, async () => (await import("./analyze.ts")).analyze),
  remote(chainAnalyzeUrl, schema.chainAnalyzeUrl),
];
