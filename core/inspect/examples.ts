/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { inspect } from "./contract.ts";

export const inspectExample: RequestOf<typeof inspect> = {
  texts: [{ name: "records", text: 'example.com. IN CAA 0 issue "letsencrypt.org"' }],
  at: exampleTime,
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  texts: "What to inspect: PEM, DER in base64, a log.",
  acceptPrivateKeys: "Private keys among the texts are read only if this is true.",
};
