/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
import { exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { inspect } from "./contract.ts";

export const inspectExample: RequestOf<typeof inspect> = {
  texts: [{ name: "records", text: 'example.com. IN CAA 0 issue "letsencrypt.org"' }],
  at: exampleTime,
};
