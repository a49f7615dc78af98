/** Operations on certificates by themselves, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { certificateConvert, certificateLint } from "./contract.ts";
import * as schema from "./schema.ts";

export const certificateOperations = [
  bind(
    certificateConvert,
    schema.certificateConvert,
    async () => (await import("./convert.ts")).convert,
  ),
  bind(certificateLint, schema.certificateLint, async () => (await import("./lint.ts")).lint),
];
