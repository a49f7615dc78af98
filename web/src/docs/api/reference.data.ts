/** What the documentation shows of each operation, taken from its contract by the build. */
import { exampleOf } from "../../../../core/example-inputs.ts";
import type { Contract } from "../../../../core/kernel/contract.ts";
import answers from "../../../../core/example-answers.json" with { type: "json" };
import { enveloped } from "../../../../api/http/envelope.ts";
import { aboutField } from "./about-fields.ts";
import { type Field as InputField, inputFields } from "../../../../api/docs/json-schema.ts";
import { isInParts } from "../../../../api/http/parts.ts";
import { offered } from "../../../../core/operations.ts";

/** A field with what it is, in a sentence. */
export type Field = InputField & { readonly about: string };

export interface EndpointReference
  extends Pick<Contract, "name" | "summary" | "envelope" | "secrets"> {
  readonly example: unknown;
  readonly fields: readonly Field[];
  /** The answer to its example. */
  readonly answer: unknown;
  /** Whether the answer can come in lines. */
  readonly inParts: boolean;
}

/** The longest text that is shown whole; a single line of PEM tells as much as all of it. */
const LONG = 40;
/** How deeply objects and lists are shown; the OpenAPI description has all levels. */
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
 * A shortened answer. Left out are the middle of long texts, the items of a list after the second
 * word or the first object, and what is nested deeply. "…" marks each place, in a list with how
 * many items are left out.
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
