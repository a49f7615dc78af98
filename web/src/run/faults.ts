/** Sorts what went wrong: under its field, or in the banner. */
import type { OperationState } from "./use-operation.ts";

export interface Faults {
  /** The sentence for a field's error line. */
  field(name: string): string | null;
  /** The first field that has one. */
  readonly first: string | null;
  /** What the banner says; null when every fault is under a field. */
  readonly banner: string | null;
  /** A field's fault that was found without a press; it is read out in place of the result. */
  readonly live: string | null;
  /** What the result panel shows. If only fields are at fault, it looks as before the first run. */
  readonly panel: Exclude<OperationState<unknown>["status"], "partial">;
}

/** `fields`: the names of the input fields that the page shows, in the form's order. */
export function faultsOf(state: OperationState<unknown>, fields: readonly string[]): Faults {
  if (state.status !== "error") {
    // The first part of a result is shown like a whole result.
    const isPart = state.status === "partial" || state.status === "loading" && state.parts !== null;
    const panel = isPart ? "result" : state.status as Faults["panel"];
    return { field: () => null, first: null, banner: null, live: null, panel };
  }
  const { error: { message, issues }, how } = state;
  const byField = new Map<string, string>();
  for (const issue of issues) {
    if (!byField.has(issue.path)) byField.set(issue.path, issue.message);
  }
  const shown = fields.filter((name) => byField.has(name));
  const elsewhere = [...byField.keys()].some((path) => !fields.includes(path));
  const byItself = how !== "asked";
  const banner = !byItself && (shown.length === 0 || elsewhere) ? message : null;
  return {
    field: (name) => byField.get(name) ?? null,
    first: shown[0] ?? null,
    banner,
    live: byItself && shown.length > 0 ? byField.get(shown[0])! : null,
    panel: banner === null ? "idle" : "error",
  };
}
