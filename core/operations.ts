/** THE registry: one line an operation, its code loaded when it is first called. */
import { bind, type Registry, registry } from "./kernel/execute.ts";
import { caaCheck, caaGenerate, caaValidate } from "./caa/contract.ts";
import { chainAnalyze } from "./chain/contract.ts";
import { csrDecode, csrGenerate } from "./csr/contract.ts";
import { inspect } from "./inspect/contract.ts";
import { matchVerify } from "./match/contract.ts";
import { passwordGenerate, passwordPassphrase } from "./password/contract.ts";
import { pfxConvert, pfxOpen } from "./pfx/contract.ts";

export const operations: Registry = registry([
  bind(caaCheck, async () => (await import("./caa/check.ts")).check),
  bind(caaGenerate, async () => (await import("./caa/generate.ts")).generate),
  bind(caaValidate, async () => (await import("./caa/validate.ts")).validate),
  bind(chainAnalyze, async () => (await import("./chain/analyze.ts")).analyze),
  bind(csrDecode, async () => (await import("./csr/decode.ts")).decode),
  bind(csrGenerate, async () => (await import("./csr/generate.ts")).generate),
  bind(inspect, async () => (await import("./inspect/inspect.ts")).inspect),
  bind(matchVerify, async () => (await import("./match/verify.ts")).verify),
  bind(passwordGenerate, async () => (await import("./password/generate.ts")).generate),
  bind(passwordPassphrase, async () => (await import("./password/passphrase.ts")).passphrase),
  bind(pfxConvert, async () => (await import("./pfx/convert.ts")).convert),
  bind(pfxOpen, async () => (await import("./pfx/open.ts")).open),
]);
