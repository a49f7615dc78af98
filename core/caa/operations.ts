/** Operations of the CAA tool, in the order of the documentation. */
import { bind, remote } from "../kernel/execute.ts";
import { caaCheck, caaGenerate, caaLookup, caaValidate } from "./contract.ts";
import * as schema from "./schema.ts";

export const caaOperations = [
  bind(caaGenerate, schema.caaGenerate, async () => (await import("./generate.ts")).generate),
  remote(caaLookup, schema.caaLookup),
  bind(caaValidate, schema.caaValidate, async () => (await import("./validate.ts")).validate),
  bind(caaCheck, schema.caaCheck, async () => (await import("./check.ts")).check),
];
