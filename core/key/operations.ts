/** Operations on private keys. */
import { bind } from "../kernel/execute.ts";
import { keyConvert } from "./contract.ts";
import * as schema from "./schema.ts";

export const keyOperations = [
  bind(keyConvert, schema.keyConvert, async () => (await import("./convert.ts")).convert),
];
