/** Operations of the matcher, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { matchVerify } from "./contract.ts";
import * as schema from "./schema.ts";

export const matchOperations = [
  bind(matchVerify, schema.matchVerify, async () => (await import("./verify.ts")).verify),
];
