/** The operations that the documentation lists. The build evaluates this file. */
import type { Contract } from "../../../../core/kernel/contract.ts";
import { offered } from "../../../../core/operations.ts";
import reference from "./reference.data.ts";

export interface EndpointName extends Pick<Contract, "name" | "summary" | "envelope"> {
  /** The names of its fields, and of those of its answer. They are on the page, so that the browser's search finds them. */
  readonly fields: readonly string[];
  readonly answer: readonly string[];
}

const endpoints: readonly EndpointName[] = offered.map(({ contract }) => {
  const { name, summary, envelope } = contract;
  const { fields, answer } = reference.find((each) => each.name === name)!;
  const { success: _, data, ...top } = answer as Record<string, unknown>;
  return {
    ...{ name, summary, envelope },
    fields: fields.map((field) => field.name),
    answer: Object.keys(envelope === "top" ? top : data as object),
  };
});
export default endpoints;
