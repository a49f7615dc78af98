/** THE registry: one line an operation, its code loaded when it is first called. */
import { bind, type Registry, registry } from "./execute.ts";
import { chainAnalyze } from "./chain/contract.ts";
import { csrDecode, csrGenerate } from "./csr/contract.ts";
import { matchVerify } from "./match/contract.ts";

export const operations: Registry = registry([
  bind(chainAnalyze, async () => (await import("./chain/analyze.ts")).analyze),
  bind(csrDecode, async () => (await import("./csr/decode.ts")).decode),
  bind(csrGenerate, async () => (await import("./csr/generate.ts")).generate),
  bind(matchVerify, async () => (await import("./match/verify.ts")).verify),
]);
