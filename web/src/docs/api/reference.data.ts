/** The reference of each operation, derived from its contract. The build evaluates this file. */
import { exampleOf } from "../../../../core/example-inputs.ts";
import type { Contract } from "../../../../core/kernel/contract.ts";
import answers from "../../../../core/example-answers.json" with { type: "json" };
import { enveloped } from "../../../../api/http/envelope.ts";
import { aboutField } from "./about-fields.ts";
import { type Field as InputField, inputFields } from "../../../../api/docs/json-schema.ts";
import { isInParts } from "../../../../api/http/parts.ts";
import { offered } from "../../../../core/operations.ts";

/** A field with its description, in a sentence. */
export type Field = InputField & { readonly about: string };

export interface EndpointReference
  extends Pick<Contract, "name" | "summary" | "envelope" | "secrets"> {
  readonly example: unknown;
  readonly fields: readonly Field[];
  /** The answer to the example request. */
  readonly answer: unknown;
  /** Whether the server can send the answer in parts, one JSON line each. */
  readonly inParts: boolean;
}

/** Characters. A longer text, such as PEM, is shown without its middle. */
const LONG = 40;
/** The number of levels that are shown. The OpenAPI description has all of them. */
const DEEP = 4;

const known = answers as Readonly<Record<string, unknown>>;

const reference: readonly EndpointReference[] = offered.map((binding) => {
  const { name, summary, envelope, secrets } = binding.contract;
  const answer = known[name];
  return {
    name,
    summary,
    envelope,
    secrets,
    example: exampleOf(binding.contract),
    fields: inputFields(binding).map((field) => ({
      ...field,
      about: aboutField(name, field.name),
    })),
    answer: enveloped(binding.contract, shortened(answer)),
    inParts: isInParts(binding.contract),
  };
});
export default reference;

/**
 * Returns a shortened answer. "…" replaces the middle of long texts and deeply nested values. A list
 * keeps its first object, or its first two other items, and the number of omitted items.
 */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === "string" && value.length > LONG) {
    return `${value.slice(0, LONG / 2)}…${value.slice(-LONG / 4)}`;
  }
  if (typeof value === "object" && value !== null && depth === DEEP) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, typeof value[0] === "object" ? 1 : 2)
      .map((item) => shortened(item, depth + 1));
    const cut = value.length - shown.length;
    return cut > 0 ? [...shown, `… ${cut} more`] : shown;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shortened(item, depth + 1)]),
  );
}
