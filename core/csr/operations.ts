/** Operations of the CSR tools, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { csrDecode, csrGenerate, csrPrefill } from "./contract.ts";
import * as schema from "./schema.ts";

export const csrOperations = [
  bind(csrGenerate, schema.csrGenerate, async () => (await import("./generate.ts")).generate),
  bind(csrPrefill, schema.csrPrefill, async () => (await import("./prefill.ts")).prefill),
  bind(csrDecode, schema.csrDecode, async () => (await import("./decode.ts")).decode),
];
