/** Operations of the PFX converter, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { pfxConvert, pfxOpen } from "./contract.ts";
import * as schema from "./schema.ts";

export const pfxOperations = [
  bind(pfxConvert, schema.pfxConvert, async () => (await import("./convert.ts")).convert),
  bind(pfxOpen, schema.pfxOpen, async () => (await import("./open.ts")).open),
];
