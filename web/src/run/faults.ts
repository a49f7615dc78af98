/** Sorts what went wrong: under its field, or in the banner. */
import type { OperationState } from "./use-operation.ts";
import { type RefCallback, useRef, useState } from "react";
import type { Issue } from "../../../core/kernel/errors.ts";
import { showErrorOf } from "../lib/screen.ts";

interface Faults {
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

/**
 * Faults under their fields, alike on every form: shown after a run, and removed when a field
 * changes.
 */

export interface FormFaults<Field extends string>
  extends Pick<Faults, "banner" | "panel" | "first" | "live"> {
  /** What a field's component needs: its error, and a ref for its control. */
  of(field: Field): { error: string | null; ref: RefCallback<HTMLElement> };
  errorOf(field: Field): string | null;
  refOf(field: Field): RefCallback<HTMLElement>;
  /** Removes the faults of fields that changed, and those of a list's items. */
  clear(...fields: string[]): void;
  isCleared(field: Field): boolean;
  /** Focuses a field, for a group its first control, and scrolls to its error. */
  focus(field: Field): void;
  /** Focuses the first field of the form that is at fault. */
  focusFirst(issues: readonly Issue[]): void;
}

const NONE: ReadonlySet<string> = new Set();
const rootOf = (field: string) => field.split(".")[0];

/** `fields`: the names of the input fields that the page shows, in the form's order. */
export function useFaults<Field extends string>(
  state: OperationState<unknown>,
  fields: readonly Field[],
): FormFaults<Field> {
  /** Fields that changed since the run whose state this is. */
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
    // What is folded takes no focus.
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
