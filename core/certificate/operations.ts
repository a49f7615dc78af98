/** Operations on certificates by themselves, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import {
  certificateConvert,
  certificateGenerate,
  certificateLint,
  certificateReadAgain,
} from "./contract.ts";
import * as generator from "./generate-schema.ts";
import * as schema from "./schema.ts";

export const certificateOperations = [
  bind(
    certificateGenerate,
    generator.certificateGenerate,
    async () => (await import("./generate.ts")).generate,
  ),
  bind(
    certificateConvert,
    schema.certificateConvert,
    async () => (await import("./convert.ts")).convert,
  ),
  bind(certificateLint, schema.certificateLint, async () => (await import("./lint.ts")).lint),
  bind(
    certificateReadAgain,
    schema.certificateReadAgain,
    async () => (await import("./read-again.ts")).readAgain,
  ),
];
