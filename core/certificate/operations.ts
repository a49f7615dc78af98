/** Operations on certificates by themselves, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { certificateLint } from "./contract.ts";
import * as schema from "./schema.ts";

export const certificateOperations = [
  bind(certificateLint, schema.certificateLint, async () => (await import("./lint.ts")).lint),
];
