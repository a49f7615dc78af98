/** caa/validate: one record, read and checked. Always answers; what is wrong is in `problem`. */
import type { Operation } from "../kernel/execute.ts";
import type { caaValidate, ParsedRecord } from "./contract.ts";
import { checkRecord, parseRecord, type Reading } from "./record-text.ts";
import { type CaaRecord, formatRecord, octetsToText } from "./records.ts";

/** The record as it was read, or its `problem`. Throws `too_complex`. */
export const validate: Operation<typeof caaValidate> = ({ record }, context) => {
  context.budget.spend("bytes", record.length);
  return { parsed: toParsed(parseRecord(record)) };
};

/** A record that came over the wire, checked like one that was written. */
export function checkedRecord(record: CaaRecord): ParsedRecord {
  return toParsed(checkRecord(record));
}

/** A reading as it is answered. */
export function toParsed(reading: Reading): ParsedRecord {
  const { record, domain, flags, tag, value, problem, notes } = reading;
  return {
    domain,
    flags,
    tag,
    value: value === null ? null : octetsToText(value),
    isValid: problem === null,
    problem,
    notes,
    canonical: record !== null && problem === null ? formatRecord(record) : null,
  };
}
