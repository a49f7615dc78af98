/** Shows errors under their fields, or in the banner if they belong to no field. */
import type { OperationState } from "./use-operation.ts";
import { type RefCallback, useRef, useState } from "react";
import type { Issue } from "../../../core/kernel/errors.ts";
import { showErrorOf } from "../lib/screen.ts";

interface Faults {
  /** The error text of a field, or null. */
  field(name: string): string | null;
  /** The first field that has an error. */
  readonly first: string | null;
  /** The text of the banner; null if every error is under a field. */
  readonly banner: string | null;
  /** A field's error that was found without a click; it is announced in place of the result. */
  readonly live: string | null;
  /** The state of the result panel. If only fields have errors, it is as before the first run. */
  readonly panel: Exclude<OperationState<unknown>["status"], "partial">;
}

/** `fields`: the names of the input fields that the page shows, in the form's order. */
export function faultsOf(state: OperationState<unknown>, fields: readonly string[]): Faults {
  if (state.status !== "error") {
    // The first part of a result is shown in the same way as a whole result.
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

export interface FormFaults<Field extends string>
  extends Pick<Faults, "banner" | "panel" | "first" | "live"> {
  /** The props of a field's component: its error, and a ref for its control. */
  of(field: Field): { error: string | null; ref: RefCallback<HTMLElement> };
  errorOf(field: Field): string | null;
  refOf(field: Field): RefCallback<HTMLElement>;
  /** Hides the errors of fields that changed, including those of a list's items. */
  clear(...fields: string[]): void;
  isCleared(field: Field): boolean;
  /** Focuses a field, or the first control of a group, and scrolls to its error. */
  focus(field: Field): void;
  /** Focuses the first field of the form that has one of these issues. */
  focusFirst(issues: readonly Issue[]): void;
}

const NONE: ReadonlySet<string> = new Set();
const rootOf = (field: string) => field.split(".")[0];

/**
 * The errors of a form's fields. They appear after a run and disappear when their field changes.
 * `fields`: the names of the input fields that the page shows, in the form's order.
 */
export function useFaults<Field extends string>(
  state: OperationState<unknown>,
  fields: readonly Field[],
): FormFaults<Field> {
  /** The fields that changed after the run that `state` belongs to. */
  const [cleared, setCleared] = useState({ state, fields: NONE });
  const controls = useRef(new Map<Field, HTMLElement>());
  const faults = faultsOf(state, fields);

  const isCleared = (field: Field) => cleared.state === state && cleared.fields.has(rootOf(field));
  const errorOf = (field: Field) => isCleared(field) ? null : faults.field(field);
  const refOf = (field: Field): RefCallback<HTMLElement> => (control) => {
    if (control) controls.current.set(field, control);
    return () => void controls.current.delete(field);
  };
  const focus = (field: Field) => {
    const control = controls.current.get(field);
    if (!control) return;
    // A control inside a closed <details> cannot be focused, so open it first.
    const folded = control.closest("details");
    if (folded) folded.open = true;
    (control.querySelector<HTMLElement>("input, button") ?? control).focus();
    showErrorOf(control);
  };
  return {
    banner: faults.banner,
    panel: faults.panel,
    first: faults.first,
    live: faults.live,
    of: (field) => ({ error: errorOf(field), ref: refOf(field) }),
    errorOf,
    refOf,
    clear: (...changed) =>
      setCleared((before) => ({
        state,
        fields: new Set([
          ...before.state === state ? before.fields : NONE,
          ...changed.map(rootOf),
        ]),
      })),
    isCleared,
    focus,
    focusFirst(issues) {
      const first = fields.find((field) =>
        controls.current.has(field) && issues.some(({ path }) => path === field)
      );
      if (first) focus(first);
    },
  };
}
