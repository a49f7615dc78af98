/** Contracts of the CAA tool. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { ParsedRecord } from "./schema.ts";

export const caaGenerate = contract<typeof schema.caaGenerate>({
  name: "caa/generate",
  summary: "Writes the CAA records that allow chosen authorities to issue for a domain.",
  envelope: "top",
  required: { domain: TEXT.caaDomainRequired },
  failure: TEXT.caaFailed,
});

export const caaLookup = contract<typeof schema.caaLookup>({
  name: "caa/lookup",
  summary:
    "Looks up the CAA records that are published for a name, climbing the tree until some are " +
    "found, and says what they mean.",
  runs: "network",
  required: { domain: TEXT.caaDomainRequired },
  failure: "Failed to look up CAA records",
});

export const caaValidate = contract<typeof schema.caaValidate>({
  name: "caa/validate",
  summary: "Reads one CAA record and says whether it is valid and, if not, why.",
  envelope: "top",
  required: { record: "Record is required" },
  failure: "Failed to validate CAA record",
});

export const caaCheck = contract<typeof schema.caaCheck>({
  name: "caa/check",
  summary:
    "Reads existing CAA records (zone lines or dig output), says what they mean and whether an " +
    "authority may issue for a name.",
  required: { records: "CAA records are required" },
  failure: "Failed to check CAA records",
});
