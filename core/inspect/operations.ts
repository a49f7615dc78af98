/** Operations of the inspector, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { inspect } from "./contract.ts";
import * as schema from "./schema.ts";

export const inspectOperations = [
  bind(inspect, schema.inspect, async () => (await import("./inspect.ts")).inspect),
];
