/** caa/validate: reads and checks one record. Always answers; `problem` is the record's fault. */
import type { Operation } from "../kernel/execute.ts";
import type { caaValidate, ParsedRecord } from "./contract.ts";
import { caaSentences, recordVerdict } from "../verdict/caa.ts";
import { parseRecord, type Reading } from "./record-text.ts";
import { formatRecord, octetsToText } from "./records.ts";

/** Returns the record or its `problem`. Throws `too_complex`. */
export const validate: Operation<typeof caaValidate> = ({ record }, context) => {
  context.budget.spend("bytes", record.length);
  const reading = parseRecord(record);
  return { parsed: toParsed(reading), verdict: recordVerdict(reading) };
};

/** A reading in the form of the answer. */
export function toParsed(reading: Reading): ParsedRecord {
  const { record, domain, flags, tag, value, problem, notes } = reading;
  return {
    domain,
    flags,
    tag,
    value: value === null ? null : octetsToText(value),
    isValid: problem === null,
    problem,
    notes: caaSentences(notes),
    canonical: record !== null && problem === null ? formatRecord(record) : null,
  };
}
